import FormRules
import FormStore

/// Determines the rules that a replay does not need to evaluate, because the run whose verdicts are
/// current evaluated the same rules of the same form version with the same clock and parameters in
/// the same version of the program.
struct VerdictReuse {
  /// The positions of these rules.
  private(set) var positions: Set<Int> = []
  /// The number of skips of each rule in the reused run, by rule position.
  private(set) var skips: [SkipCounts]
  private var maps: [Int64: [Int: Int]] = [:]

  /// Examines all runs whose verdicts are current in an import. A rule is reused only if all of
  /// them evaluated it, because `unique` must see every record or none.
  ///
  /// - Parameter always: The rules that even a full replay does not evaluate if they are unchanged.
  init(
    _ parts: ReplayedImportPart, _ received: IntakeConditions, request: ReplayRequest,
    unchanged: UnchangedRules, program: String, always: Set<Int> = []
  ) throws {
    skips = Array(repeating: SkipCounts(), count: unchanged.bound.plan.rules.count)
    if request.isFull, always.isEmpty { return }
    var common: Set<Int>?
    for (run, part) in parts.runs {
      let plan = part.plan
      guard let earlier = try unchanged.earlierRun(run),
        earlier.hadConditions(
          of: received, request, in: unchanged.bound.plan.form, program: program)
      else { return }
      var map = try maps[plan] ?? unchanged.map(ofPlan: plan)
      if try unchanged.hasPurges() {
        // A record may no longer repeat another one, even if a replay after the purge repeated the
        // earlier result.
        let comparing = unchanged.bound.plan.runComparingPositions
        map = map.filter { !comparing.contains($0.value) }
      }
      if request.isFull { map = map.filter { always.contains($0.value) } }
      // A run stores the number of skips of a rule only for all of its submissions together.
      if parts.runs.count > 1 || earlier.records != part.records || request.onlyRejected {
        map = map.filter { earlier.skips[$0.key] == nil }
      } else {
        for (before, now) in map { skips[now] = earlier.skips[before] ?? SkipCounts() }
      }
      maps[plan] = map
      common = common?.intersection(map.values) ?? Set(map.values)
    }
    positions = common ?? []
  }

  /// The current positions of the rules of an earlier plan that are unchanged and not evaluated.
  func map(ofPlan plan: Int64) -> [Int: Int] {
    (maps[plan] ?? [:]).filter { positions.contains($0.value) }
  }
}

extension EarlierRun {
  /// Whether a replay judges submissions under the conditions of this run.
  fileprivate func hadConditions(
    of received: IntakeConditions, _ request: ReplayRequest, in form: Form, program: String
  ) -> Bool {
    // A clock or parameters of the earlier replay take precedence over the import's own.
    let wanted = JudgingConditions(
      program: program, now: request.clock(form)?.description ?? received.now,
      parameters: request.parametersJSON ?? received.parameters)
    var conditions = conditions
    conditions.now = conditions.now ?? received.now
    conditions.parameters = conditions.parameters ?? received.parameters
    return conditions == wanted
  }
}

/// The rules of earlier plans that are unchanged in the current plan, and the conditions of earlier
/// runs. Reads each plan once, and runs in batches of a thousand.
final class UnchangedRules {
  fileprivate let bound: BoundRules
  fileprivate let store: Store
  private var maps: [Int64: [Int: Int]] = [:]
  private var equivalent: [Int64: Bool] = [:]
  private var purges: Bool?
  /// The runs read so far, by batch. A few batches suffice, because imports mostly come in the
  /// order of their runs.
  private var runs: [Int64: [Int64: EarlierRun]] = [:]
  private static let batchSize: Int64 = 1_000
  private static let maximumBatches = 8

  init(_ bound: BoundRules, _ store: Store) {
    self.bound = bound
    self.store = store
  }

  /// The conditions of a run, or nil if the run does not exist.
  fileprivate func earlierRun(_ run: Int64) throws -> EarlierRun? {
    let batch = run / Self.batchSize
    if let known = runs[batch] { return known[run] }
    let first = batch * Self.batchSize
    let read = try store.earlierRuns(first...(first + Self.batchSize - 1))
    if runs.count == Self.maximumBatches { runs.removeAll() }
    runs[batch] = read
    return read[run]
  }

  /// Whether the store has purged records.
  fileprivate func hasPurges() throws -> Bool {
    if let purges { return purges }
    let purges = try store.hasPurges()
    self.purges = purges
    return purges
  }

  /// Whether a replay of all these segments repeats their earlier runs: under equal rules, clock
  /// and parameters, in the same version of the program.
  ///
  /// - Parameter received: The conditions under which the submissions of each import were received.
  func isRepetition(
    _ segments: [VerdictSegment], _ received: [Int64: IntakeConditions], request: ReplayRequest,
    program: String
  ) throws -> Bool {
    struct Part: Hashable { let run, importID: Int64 }
    var known: Set<Part> = []
    return try segments.allSatisfy { segment in
      guard known.insert(Part(run: segment.run, importID: segment.importID)).inserted,
        let received = received[segment.importID]
      else { return true }
      guard try isEquivalent(toPlan: segment.plan) else { return false }
      return try earlierRun(segment.run)?.hadConditions(
        of: received, request, in: bound.plan.form, program: program)
        == true
    }
  }

  private func isEquivalent(toPlan plan: Int64) throws -> Bool {
    if let known = equivalent[plan] { return known }
    let versions = try store.versions(ofPlan: plan)
    let isEquivalent =
      try versions.form.id == bound.form.id
      && bound.plan.isEquivalent(
        to: Plan(form: bound.plan.form, ruleSet: versions.rules.ruleSet()))
    equivalent[plan] = isEquivalent
    return isEquivalent
  }

  /// The positions in an earlier plan, with the current positions of the same rules.
  fileprivate func map(ofPlan plan: Int64) throws -> [Int: Int] {
    if let map = maps[plan] { return map }
    let versions = try store.versions(ofPlan: plan)
    var map: [Int: Int] = [:]
    if versions.form.id == bound.form.id {
      let earlier = try Plan(form: bound.plan.form, ruleSet: try versions.rules.ruleSet())
      map = bound.plan.unchangedRules(since: earlier)
    }
    maps[plan] = map
    return map
  }
}
