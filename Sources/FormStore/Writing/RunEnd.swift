package import FormRules
import GRDB

/// The data of a run that is known after its last record.
package struct RunEnd: Sendable {
  package var counts: RunCounts
  /// Failures by rule, for rules with at least one failure or skip.
  package var rules: [RuleCount]
  /// The exceeded limits, in words.
  package var limits: [String]
  /// For a replay, the changes relative to the previous verdicts.
  package var newlyAccepted: Int?
  package var newlyRejected: Int?
  package var finishedAt: String

  /// The number of failures of a rule.
  package struct RuleCount: Sendable, Equatable {
    /// The rule's position in the plan; 0 is the reader.
    package var rule: Int
    /// The reader's code for rule 0, otherwise empty.
    package var code: String
    package var failures: Int
    package var skips: SkipCounts

    package init(
      rule: Int, code: String = "", failures: Int, skips: SkipCounts = SkipCounts()
    ) {
      self.rule = rule
      self.code = code
      self.failures = failures
      self.skips = skips
    }
  }

  package init(
    counts: RunCounts, rules: [RuleCount], limits: [String] = [], finishedAt: String
  ) {
    self.counts = counts
    self.rules = rules
    self.limits = limits
    self.finishedAt = finishedAt
  }

  /// Inserts the end of a run and its counts by rule.
  func insert(_ db: Database, runID: Int64, program: String) throws {
    for count in rules {
      try db.insertRow(
        into: "run_rule",
        [
          "run": runID, "rule": count.rule, "code": count.code, "failures": count.failures,
          "skipped": count.skips.total, "reasons": count.skips.json,
        ])
    }
    try db.insertRow(
      into: "run_end",
      [
        "run": runID, "records": counts.records, "accepted": counts.accepted,
        "rejected": counts.rejected, "warned": counts.warned, "errors": counts.errors,
        "newly_accepted": newlyAccepted, "newly_rejected": newlyRejected,
        "limits": limits.isEmpty ? nil : JSON.array(limits.map(JSON.string)).text,
        "program": program, "finished_at": finishedAt,
      ])
  }
}
