import FormRules
import FormStore

/// All data except the records that judging with a plan depends on: the files that fields name, the
/// store's hash key, and the stored values that rules compare with.
struct JudgingSetup {
  /// The answers of services, or nil if no services are requested.
  let services: ServiceAnswers?
  private let files: (any FileAccess)?
  private let hashKey: HashKey?
  private let references: [StoredReferenceKeys]

  /// - Parameter store: The store, or nil if nothing is stored.
  /// - Throws: `RecorderError` if a rule reads files whose location is unspecified, or compares
  ///   with a form that does not exist.
  init(
    _ plan: Plan, in store: Store?, files: NamedFilePolicy, services: ServiceAnswers? = nil
  ) throws(RecorderError) {
    self.services = services
    self.files = try plan.access(to: files)
    hashKey = try mappingErrors { try store?.hashKey() }
    references =
      try store.map { store throws(RecorderError) in
        try plan.references(in: store)
      } ?? []
  }

  /// - Parameters:
  ///   - answers: The answers that are known, or nil if there are none yet.
  ///   - services: The services that are requested if the plan needs any.
  init(
    _ plan: Plan, in store: Store, files: NamedFilePolicy, answers: ServiceAnswers?,
    services: Services?
  ) throws(RecorderError) {
    try self.init(
      plan, in: store, files: files,
      services: plan.needsServices ? answers ?? services?.answers(for: plan) : nil)
  }

  /// The configuration of a run.
  func configuration(
    at clock: RunClock, parameters: [String: String], source: String?, scenario: String?
  ) -> RunState.Configuration {
    var configuration = RunState.Configuration(
      now: clock.instant, parameters: parameters, source: source ?? "", scenario: scenario)
    (configuration.files, configuration.services, configuration.spill) = (
      files, services, SpillFile()
    )
    configuration.clock = clock
    if let hashKey { configuration.hashKey = hashKey }
    return configuration
  }

  /// The stored values for `exists` rules.
  ///
  /// - Parameters:
  ///   - event: The event at which the submissions with these values were current, or nil for the
  ///     submissions that are current now.
  ///   - changed: The submissions of the plan's form that a replay in progress newly accepts or
  ///     rejects.
  func references(
    through event: Int64? = nil, changed: Set<Int64> = []
  ) throws(RecorderError) -> [StoredReferenceKeys] {
    guard let hashKey else { return [] }
    for reference in references {
      try reference.read(
        through: event, changed: reference.isOwn ? changed : [], hashKey: hashKey)
    }
    return references
  }
}
