import FormRules
import FormStore

/// Which rules a replay need not ask, because the run whose verdicts hold has asked the same ones, of
/// the same form version, under the same clock and parameters, in the same version of the program.
struct VerdictReuse {
  /// The positions of these rules.
  private(set) var positions: Set<Int> = []
  /// How often each rule was left out in the run that they are taken from, by position.
  private(set) var skipped: [Int]
  private var maps: [Int64: [Int: Int]] = [:]

  /// So many runs over one import are looked at; beyond that, as with single submits, all rules are
  /// asked.
  private static let maximumSegments = 100

  /// Looks at all segments of an import: only rules that all of them have in common count, because
  /// `unique` must have seen every record or none.
  init(
    _ segments: [VerdictSegment], of importID: Int64, _ request: ReplayRequest,
    _ bound: BoundRules, _ store: Store
  ) throws {
    skipped = Array(repeating: 0, count: bound.plan.rules.count)
    guard !request.isFull, segments.count <= Self.maximumSegments else { return }
    var common: Set<Int>?
    for segment in segments {
      let own = try store.intakeConditions(
        ofImport: importID, submission: segment.ids.lowerBound)
      let wanted = JudgingConditions(
        program: ProgramVersion.number, now: request.now?.description ?? own.now,
        given: request.givenJSON ?? own.given)
      let conditions = try store.judgingConditions(
        ofRun: segment.run, submission: segment.ids.lowerBound)
      guard conditions == wanted else { return }
      var map = try maps[segment.plan] ?? Self.unchanged(segment.plan, bound, store)
      // A run says how often it left a rule out over all of its submissions only.
      let skips = try store.skips(ofRun: segment.run)
      if segments.count > 1 || skips.records != segment.ids.count {
        map = map.filter { skips.byRule[$0.key] == nil }
      } else {
        for (before, now) in map { skipped[now] = skips.byRule[before] ?? 0 }
      }
      maps[segment.plan] = map
      common = common?.intersection(map.values) ?? Set(map.values)
    }
    positions = common ?? []
  }

  private static func unchanged(
    _ plan: Int64, _ bound: BoundRules, _ store: Store
  ) throws -> [Int: Int] {
    let versions = try store.versions(ofPlan: plan)
    guard versions.form.id == bound.form.id else { return [:] }
    let earlier = try Plan(form: bound.plan.form, ruleSet: try versions.rules.ruleSet())
    return bound.plan.unchangedRules(since: earlier)
  }

  /// For the rules of an earlier plan, the positions of those that say the same now and are not asked.
  func map(ofPlan plan: Int64) -> [Int: Int] {
    (maps[plan] ?? [:]).filter { positions.contains($0.value) }
  }
}
