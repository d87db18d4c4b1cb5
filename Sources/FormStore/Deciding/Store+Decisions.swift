import GRDB

/// A failure of a submission under a rule. For a failure of the reader, `rule` is its code.
package struct DecidedFailure: Sendable, Hashable {
  package var submission: Int64
  package var rule: String

  package init(submission: Int64, rule: String) {
    self.submission = submission
    self.rule = rule
  }
}

/// A decision about failures of a submission.
public struct StoredDecision: Sendable, Encodable {
  /// The kind of decision.
  public var kind: DecisionKind
  /// The rules whose failures it concerns.
  public var rules: [String]
  /// The reason for the decision.
  public var reason: String
  /// The operator.
  public var by: String
  /// The time of the decision (RFC 3339 in UTC).
  public var at: String
}

extension Store {
  /// Returns the waived failures of a range of submissions, in order.
  ///
  /// - Parameter decision: The last decision that counts. By default, all decisions count.
  package func waivedFailures(
    _ ids: ClosedRange<Int64>, asOf decision: Int64 = .max
  ) throws(StoreError) -> [DecidedFailure] {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT l.submission, l.rule FROM (
            SELECT submission, rule, max(decision) AS decision FROM decided
            WHERE submission BETWEEN ? AND ? AND decision <= ? GROUP BY submission, rule) l
          CROSS JOIN decision x ON x.id = l.decision
          WHERE x.kind = 'waive' ORDER BY l.submission, l.rule
          """, arguments: [ids.lowerBound, ids.upperBound, decision]
      ) {
        try DecidedFailure(submission: $0.integer(0), rule: $0.text(1))
      }
    }
  }

  /// Returns the decisions about a submission, oldest first.
  package func decisions(of submission: Int64) throws(StoreError) -> [StoredDecision] {
    try read { db in
      var decisions: [(id: Int64, decision: StoredDecision)] = []
      try db.forEachRow(
        sql: """
          SELECT x.id, x.kind, d.rule, e.reason, e."by", e.at FROM decided d
          JOIN decision x ON x.id = d.decision
          JOIN event e ON e.kind = 'decision' AND e.subject = x.id
          WHERE d.submission = ? ORDER BY x.id, d.rule
          """, arguments: [submission]
      ) { row in
        let (id, rule) = try (row.integer(0), row.text(2))
        if decisions.last?.id == id {
          decisions[decisions.count - 1].decision.rules.append(rule)
        } else {
          decisions.append(
            (
              id,
              try StoredDecision(
                kind: row.value(1), rules: [rule], reason: row.text(3), by: row.text(4),
                at: row.text(5))
            ))
        }
      }
      return decisions.map(\.decision)
    }
  }
}
