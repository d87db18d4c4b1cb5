import FormRules
import FormStore

/// Which rules a replay need not ask, because the run whose verdicts hold has asked the same ones, of
/// the same form version, under the same clock and parameters, in the same version of the program.
struct VerdictReuse {
  /// The positions of these rules.
  private(set) var positions: Set<Int> = []
  /// How often each rule was skipped in the run that they are taken from, by position.
  private(set) var skips: [SkipCounts]
  private var maps: [Int64: [Int: Int]] = [:]

  /// Looks at all runs whose verdicts hold in an import: only rules that all of them have in common
  /// count, because `unique` must have seen every record or none.
  init(
    _ parts: ImportParts, _ own: IntakeConditions, _ request: ReplayRequest,
    _ unchanged: UnchangedRules, program: String
  ) throws {
    skips = Array(repeating: SkipCounts(), count: unchanged.bound.plan.rules.count)
    guard !request.isFull else { return }
    var common: Set<Int>?
    for (run, part) in parts.runs {
      let plan = part.plan
      // A clock or parameters that were given once stand in place of the import's own.
      let wanted = JudgingConditions(
        program: program, now: request.now?.description ?? own.now,
        parameters: request.parametersJSON ?? own.parameters)
      guard let earlier = try unchanged.earlierRun(run) else { return }
      var conditions = earlier.conditions
      conditions.now = conditions.now ?? own.now
      conditions.parameters = conditions.parameters ?? own.parameters
      guard conditions == wanted else { return }
      var map = try maps[plan] ?? unchanged.map(ofPlan: plan)
      // A run says how often it left a rule out over all of its submissions only.
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

  /// For the rules of an earlier plan, the positions of those that say the same now and are not asked.
  func map(ofPlan plan: Int64) -> [Int: Int] {
    (maps[plan] ?? [:]).filter { positions.contains($0.value) }
  }
}

/// Which rules of earlier plans say the same as those that are bound now, and what earlier runs depended on.
/// Each plan is read once, runs by the thousand.
final class UnchangedRules {
  fileprivate let bound: BoundRules
  fileprivate let store: Store
  private var maps: [Int64: [Int: Int]] = [:]
  /// The runs that were read, by portion; a few portions, since imports mostly come in the order of their runs.
  private var runs: [Int64: [Int64: EarlierRun]] = [:]
  private static let portionSize: Int64 = 1_000
  private static let maximumPortions = 8

  init(_ bound: BoundRules, _ store: Store) {
    self.bound = bound
    self.store = store
  }

  /// What a run depended on; nil when there is none of that number.
  fileprivate func earlierRun(_ run: Int64) throws -> EarlierRun? {
    let portion = run / Self.portionSize
    if let known = runs[portion] { return known[run] }
    let first = portion * Self.portionSize
    let read = try store.earlierRuns(first...(first + Self.portionSize - 1))
    if runs.count == Self.maximumPortions { runs.removeAll() }
    runs[portion] = read
    return read[run]
  }

  /// Positions in an earlier plan, with those of the same rules now.
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
