import FormRules
import FormStore

/// What judging by a plan depends on beside the records, put together in this one place: the files
/// that fields name, the store's hash key, the stored values that rules compare with.
struct JudgingSetup {
  let plan: Plan
  /// Nil where nothing is stored.
  let store: Store?
  /// What services are asked and have said; nil when nobody asks.
  let services: RemoteMemory?
  private let files: (any FileAccess)?
  private let hashKey: (UInt64, UInt64)?
  private let references: [StoredReferenceKeys]

  /// - Throws: when a rule looks at files and nobody said where they are, or compares with a form
  ///   that is not there.
  init(
    _ plan: Plan, in store: Store?, files: NamedFiles, services: RemoteMemory? = nil
  ) throws(RecorderError) {
    self.plan = plan
    self.store = store
    self.services = services
    self.files = try plan.access(to: files)
    hashKey = try explaining { try store?.hashKey() }
    references =
      try store.map { store throws(RecorderError) in
        try plan.references(in: store)
      } ?? []
  }

  /// The conditions of a run.
  func conditions(
    now: Instant, parameters: [String: String], source: String?, scenario: String?
  ) -> RunState.Conditions {
    var conditions = RunState.Conditions(
      now: now, parameters: parameters, source: source ?? "", scenario: scenario, files: files,
      spill: SpillFile())
    if let hashKey { conditions.hashKey = hashKey }
    conditions.services = services
    return conditions
  }

  /// The stored values that rules `exists` compare with: those of submissions that stood by an event,
  /// or of all that stand.
  func references(through event: Int64? = nil) throws(RecorderError) -> [StoredReferenceKeys] {
    guard let hashKey else { return [] }
    for one in references { try one.read(through: event, hashKey: hashKey) }
    return references
  }
}

/// Where rules `unique: ever` look for claimed keys while an import goes on.
///
/// It belongs to the thread that judges, and has a connection of its own. What it finds is what the
/// import's transaction rests on, because the import holds the writer lock meanwhile.
final class StoredClaims {
  private let lookups: [(position: Int, lookup: ClaimLookup)]

  /// Nil when the plan has no rule `unique: ever`.
  init?(_ plan: Plan, form: Int64, database: String) throws(RecorderError) {
    let positions = plan.everUniquePositions
    if positions.isEmpty { return nil }
    let store = try explaining { try Store(readingAt: database) }
    lookups = positions.map {
      ($0, ClaimLookup(store, form: form, rule: plan.rules[$0].id))
    }
  }

  /// Makes a judge compare with the claims of all submissions that stand.
  func refresh(_ stream: JudgingSession) throws(RecorderError) {
    try explaining {
      for (position, lookup) in lookups {
        try lookup.refresh()
        stream.compare(rule: position, with: lookup)
      }
    }
  }
}

/// What compares with stored keys.
protocol ClaimJudge: AnyObject {
  /// Makes a rule `unique` refuse a value that was stored before.
  ///
  /// - Parameter key: its `Hash128.storedKey`.
  func addStoredKey(_ key: Int64, rule position: Int)
  /// Forgets these.
  func removeStoredKeys()
}
