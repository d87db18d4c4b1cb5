import FormRules
import FormStore

/// The rules of earlier plans that are unchanged in the current plan, and the configuration of
/// earlier runs. Reads each plan once, and runs in batches of a thousand.
final class UnchangedRules {
  let bound: BoundVersions
  private let store: Store
  private let program: String
  private var maps: [Int64: [Int: Int]] = [:]
  private var equivalent: [Int64: Bool] = [:]
  private var purges: Bool?
  /// The runs read so far, by batch. A few batches suffice, because imports mostly come in the
  /// order of their runs.
  private var runs: [Int64: [Int64: EarlierRun]] = [:]
  private static let batchSize: Int64 = 1_000
  private static let maximumBatches = 8

  /// - Parameter program: The version of formrec that judges.
  init(_ bound: BoundVersions, _ store: Store, program: String) {
    self.bound = bound
    self.store = store
    self.program = program
  }

  /// Whether an earlier run judged submissions with the configuration of a replay.
  func hadConfiguration(
    _ earlier: EarlierRun, of received: OriginalConfiguration, _ request: ReplayRequest
  ) -> Bool {
    // A clock or parameters of the earlier replay take precedence over the import's own.
    let wanted = JudgingConfiguration(
      program: program, now: request.clock(bound.plan.form)?.description ?? received.now,
      parameters: request.parametersJSON ?? received.parameters)
    var configuration = earlier.configuration
    configuration.now = configuration.now ?? received.now
    configuration.parameters = configuration.parameters ?? received.parameters
    return configuration == wanted
  }

  /// The configuration of a run, or nil if the run does not exist.
  func earlierRun(_ runID: Int64) throws -> EarlierRun? {
    let batch = runID / Self.batchSize
    if let known = runs[batch] { return known[runID] }
    let first = batch * Self.batchSize
    let read = try store.earlierRuns(first...(first + Self.batchSize - 1))
    if runs.count == Self.maximumBatches { runs.removeAll() }
    runs[batch] = read
    return read[runID]
  }

  /// Whether the store has purged records.
  func hasPurges() throws -> Bool {
    if let purges { return purges }
    let purges = try store.hasPurges()
    self.purges = purges
    return purges
  }

  /// Whether a replay of all these segments repeats their earlier runs: under equal rules, clock
  /// and parameters, in the same version of the program.
  ///
  /// - Parameter received: The configuration with which the submissions of each import were
  ///   received.
  func isRepetition(
    _ segments: [VerdictSegment], _ received: [Int64: OriginalConfiguration], request: ReplayRequest
  ) throws -> Bool {
    struct RunOfImport: Hashable { let run, importID: Int64 }
    var known: Set<RunOfImport> = []
    return try segments.allSatisfy { segment in
      guard known.insert(RunOfImport(run: segment.runID, importID: segment.importID)).inserted,
        let received = received[segment.importID]
      else { return true }
      guard try isEquivalent(toPlan: segment.planID) else { return false }
      return try earlierRun(segment.runID).map { hadConfiguration($0, of: received, request) }
        ?? false
    }
  }

  private func isEquivalent(toPlan planID: Int64) throws -> Bool {
    if let known = equivalent[planID] { return known }
    let isEquivalent = try earlierPlan(planID).map { bound.plan.isEquivalent(to: $0) } ?? false
    equivalent[planID] = isEquivalent
    return isEquivalent
  }

  /// The positions in an earlier plan, with the current positions of the same rules.
  func map(ofPlan planID: Int64) throws -> [Int: Int] {
    if let map = maps[planID] { return map }
    let map = try earlierPlan(planID).map { bound.plan.unchangedRules(since: $0) } ?? [:]
    maps[planID] = map
    return map
  }

  /// A plan of the current version of the form, or nil if the plan has another one or cannot be
  /// read.
  private func earlierPlan(_ id: Int64) throws -> Plan? {
    let versions = try store.versions(ofPlan: id)
    guard versions.form.id == bound.form.id else { return nil }
    return try Plan.ifReadable {
      try Plan(form: bound.plan.form, ruleSet: try versions.rules.ruleSet())
    }
  }
}
