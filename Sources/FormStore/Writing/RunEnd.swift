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
      try db.execute(
        sql: """
          INSERT INTO run_rule (run, rule, code, failures, skipped, reasons)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          runID, count.rule, count.code, count.failures, count.skips.total, count.skips.json,
        ])
    }
    try db.execute(
      sql: """
        INSERT INTO run_end (
          run, records, accepted, rejected, warned,
          errors, newly_accepted, newly_rejected, limits, program, finished_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        runID, counts.records, counts.accepted, counts.rejected, counts.warned, counts.errors,
        newlyAccepted, newlyRejected,
        limits.isEmpty ? nil : JSON.array(limits.map(JSON.string)).text, program, finishedAt,
      ])
  }
}
