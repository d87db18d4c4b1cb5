import GRDB

@testable import FormStore

extension PeopleStore {
  /// Returns the first problem that the checks of `StoreVerification` find, or nil.
  func verificationProblem() throws -> StoreProblem? {
    let verification = StoreVerification(store)
    do {
      if let problem = try verification.verifyChain().problem { return problem }
      var totals = BlockTotals()
      for block in try verification.blocks() {
        if let problem = try verification.problem(of: block, &totals) { return problem }
      }
      return try verification.strayProblem(totals) ?? verification.fileProblem()
        ?? verification.schemaProblem(forms) ?? verification.derivedProblem(forms)
    } catch let problem as StoreProblem {
      return problem
    } catch StoreError.altered(let what) {
      return StoreProblem(.content, what)
    }
  }

  /// Alters the store like a user of the sqlite3 shell, without constraints and triggers. The
  /// triggers are restored afterwards.
  func tamper(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      let triggers = try GRDB.Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger[0] as String)") }
      try db.execute(sql: sql)
      for trigger in triggers { try db.execute(sql: trigger[1]) }
    }
    try queue.close()
  }
}
