package import FormRules
import Foundation
import GRDB

extension StoreVerification {
  /// Whether what is kept so that reading is quick follows from the rest: which verdicts hold, and
  /// which columns fill which fields.
  ///
  /// - Parameter forms: the latest version of each form.
  package func derivedProblem(
    _ forms: [(form: Form, id: Int64)]
  ) throws(StoreError) -> StoreProblem? {
    try store.read { db in
      try Self.currentProblem(db) ?? Self.mappingProblem(db, forms)
    }
  }

  private static func currentProblem(_ db: Database) throws -> StoreProblem? {
    let spans = try db.makeStatement(
      sql: """
        SELECT p.first_submission, p.last_submission, p.import, p.first_record FROM span p
        WHERE p.import NOT IN (SELECT import FROM discard) ORDER BY p.first_submission
        """
    ).mapSteps { row in
      let ids = try row.ids()
      return (
        first: ids.lowerBound, last: ids.upperBound, importID: row.integer(2),
        record: Int(row.integer(3))
      )
    }
    let ranges = try db.makeStatement(
      sql: """
        \(Store.coveredRanges) SELECT g.first_submission, g.last_submission, r.id, r.plan,
          coalesce(o.number, 0)
        FROM covered g
        JOIN run r ON r.id = g.run
        LEFT JOIN event o ON o.kind = 'run' AND o.subject = r.id
        WHERE o.number IS NOT NULL OR r.kind = 'intake' ORDER BY g.first_submission
        """
    ).mapSteps(Store.RunRange.init(row:))
    let segments = Store.segments(spans: spans, ranges: ranges)
    let found = try Current.read(db, 0 ... .max)
    var next = 0
    for range in found where range.run != nil {
      // A range of current ends where its mapping does; a segment does not.
      guard next < segments.count else { return problem(range.ids.lowerBound) }
      let segment = segments[next]
      guard segment.ids.contains(range.ids.lowerBound), segment.ids.contains(range.ids.upperBound),
        segment.run == range.run, segment.plan == range.plan,
        segment.importID == range.importID,
        Int64(segment.firstRecord) &+ range.ids.lowerBound - segment.ids.lowerBound
          == range.firstRecord
      else { return problem(range.ids.lowerBound) }
      if range.ids.upperBound == segment.ids.upperBound { next += 1 }
    }
    let judged = found.filter { $0.run != nil }.reduce(0) { $0 + $1.ids.count }
    guard next == segments.count, judged == segments.reduce(0, { $0 + $1.ids.count }) else {
      return problem(segments.dropFirst(next).first?.ids.lowerBound)
    }
    let open = found.filter { $0.run == nil }.map {
      [$0.ids.lowerBound, $0.ids.upperBound, $0.importID, $0.firstRecord]
    }
    let unfinished = try db.makeStatement(
      sql: """
        SELECT first_submission, last_submission, import, first_record FROM span
        WHERE import IN (SELECT import FROM progress) ORDER BY first_submission
        """
    ).mapSteps { row in (0..<4).map { row.integer(Int32($0)) } }
    return open == unfinished ? nil : problem(open.first?.first)
  }

  private static func problem(_ submission: Int64?) -> StoreProblem {
    StoreProblem(
      .derived, table: "current", row: submission,
      "which verdicts hold was altered" + (submission.map { ", at submission \($0)" } ?? ""))
  }

  private static func mappingProblem(
    _ db: Database, _ forms: [(form: Form, id: Int64)]
  ) throws -> StoreProblem? {
    for row in try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT c.import, c.mapping, c.form, i.form, m.form, m.columns FROM current c
        JOIN import i ON i.id = c.import JOIN mapping m ON m.id = c.mapping
        """)
    {
      let (importID, mapping): (Int64, Int64) = (row[0], row[1])
      let form: Int64 = row[3]
      guard row[2] == form, row[4] == form,
        try Store.columns(db, importID) == Mapping.columns(row[5])
      else {
        return StoreProblem(
          .derived, table: "mapping", row: mapping,
          "the columns of import \(importID) as views show them were altered")
      }
    }
    for (form, id) in forms {
      for row in try Row.fetchAll(
        db, sql: "SELECT id, columns FROM mapping WHERE form = ?", arguments: [id])
      {
        let mapping: Int64 = row[0]
        let columns = form.columnOfField(try Mapping.columns(row[1]))
        let wanted = zip(form.fields, columns).compactMap { field, column in
          column.map { "\(field.name)\u{1F}\($0)" }
        }
        let found = try Row.fetchAll(
          db, sql: "SELECT field, position, form FROM mapping_field WHERE mapping = ?",
          arguments: [mapping]
        ).map { "\($0[0] as String)\u{1F}\($0[1] as Int)\(($0[2] as Int64) == id ? "" : "!")" }
        guard wanted.sorted() == found.sorted() else {
          return StoreProblem(
            .derived, table: "mapping_field", row: mapping,
            "which columns fill the fields of form '\(form.name)' was altered")
        }
      }
    }
    let stray = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM mapping_field WHERE mapping NOT IN (SELECT id FROM mapping)")
    return stray == 0
      ? nil
      : StoreProblem(.derived, table: "mapping_field", "mapping_field has rows of no mapping")
  }

  /// Whether a submission claims a key under a rule `unique: ever`.
  package func isClaimed(
    _ hash: [UInt8], form: Int64, rule: String, by submission: Int64
  ) throws(StoreError) -> Bool {
    do {
      return try store.queue.inDatabase { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM claim
              WHERE form = ? AND rule = ? AND hash = ? AND submission = ?)
            """)
        return try Bool.fetchOne(statement, arguments: [form, rule, Data(hash), submission])
          ?? false
      }
    } catch {
      throw StoreError(error, path: store.path)
    }
  }

  /// How many keys are claimed.
  package func claimCount() throws(StoreError) -> Int {
    try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM claim") ?? 0 }
  }
}
