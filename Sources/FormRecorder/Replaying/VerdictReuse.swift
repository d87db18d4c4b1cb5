import FormRules
import FormStore

/// Determines the rules that a replay does not need to evaluate. The run with the current verdicts
/// has evaluated them: the same rules on the same form version, with the same clock and parameters,
/// in the same version of the program.
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
    _ parts: ImportReplayScope, _ received: OriginalConfiguration, request: ReplayRequest,
    unchanged: UnchangedRules, always: Set<Int> = []
  ) throws {
    skips = Array(repeating: SkipCounts(), count: unchanged.bound.plan.rules.count)
    if request.isFull, always.isEmpty { return }
    var common: Set<Int>?
    for (run, part) in parts.runs {
      let plan = part.plan
      guard let earlier = try unchanged.earlierRun(run),
        unchanged.hadConfiguration(earlier, of: received, request)
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
  func map(ofPlan planID: Int64) -> [Int: Int] {
    (maps[planID] ?? [:]).filter { positions.contains($0.value) }
  }
}
