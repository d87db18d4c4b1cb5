import Foundation
import GRDB

/// Withdraws finished imports.
///
/// What the imports superseded or corrected takes effect again. Nothing is deleted except derived
/// rows.
enum Retraction {
  /// Withdraws an import whose submissions have no corrections in effect.
  ///
  /// - Parameter requested: The import whose retraction requires this one: the same, or one whose
  ///   records it corrects.
  /// - Returns: The submissions that are in effect again, in ascending order. Those that are
  ///   accepted have no claims yet.
  static func insert(
    _ db: Database, _ importID: Int64, requested: Int64, at: String, _ attribution: Attribution
  ) throws -> [Int64] {
    let spans = try Store.spans(db, ofImport: importID)
    let form = try db.number(sql: "SELECT form FROM import WHERE id = \(importID)")
    try db.execute(
      sql: "INSERT INTO retraction (import, requested) VALUES (?, ?)",
      arguments: [importID, requested])
    let retraction = db.lastInsertedRowID
    var corrected: [Int64] = []
    var restored: [Int64] = []
    for ids in spans {
      corrected += try removeCorrections(db, ids)
      restored += try removeSupersession(db, by: ids)
    }
    try removeKeys(db, spans, restored: restored, form: Int64(form))
    try Claims.release(db, spans, form: Int64(form))
    for ids in spans { try StatusTable.retract(db, ids) }
    let affected = (restored + corrected).sortedWithoutDuplicates
    try StatusTable.restore(db, affected)
    try ImportColumnTable.setState(db, import: importID, .retracted)
    try db.execute(sql: "DELETE FROM current WHERE import = ?", arguments: [importID])
    try Ledger.append(db, .retraction, retraction, at: at, attribution)
    return affected
  }

  /// Removes the corrections in a range.
  ///
  /// - Returns: The submissions that they corrected.
  private static func removeCorrections(
    _ db: Database, _ ids: ClosedRange<Int64>
  ) throws -> [Int64] {
    let arguments: StatementArguments = [ids.lowerBound, ids.upperBound]
    let corrected = try Int64.fetchAll(
      db, sql: "SELECT corrects FROM correction WHERE submission BETWEEN ? AND ?",
      arguments: arguments)
    try db.execute(
      sql: """
        INSERT INTO retracted_correction (submission)
        SELECT submission FROM correction WHERE submission BETWEEN ? AND ?
        """, arguments: arguments)
    return corrected
  }

  /// Makes submissions that a range superseded those of the next delivery. Purged submissions stay
  /// as they are: their keys no longer exist, so that the purge has sealed what superseded them.
  ///
  /// - Returns: The ones that have no later delivery.
  private static func removeSupersession(
    _ db: Database, by ids: ClosedRange<Int64>
  ) throws -> [Int64] {
    let arguments: StatementArguments = [ids.lowerBound, ids.upperBound]
    let hasLater = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM superseded WHERE submission BETWEEN ? AND ?)",
      arguments: arguments)
    let isLast =
      hasLater == true
      ? "NOT EXISTS (SELECT 1 FROM superseded n WHERE n.submission = superseded.superseded_by)"
      : "TRUE"
    let isPurged = try Purge.isPurged(db, "superseded.submission")
    let restored = try db.mapRows(
      sql: """
        SELECT submission FROM superseded
        WHERE superseded_by BETWEEN ? AND ? AND \(isLast) AND NOT \(isPurged)
        """, arguments: arguments
    ) { $0.integer(0) }
    if hasLater == true { try setNextDelivery(db, by: ids) }
    for column in ["superseded_by", "submission"] {
      try db.execute(
        sql: """
          DELETE FROM superseded WHERE \(column) BETWEEN ? AND ? AND NOT \(isPurged)
          """, arguments: arguments)
    }
    return restored
  }

  /// Makes submissions that a range superseded those of the delivery after it.
  private static func setNextDelivery(_ db: Database, by ids: ClosedRange<Int64>) throws {
    try db.execute(
      sql: """
        UPDATE superseded SET superseded_by = (
          SELECT n.superseded_by FROM superseded n WHERE n.submission = superseded.superseded_by)
        WHERE superseded_by BETWEEN ? AND ?
          AND EXISTS (SELECT 1 FROM superseded n WHERE n.submission = superseded.superseded_by)
          AND NOT \(Purge.isPurged("superseded.submission"))
        """, arguments: [ids.lowerBound, ids.upperBound])
  }

  /// Removes the record keys of an import from those in effect, and adds those of the restored
  /// submissions.
  private static func removeKeys(
    _ db: Database, _ spans: [ClosedRange<Int64>], restored: [Int64], form: Int64
  ) throws {
    guard let list = try KeyList.find(db, form: form, rule: "") else { return }
    let (pages, runs, former) = (KeyPages(list), KeyRuns(list), KeyRuns(list, isFormer: true))
    try pages.forEachSortedBatch(db, spans) { batch in
      try runs.remove(db, batch)
      try former.remove(db, batch)
    }
    if restored.isEmpty { return }
    var writer = try KeyRunWriter(db, runs)
    try pages.forEachSortedBatch(db, restored.sorted().map { $0...$0 }.joined()) { batch in
      try former.remove(db, batch)
      try writer.append(batch)
    }
    try writer.finish()
    try runs.merge(db)
  }
}

extension Store {
  /// Returns the imports of the corrections in effect of the submissions of imports, directly or
  /// through other corrections, newest first.
  package func dependents(ofImports imports: [Int64]) throws(StoreError) -> [Int64] {
    let latest = try importsOfCorrections(of: Set(imports))
    var found = latest
    var next = latest
    while !next.isEmpty {
      next = try importsOfCorrections(of: next).subtracting(found)
      found.formUnion(next)
    }
    return found.sorted(by: >)
  }

  private func importsOfCorrections(of imports: Set<Int64>) throws(StoreError) -> Set<Int64> {
    try read { db in
      var found: Set<Int64> = []
      for importID in imports {
        for ids in try Self.spans(db, ofImport: importID) {
          found.formUnion(
            try Int64.fetchAll(
              db,
              sql: """
                SELECT DISTINCT (SELECT import FROM span WHERE first_submission <= c.submission
                  ORDER BY first_submission DESC LIMIT 1)
                FROM effective_correction c WHERE c.corrects BETWEEN ? AND ?
                """, arguments: [ids.lowerBound, ids.upperBound]))
        }
      }
      return found
    }
  }

  /// Withdraws finished imports in the given order: an import after those that depend on it. The
  /// last one is the one whose retraction was requested.
  ///
  /// - Returns: The submissions that are in effect again, in ascending order. Those that are
  ///   accepted have no claims yet.
  package func retract(
    _ imports: [Int64], at: String, _ attribution: Attribution, in transaction: WriteTransaction
  ) throws(StoreError) -> [Int64] {
    try transaction.perform { db in
      _ = try transaction.begin(db)
      var restored: [Int64] = []
      var withdrawn: [ClosedRange<Int64>] = []
      for importID in imports {
        withdrawn += try Self.spans(db, ofImport: importID)
        restored += try Retraction.insert(
          db, importID, requested: imports[imports.count - 1], at: at, attribution)
      }
      return restored.filter { id in !withdrawn.contains { $0.contains(id) } }
        .sortedWithoutDuplicates
    }
  }

  /// Adds the keys that accepted submissions claim under a rule `unique: ever`.
  ///
  /// - Parameter keys: The submissions with the hashes of their keys, in ascending order.
  package func addClaims(
    form: Int64, rule: String, _ keys: [(submission: Int64, hash: Int64)],
    in transaction: WriteTransaction
  ) throws(StoreError) {
    try transaction.perform { db in
      let list = try KeyList.make(db, form: form, rule: rule)
      let keys = keys.map { SubmissionKey(submission: $0.submission, hash: $0.hash) }
      try KeyPages(list).append(db, keys)
      var entries = keys.map(\.entry)
      entries.sortByHash()
      try KeyRuns(list).add(db, entries)
    }
  }

  /// Returns the retraction of an import, or nil.
  package func retraction(ofImport importID: Int64) throws(StoreError) -> StoredAct? {
    try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT e.reason, e."by", e.at FROM retracted_import r
          JOIN event e ON e.kind = 'retraction' AND e.subject = r.retraction
          WHERE r.import = ?
          """, arguments: [importID]
      ).map { try StoredAct(reason: $0[0], by: $0[1], at: $0[2]) }
    }
  }

  /// Returns whether an import was retracted or reinstated after a run finished.
  package func hasRetraction(sinceRun run: Int64) throws(StoreError) -> Bool {
    try read { db in
      try db.number(
        sql: """
          SELECT EXISTS (SELECT 1 FROM event WHERE kind IN ('retraction', 'reinstatement') AND number > coalesce(
            (SELECT number FROM event WHERE kind = 'run' AND subject = \(run)), 0))
          """) == 1
    }
  }

  /// Returns the first open submissions of an import's form that only rules `unique: ever` reject.
  ///
  /// Costs one read per open submission if the form has such rules.
  package func submissionsRejectedByClaims(
    ofImport importID: Int64, limit: Int
  ) throws(StoreError) -> [Int64] {
    try read { db in
      let form = Int64(try db.number(sql: "SELECT form FROM import WHERE id = \(importID)"))
      if try KeyList.claims(db, form: form).isEmpty { return [] }
      return try Int64.fetchAll(
        db,
        sql: """
          SELECT x.submission FROM submission_status x
          CROSS JOIN current h ON h.first_submission = (
            SELECT max(first_submission) FROM current WHERE first_submission <= x.submission)
          CROSS JOIN import i ON i.id = h.import
          WHERE x.rejected = 1 AND x.state IS NULL AND i.form = ?1 AND NOT EXISTS (
            SELECT 1 FROM error e
            JOIN plan_rule p ON p.plan = h.plan AND p.position = e.rule AND p.severity = 'error'
            WHERE e.run = h.run AND e.submission = x.submission
              AND p.rule NOT IN (SELECT rule FROM key_list WHERE form = ?1))
          ORDER BY 1 LIMIT ?2
          """, arguments: [form, limit])
    }
  }

  /// Returns the head of the chain, also within a transaction.
  package func head() throws(StoreError) -> String {
    try read { db in
      try Data.fetchOne(db, sql: "SELECT head FROM event ORDER BY number DESC LIMIT 1")
        .map { Array($0).hexadecimal } ?? ""
    }
  }
}

extension [Int64] {
  var sortedWithoutDuplicates: [Int64] {
    sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
