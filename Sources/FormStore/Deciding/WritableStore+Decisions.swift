import FormBytes
import GRDB

extension WritableStore {
  /// Records and seals a decision about failures.
  ///
  /// The caller must hold the writer lock since it looked up the failures.
  ///
  /// - Parameter kind: Whether failures are waived, or waived failures are reopened.
  /// - Returns: The decision's id, and the head of the chain.
  package func decide(
    _ kind: DecisionKind, of failures: [DecidedFailure], at: String,
    _ attribution: Attribution
  ) throws(StoreError) -> (decision: Int64, head: String) {
    try write { db in
      let decision = try db.insertRow(into: "decision", ["kind": kind.rawValue])
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
