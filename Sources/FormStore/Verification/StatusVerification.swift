import FormRules
import GRDB

/// Compares the table `submission_status` with the verdicts, corrections, deliveries, purges and
/// waivers from which it follows.
///
/// Reads each row of these tables once, for some thousand consecutive submissions at a time, so
/// that neither memory nor the time per row depends on their number.
struct StatusVerification {
  private let db: Database

  /// What the other tables imply for a submission.
  private struct Fact {
    var isRejected = false
    /// Whether a failure that rejects is not waived.
    var isOpen = false
    /// The state, unless failures determine it.
    var state: String?

    var expected: String? { state ?? (isRejected && !isOpen ? "waived" : nil) }
    var isListed: Bool { isRejected || state != nil && state != "superseded" }
  }

  /// The number of submissions compared at a time.
  private static let window = 1 << 14

  init(_ db: Database) { self.db = db }

  func problem() throws -> StoreProblem? {
    let spans = try db.mapRows(
      sql: "SELECT first_submission, last_submission FROM span ORDER BY first_submission"
    ) { try $0.ids() }
    var facts: [Fact] = []
    var count = 0
    for ids in spans.joined().batches(of: Self.window).joined() {
      facts.removeAll(keepingCapacity: true)
      facts.append(contentsOf: repeatElement(Fact(), count: ids.count))
      try collect(ids, into: &facts)
      if let wrong = try difference(ids, &facts, count: &count) { return problem(wrong) }
    }
    let total = try db.number(sql: "SELECT count(*) FROM submission_status")
    return total == count ? nil : problem(nil)
  }

  private func problem(_ submission: Int64?) -> StoreProblem {
    StoreProblem(
      .derived, table: "submission_status", row: submission,
      "the verdict or state of \(submission.map { "submission \($0)" } ?? "a submission") for views "
        + "was altered")
  }

  /// Collects the facts of submissions. The last fact that determines the state of a submission
  /// counts.
  private func collect(_ ids: ClosedRange<Int64>, into facts: inout [Fact]) throws {
    func each(_ sql: String, _ body: (StatementRow, inout Fact) throws -> Void) throws {
      try db.forEachRow(sql: sql, arguments: ["low": ids.lowerBound, "high": ids.upperBound]) {
        try body($0, &facts[Int($0.integer(0) - ids.lowerBound)])
      }
    }
    try each(Self.failed) { row, fact in
      fact.isRejected = true
      if try row.integer(1) == 1 { fact.isOpen = true }
    }
    try each(Self.purged) { $1.state = "purged" }
    for range in try SupersededTable.ranges(db, of: ids) {
      for submission in range.ids { facts[Int(submission - ids.lowerBound)].state = "superseded" }
    }
    try each("SELECT corrects FROM effective_correction WHERE corrects BETWEEN :low AND :high") {
      $1.state = "corrected"
    }
  }

  /// Returns a submission whose row differs from its facts, or nil.
  ///
  /// - Parameter count: Increased by the number of rows.
  private func difference(
    _ ids: ClosedRange<Int64>, _ facts: inout [Fact], count: inout Int
  ) throws -> Int64? {
    var wrong: Int64?
    try db.forEachRow(
      sql: """
        SELECT submission, rejected, state FROM submission_status
        WHERE submission BETWEEN ? AND ? ORDER BY submission
        """, arguments: [ids.lowerBound, ids.upperBound], while: { wrong == nil }
    ) { row in
      count += 1
      let (submission, isRejected) = try (row.integer(0), row.int64(1))
      let index = Int(submission - ids.lowerBound)
      let fact = facts[index]
      if try !fact.isListed || isRejected != (fact.isRejected ? 1 : 0)
        || row.optionalText(2) != fact.expected
      {
        wrong = submission
      }
      facts[index] = Fact()
    }
    return wrong
      ?? facts.firstIndex { $0.isListed }.map { ids.lowerBound + Int64($0) }
  }

  /// The failures that reject, with the submission and whether it is not waived.
  private static let failed = """
    WITH judged (first, last, run, plan) AS (
      SELECT first_submission, last_submission, run, plan FROM current
      WHERE run IS NOT NULL AND \(overlapping("current"))
      UNION ALL
      SELECT s.first_submission, s.last_submission, r.id, r.plan FROM progress g
      JOIN run r ON r.id = g.run
      JOIN span s ON s.import = g.import
      WHERE s.first_submission <= :high AND s.last_submission >= :low)
    SELECT e.submission, \(SQLFragments.notWaived("e.submission"))
    FROM judged c CROSS JOIN error e CROSS JOIN plan_rule p
    -- A single range: with two, SQLite would search only by the window, for each row of judged.
    WHERE e.run = c.run
      AND e.submission BETWEEN max(c.first, :low) AND min(c.last, :high)
      AND p.plan = c.plan AND p.position = e.rule AND \(SQLFragments.rejects("p"))
    """

  private static let purged = """
    SELECT s.id FROM purged CROSS JOIN submission s CROSS JOIN current c
    WHERE \(overlapping("purged"))
      AND s.id BETWEEN max(purged.first_submission, :low) AND min(purged.last_submission, :high)
      AND c.first_submission = \(SQLFragments.rangeStart(of: "s.id", in: "current"))
      AND c.last_submission >= s.id
    """

  /// A condition on a table of disjoint ranges, by their first submission.
  private static func overlapping(_ table: String) -> String {
    """
    \(table).first_submission
        BETWEEN coalesce(\(SQLFragments.rangeStart(of: ":low", in: table)), :low) AND :high
      AND \(table).last_submission >= :low
    """
  }
}
