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

/// A decision about a submission.
package struct StoredDecision: Sendable {
  package var kind: Kind
  package var rules: [String]
  package var reason: String
  package var by: String
  package var at: String

  /// The kind of decision.
  package enum Kind: String, Sendable, CaseIterable, DatabaseValueConvertible {
    case waive, reopen
  }
}

extension Store {
  /// Returns the waived failures of a range of submissions, in order.
  package func waivedFailures(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [DecidedFailure] {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT submission, rule FROM waiver WHERE submission BETWEEN ? AND ?
          ORDER BY submission, rule
          """, arguments: [ids.lowerBound, ids.upperBound]
      ) {
        DecidedFailure(submission: $0.integer(0), rule: $0.text(1) ?? "")
      }
    }
  }

  /// Returns the decisions about a submission, oldest first.
  package func decisions(of submission: Int64) throws(StoreError) -> [StoredDecision] {
    try read { db in
      var decisions: [(id: Int64, decision: StoredDecision)] = []
      for row in try Row.fetchAll(
        db,
        sql: """
          SELECT x.id, x.kind, d.rule, e.reason, e."by", e.at FROM decided d
          JOIN decision x ON x.id = d.decision
          JOIN event e ON e.kind = 'decision' AND e.subject = x.id
          WHERE d.submission = ? ORDER BY x.id, d.rule
          """,
        arguments: [submission])
      {
        if let last = decisions.last, try last.id == row[0] {
          decisions[decisions.count - 1].decision.rules.append(try row[2])
        } else {
          decisions.append(
            (
              try row[0],
              try StoredDecision(
                kind: row[1], rules: [row[2]], reason: row[3], by: row[4], at: row[5])
            ))
        }
      }
      return decisions.map(\.decision)
    }
  }
}

extension WritableStore {
  /// Records and seals a decision about failures.
  ///
  /// The caller must hold the writer lock since it looked up the failures.
  ///
  /// - Parameter kind: Whether failures are waived, or waived failures are reopened.
  /// - Returns: The decision's id, and the head of the chain.
  package func decide(
    _ kind: StoredDecision.Kind, of failures: [DecidedFailure], at: String,
    _ attribution: Attribution
  ) throws(StoreError) -> (decision: Int64, head: String) {
    try write { db in
      try db.execute(sql: "INSERT INTO decision (kind) VALUES (?)", arguments: [kind])
      let decision = db.lastInsertedRowID
      let decided = try db.cachedStatement(
        sql: "INSERT INTO decided (decision, submission, rule) VALUES (?, ?, ?)")
      let waiver = try db.cachedStatement(
        sql: kind == .waive
          ? """
          INSERT INTO waiver (decision, submission, rule) VALUES (?, ?, ?)
          ON CONFLICT (submission, rule) DO UPDATE SET decision = excluded.decision
          """ : "DELETE FROM waiver WHERE ?1 > 0 AND submission = ?2 AND rule = ?3")
      for failure in failures {
        try decided.execute(arguments: [decision, failure.submission, failure.rule])
        try waiver.execute(arguments: [decision, failure.submission, failure.rule])
      }
      try StatusTable.decide(db, decision: decision)
      let head = try Ledger.append(
        db, .decision, subject: decision, at: at, attribution: attribution)
      return (decision, head.hexadecimal)
    }
  }
}
