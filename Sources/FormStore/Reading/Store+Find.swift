package import FormRules
import GRDB

/// The searchable submissions of a form, grouped by their columns.
package struct SearchedSubmissions: Sendable {
  /// The distinct column lists of the form's imports.
  package var layouts: [[ImportColumn]] = []
  /// Submissions that have cells, in order. Each range has the index of its columns in `layouts`.
  package var ranges: [(ids: ClosedRange<Int64>, layout: Int)] = []
}

extension Store {
  /// Returns the submission of an import whose record includes a line of the file.
  package func submission(ofImport importID: Int64, line: Int) throws(StoreError) -> Int64? {
    try read { db in
      // Line numbers increase with ids.
      let last = try db.firstRow(
        sql: """
          SELECT s.id, s.line, EXISTS (
            SELECT 1 FROM span q JOIN submission t
              ON t.id BETWEEN q.first_submission AND q.last_submission
            WHERE q.import = ?1 AND t.id > s.id)
          FROM span p
          JOIN submission s ON s.id BETWEEN p.first_submission AND p.last_submission
          WHERE p.import = ?1 AND s.line <= ?2 ORDER BY s.line DESC, s.id DESC LIMIT 1
          """, arguments: [importID, line]
      ) { try (id: $0.integer(0), line: Int($0.integer(1)), isFollowed: $0.integer(2) == 1) }
      // The end of the last record is unknown.
      guard let last, last.line == line || last.isFollowed else { return nil }
      return last.id
    }
  }

  /// Returns all submissions of a form that have cells, including submissions of unfinished and
  /// discarded imports.
  package func searchedSubmissions(formID: Int64) throws(StoreError) -> SearchedSubmissions {
    try read { db in
      var columns: [Int64: [ImportColumn]] = [:]
      try db.forEachRow(
        sql: """
          SELECT c.import, c.header, c.field FROM import i JOIN import_column c ON c.import = i.id
          WHERE i.form = ? ORDER BY c.import, c.position
          """, arguments: [formID]
      ) { row in
        try columns[row.integer(0), default: []].append(
          .init(header: row.text(1), field: row.optionalText(2)))
      }
      var found = SearchedSubmissions()
      var indices: [[ImportColumn]: Int] = [:]
      let purged = try Purge.ranges(db)
      try db.forEachRow(
        sql: """
          SELECT s.first_submission, s.last_submission, s.import FROM span s
          JOIN import i ON i.id = s.import WHERE i.form = ? ORDER BY s.first_submission
          """, arguments: [formID]
      ) { row in
        // An import whose records are all malformed may have no columns.
        let layout = try columns[row.integer(2)] ?? []
        let index = indices[layout] ?? found.layouts.count
        if index == found.layouts.count {
          indices[layout] = index
          found.layouts.append(layout)
        }
        found.ranges += [try row.ids()].subtracting(purged).map { ($0, index) }
      }
      return found
    }
  }

  /// Returns the submissions of a form with a key, in no particular order, including superseded
  /// submissions and submissions of unfinished, discarded and retracted imports.
  package func submissions(withKey key: Hash128, formID: Int64) throws(StoreError) -> [Int64] {
    try read { db in
      guard let list = try KeyList.find(db, formID: formID, rule: "") else { return [] }
      return try list.submissions(db, [KeyEntry(hash: key.storedKey, submission: 0)])
        .map(\.submission)
    }
  }

  /// Returns the distinct column lists of a form's imports.
  package func layouts(formID: Int64) throws(StoreError) -> [[ImportColumn]] {
    try read { db in
      try db.mapRows(
        sql: "SELECT columns FROM mapping WHERE form = ?", arguments: [formID]
      ) { try ImportColumnTable.columns($0.bytes(0)) }
    }
  }

  /// Calls the body with each malformed record of a form, its bytes and its cells.
  package func forEachMalformed(
    formID: Int64, _ body: (Int64, _ raw: [UInt8], _ cells: [UInt8]) -> Void
  ) throws(StoreError) {
    try read { db in
      try db.forEachRow(
        sql: """
          SELECT m.submission, m.raw, s.cells FROM malformed m
          JOIN submission_content s ON s.id = m.submission
          WHERE ? = (
            SELECT i.form FROM import i WHERE i.id = \(SQLFragments.importID(of: "m.submission")))
          """, arguments: [formID]
      ) { body(try $0.integer(0), $0.bytes(1), $0.bytes(2)) }
    }
  }

  /// Returns the submissions before and after the given ones in their chains of corrections.
  package func corrections(
    inChainsOf ids: [ClosedRange<Int64>]
  ) throws(StoreError) -> [RelatedSubmission] {
    try read { db in
      try ids.flatMap { range in
        try db.mapRows(
          sql: """
            WITH RECURSIVE
              up (id, origin) AS (
                SELECT corrects, submission FROM correction WHERE submission BETWEEN ?1 AND ?2
                UNION ALL
                SELECT c.corrects, up.origin FROM up JOIN correction c ON c.submission = up.id),
              down (id, origin) AS (
                SELECT submission, corrects FROM correction WHERE corrects BETWEEN ?1 AND ?2
                UNION ALL
                SELECT c.submission, down.origin FROM down JOIN correction c ON c.corrects = down.id)
            SELECT id, origin FROM up UNION ALL SELECT id, origin FROM down
            """, arguments: [range.lowerBound, range.upperBound]
        ) { try RelatedSubmission(submission: $0.integer(0), of: $0.integer(1)) }
      }
    }
  }
}

/// A submission that contains the same record as another one.
package struct RelatedSubmission: Sendable {
  package let submission: Int64
  /// The submission through which it was found.
  package let of: Int64
}
