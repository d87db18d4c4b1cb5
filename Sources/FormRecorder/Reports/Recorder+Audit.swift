public import FormRules
import FormStore

extension Recorder {
  /// Counts the verdicts that hold.
  ///
  /// - Parameters:
  ///   - selection: the submissions. With a rule only its failures are counted, among all of them.
  ///   - top: at most so many lines of each kind; of imports and days the last ones.
  ///   - localization: the language of the rules' words.
  ///   - details: what is wanted besides; each costs more than the counts do.
  public func audit(
    _ selection: SubmissionSelection, top: Int? = nil, in localization: Localization = .english,
    details: AuditDetails = AuditDetails()
  ) throws(RecorderError) -> AuditReport {
    let store = try storeForReading()
    return try explaining {
      let (counts, segments, audit) = try self.counts(selection, in: localization, of: store)
      var tally = audit
      tally.hasTrend = details.hasTrend
      for counts in counts { tally.add(counts) }
      if details.samples > 0 || details.hasPairs {
        tally.add(
          try store.failureDetails(segments, samples: details.samples, pairs: details.hasPairs),
          details)
      }
      return tally.finished(top: top)
    }
  }

  /// What holds, and a tally without counts yet.
  func counts(
    _ selection: SubmissionSelection, in localization: Localization, of store: Store
  ) throws(RecorderError) -> ([VerdictCounts], [VerdictSegment], AuditTally) {
    try explaining {
      let filter = try selection.filter(in: store)
      let segments = try store.verdictSegments(filter, withPurged: true)
      var plans: [Int64: [Int: StoredRule]] = [:]
      for plan in Set(segments.map(\.plan)) { plans[plan] = try store.planRules(plan) }
      if !localization.isPlainEnglish {
        let words = try plans.keys.map {
          ($0, try PlanWords(plan: $0, in: localization, of: store))
        }
        try localization.requireKnown(by: words.compactMap(\.1.plan))
        for (plan, words) in words { plans[plan] = words.rules }
      }
      let only = selection.rule.map { rule in plans.compactMapValues { $0.failed(rule) } }
      var tally = AuditTally(
        plans: plans, versions: try store.planVersions(), origins: try store.importOrigins(filter),
        rule: selection.rule, localization: localization)
      tally.report.unfinishedImports = try store.unfinishedCount(filter)
      for (_, whole) in try store.judgedWholes(filter) {
        tally.report.judgedImports.imports += 1
        tally.report.judgedImports.records += whole.counts.records
        tally.report.judgedImports.accepted += whole.counts.accepted
      }
      return (try store.verdictCounts(segments, only: only), segments, tally)
    }
  }
}
