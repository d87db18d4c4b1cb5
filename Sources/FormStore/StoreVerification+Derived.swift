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
    if let odd = found.first(where: { ($0.run == nil) != ($0.plan == nil) }) {
      return problem(odd.ids.lowerBound)
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
    var problem: StoreProblem?
    try db.makeStatement(
      sql: """
        SELECT i.id, x.mapping, x.mapping IS NULL OR (m.form IS i.form AND d.import IS NULL), m.columns,
          d.import IS NULL AND EXISTS (SELECT 1 FROM span p WHERE p.import = i.id)
        FROM import i
        LEFT JOIN shown_import x ON x.import = i.id
        LEFT JOIN mapping m ON m.id = x.mapping
        LEFT JOIN discard d ON d.import = i.id
        UNION ALL
        SELECT import, mapping, 0, NULL, 0 FROM shown_import
        WHERE import NOT IN (SELECT id FROM import)
        """
    ).forEachStep(while: { problem == nil }) { row in
      let isShown = !row.isNull(1)
      let columns = isShown ? try? Mapping.columns(row.bytes(3)) : nil
      guard row.integer(2) == 1, isShown || row.integer(4) == 0,
        try !isShown || columns == Store.columns(db, row.integer(0))
      else {
        problem = StoreProblem(
          .derived, table: "shown_import", row: row.integer(0),
          "the columns of import \(row.integer(0)) as views show them were altered")
        return
      }
    }
    if let problem { return problem }
    for (form, id) in forms {
      let mappings = try db.makeStatement(sql: "SELECT id, columns FROM mapping WHERE form = ?")
      try mappings.setArguments([id])
      try mappings.forEachStep(while: { problem == nil }) { row in
        let mapping = row.integer(0)
        let columns = (try? Mapping.columns(row.bytes(1))).map(form.columnOfField)
        let wanted = zip(form.fields, columns ?? []).compactMap { field, column in
          column.map { "\(field.name)\u{1F}\($0)\u{1F}\(id)" }
        }
        let fields = try db.makeStatement(
          sql: "SELECT field, position, form FROM mapping_field WHERE mapping = ?")
        try fields.setArguments([mapping])
        let found = try fields.mapSteps { row in
          "\(row.text(0) ?? "")\u{1F}\(row.integer(1))\u{1F}\(row.integer(2))"
        }
        guard columns != nil, wanted.sorted() == found.sorted() else {
          problem = StoreProblem(
            .derived, table: "mapping_field", row: mapping,
            "which columns fill the fields of form '\(form.name)' was altered")
          return
        }
      }
    }
    if let problem { return problem }
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
