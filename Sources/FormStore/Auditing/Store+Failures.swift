import FormRules
import GRDB

/// Two rules of a plan, by position, with the lower position first.
package struct RulePair: Sendable, Hashable {
  package var first: Int
  package var second: Int
}

/// The rules of a plan whose pairs are counted, by position.
package enum PairedRules: Sendable {
  /// Pairs among these rules. Each error costs one lookup per rule.
  case among([Int])
  /// Pairs of this rule with any other.
  case with(Int)
}

/// Details of failures beyond their counts.
package struct FailureDetails: Sendable {
  /// By plan and rule, the last submissions that fail the rule, in the order of ids.
  package var samples: [Int64: [FailedRule: [Int64]]] = [:]
  /// By plan, the number of submissions that fail both rules of a pair.
  package var pairs: [Int64: [RulePair: Int]] = [:]
}

extension Store {
  /// Returns which submissions fail which rules, and which rules fail together.
  ///
  /// Reads every error of the segments, at about a million per second.
  ///
  /// - Parameters:
  ///   - samples: The maximum number of submissions per rule. 0 means none.
  ///   - paired: By plan, the rules whose pairs are counted.
  ///   - onlyOpen: Whether to count only open failures.
  package func failureDetails(
    _ segments: [VerdictSegment], samples: Int, paired: [Int64: PairedRules],
    onlyOpen: Bool
  ) throws(StoreError) -> FailureDetails {
    try read { db in
      var details = FailureDetails()
      for parts in Dictionary(grouping: segments, by: \.runID).values {
        let plan = parts[0].planID
        var run = RunFailures(samples: samples, paired: paired[plan], onlyOpen: onlyOpen)
        try run.read(db, parts)
        details.pairs[plan, default: [:]].merge(run.pairs, uniquingKeysWith: +)
        details.samples[plan, default: [:]].merge(run.samples) {
          Array(($0 + $1).sorted().suffix(samples))
        }
      }
      return details
    }
  }

  /// Calls the body with each error of a run in its segments, which are in the order of ids: the
  /// index of the segment, the submission, and a row with the submission, rule and code.
  ///
  /// - Parameter onlyOpen: Whether to read only errors that reject open submissions and are not
  ///   waived.
  static func forEachFailure(
    _ db: Database, in segments: [VerdictSegment], onlyOpen: Bool,
    _ body: (_ segment: Int, _ submission: Int64, _ row: StatementRow) throws -> Void
  ) throws {
    guard let first = segments.first, let last = segments.last else { return }
    let open = """
      AND EXISTS (SELECT 1 FROM submission_status x
        WHERE x.submission = e.submission AND x.rejected = 1 AND x.state IS NULL)
      AND EXISTS (SELECT 1 FROM plan_rule p
        WHERE p.plan = ?2 AND p.position = e.rule AND \(SQLFragments.rejects("p"))
          AND \(SQLFragments.notWaived("e.submission")))
      """
    var segment = 0
    try db.forEachRow(
      sql: """
        SELECT e.submission, e.rule, e.code FROM error e
        WHERE e.run = ?1 AND ?2 > 0 AND e.submission BETWEEN ?3 AND ?4 \(onlyOpen ? open : "")
        ORDER BY e.submission, e.rule
        """, arguments: [first.runID, first.planID, first.ids.lowerBound, last.ids.upperBound]
    ) { row in
      let id = try row.integer(0)
      while segments[segment].ids.upperBound < id { segment += 1 }
      if segments[segment].ids.contains(id) { try body(segment, id, row) }
    }
  }

  /// Returns submissions with errors of a run and their first lines, in the order of ids.
  ///
  /// - Parameter limit: The maximum number of submissions.
  package func failedSubmissions(
    runID: Int64, _ ids: ClosedRange<Int64>, limit: Int
  ) throws(StoreError) -> [(id: Int64, line: Int)] {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT DISTINCT e.submission, s.line FROM error e CROSS JOIN submission s
          WHERE e.run = ? AND e.submission BETWEEN ? AND ? AND s.id = e.submission
          ORDER BY e.submission LIMIT ?
          """, arguments: [runID, ids.lowerBound, ids.upperBound, limit]
      ) { try ($0.integer(0), Int($0.integer(1))) }
    }
  }

  /// Returns the rule set and version of every plan.
  package func planVersions() throws(StoreError) -> [Int64: (rules: String, version: Int)] {
    try read { db in
      try db.dictionary(
        sql: """
          SELECT l.id, s.name, v.number FROM plan l
          JOIN version v ON v.id = l.rules_version
          JOIN definition s ON s.id = v.definition
          """
      ) { try ($0.integer(0), ($0.text(1), Int($0.integer(2)))) }
    }
  }
}

/// Collects the failures of one run.
private struct RunFailures {
  private let limit: Int
  private let onlyOpen: Bool
  private(set) var samples: [FailedRule: [Int64]] = [:]
  private(set) var pairs: [RulePair: Int] = [:]
  private let paired: PairedRules?
  /// The rules that may belong to a pair. Nil means all.
  private let wanted: Set<Int>?
  /// The wanted rules that the current submission fails.
  private var failed: [Int] = []
  private var submission: Int64 = 0

  init(samples: Int, paired: PairedRules?, onlyOpen: Bool) {
    limit = samples
    self.onlyOpen = onlyOpen
    self.paired = paired
    wanted =
      switch paired {
      case .among(let rules): Set(rules)
      case .with: nil
      case nil: []
      }
  }

  /// Reads the run's errors in one pass.
  mutating func read(_ db: Database, _ parts: [VerdictSegment]) throws {
    try Store.forEachFailure(db, in: parts, onlyOpen: onlyOpen) { _, id, row in
      let position = Int(try row.integer(1))
      if id != submission {
        countPairs()
        submission = id
      }
      if wanted?.contains(position) != false { failed.append(position) }
      guard limit > 0 else { return }
      let rule = try FailedRule(row)
      samples[rule, default: []].append(id)
      // Trims only occasionally, because each removal moves the remaining elements.
      if let count = samples[rule]?.count, count / 2 - 4 >= limit {
        samples[rule]?.removeFirst(count - limit)
      }
    }
    countPairs()
    samples = samples.mapValues { Array($0.suffix(limit)) }
  }

  private mutating func countPairs() {
    switch paired {
    case .among:
      for (index, first) in failed.enumerated() {
        for second in failed[(index + 1)...] { count(first, second) }
      }
    case .with(let wanted):
      if failed.contains(wanted) {
        for other in failed where other != wanted { count(min(wanted, other), max(wanted, other)) }
      }
    case nil: break
    }
    failed.removeAll(keepingCapacity: true)
  }

  private mutating func count(_ first: Int, _ second: Int) {
    pairs[RulePair(first: first, second: second), default: 0] += 1
  }
}
