import FormBytes
import GRDB

extension WritableStore {
  /// Records and seals an assignment.
  ///
  /// The caller must hold the writer lock since it looked up the submissions.
  ///
  /// - Parameters:
  ///   - submissions: Different submissions.
  ///   - assignee: The operator, or nil for nobody.
  /// - Returns: The assignment's id, and the head of the chain.
  package func assign(
    _ submissions: [Int64], to assignee: String?, at: String, _ attribution: Attribution
  ) throws(StoreError) -> (assignment: Int64, head: String) {
    try write { db in
      let assignment = try db.insertRow(into: "assignment", ["assignee": assignee])
      let insertion = try db.cachedStatement(
        sql: "INSERT INTO assigned (assignment, submission) VALUES (?, ?)")
      for submission in submissions { try insertion.execute(arguments: [assignment, submission]) }
      let head = try Ledger.append(
        db, .assignment, subject: assignment, at: at, attribution: attribution)
      return (assignment, head.hexadecimal)
    }
  }
}
