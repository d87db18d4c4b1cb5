package import FormRules
import GRDB

/// The submissions of a form that can be searched, by the columns that they came with.
package struct SearchedSubmissions: Sendable {
  /// The different lists of columns that imports of the form have.
  package var layouts: [[PreparedBatch.Column]] = []
  /// Submissions that have cells, in order, each range with the place of its columns in `layouts`.
  package var ranges: [(ids: ClosedRange<Int64>, layout: Int)] = []
}

extension Store {
  /// The submission of an import that stands in a line of its file, its first or a later one.
  package func submission(ofImport importID: Int64, line: Int) throws(StoreError) -> Int64? {
    try read { db in
      // Lines grow with ids.
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT s.id, s.line, EXISTS (
            SELECT 1 FROM span q JOIN submission t
              ON t.id BETWEEN q.first_submission AND q.last_submission
            WHERE q.import = ?1 AND t.id > s.id)
          FROM span p
          JOIN submission s ON s.id BETWEEN p.first_submission AND p.last_submission
          WHERE p.import = ?1 AND s.line <= ?2 ORDER BY s.line DESC, s.id DESC LIMIT 1
          """,
        arguments: [importID, line])
      // Behind the last record nothing is known of the lines.
      guard let row, try row[1] == line || row[2] else { return nil }
      return try row[0]
    }
  }

  /// All submissions of a form that have cells, of unfinished and discarded imports too.
  package func searchedSubmissions(form: Int64) throws(StoreError) -> SearchedSubmissions {
    try read { db in
      var columns: [Int64: [PreparedBatch.Column]] = [:]
      let rows = try db.makeStatement(
        sql: """
          SELECT c.import, c.header, c.field FROM import i JOIN import_column c ON c.import = i.id
          WHERE i.form = ? ORDER BY c.import, c.position
          """)
      try rows.setArguments([form])
      try rows.forEachStep { row in
        columns[row.integer(0), default: []].append(
          .init(header: row.text(1) ?? "", field: row.text(2)))
      }
      var found = SearchedSubmissions()
      var places: [[PreparedBatch.Column]: Int] = [:]
      let purged = try Purge.ranges(db)
      let spans = try db.makeStatement(
        sql: """
          SELECT s.first_submission, s.last_submission, s.import FROM span s
          JOIN import i ON i.id = s.import WHERE i.form = ? ORDER BY s.first_submission
          """)
      try spans.setArguments([form])
      try spans.forEachStep { row in
        // An import all of whose records are malformed may have no column.
        let layout = columns[row.integer(2)] ?? []
        let place = places[layout] ?? found.layouts.count
        if place == found.layouts.count {
          places[layout] = place
          found.layouts.append(layout)
        }
        found.ranges += [try row.ids()].subtracting(purged).map { ($0, place) }
      }
      return found
    }
  }

  /// The malformed records among some submissions, with their bytes and cells.
  package func forEachMalformed(
    _ ids: ClosedRange<Int64>, _ body: (Int64, _ raw: [UInt8], _ cells: [UInt8]) -> Void
  ) throws(StoreError) {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT m.submission, m.raw, s.cells FROM malformed m
          JOIN submission s ON s.id = m.submission WHERE m.submission BETWEEN ? AND ?
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      try statement.forEachStep { body($0.integer(0), $0.bytes(1), $0.bytes(2)) }
    }
  }

  /// The submissions of a form with a key, in no order, also superseded ones and those of unfinished and
  /// discarded imports.
  package func submissions(withKey key: Hash128, form: Int64) throws(StoreError) -> [Int64] {
    try read { db in
      guard let list = try KeyList.find(db, form: form, rule: "") else { return [] }
      return try list.submissions(db, [KeyEntry(hash: key.storedKey, submission: 0)])
        .map(\.submission)
    }
  }

  /// The different lists of columns that imports of a form have.
  package func layouts(form: Int64) throws(StoreError) -> [[PreparedBatch.Column]] {
    try read { db in
      let statement = try db.cachedStatement(sql: "SELECT columns FROM mapping WHERE form = ?")
      try statement.setArguments([form])
      return try statement.mapSteps { try Mapping.columns($0.bytes(0)) }
    }
  }

  /// The malformed records of a form, with their bytes and cells.
  package func forEachMalformed(
    form: Int64, _ body: (Int64, _ raw: [UInt8], _ cells: [UInt8]) -> Void
  ) throws(StoreError) {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT m.submission, m.raw, s.cells FROM malformed m
          JOIN submission s ON s.id = m.submission
          WHERE ? = (
            SELECT i.form FROM span p JOIN import i ON i.id = p.import
            WHERE p.first_submission <= m.submission ORDER BY p.first_submission DESC LIMIT 1)
          """)
      try statement.setArguments([form])
      try statement.forEachStep { body($0.integer(0), $0.bytes(1), $0.bytes(2)) }
    }
  }

  /// What stands before and behind some submissions in their chains of corrections; each with the submission
  /// that it is found by.
  package func corrections(
    inChainsOf ids: [ClosedRange<Int64>]
  ) throws(StoreError) -> [(submission: Int64, of: Int64)] {
    try related(
      ids,
      """
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
      """)
  }

  private func related(
    _ ids: [ClosedRange<Int64>], _ sql: String
  ) throws(StoreError) -> [(submission: Int64, of: Int64)] {
    try read { db in
      let statement = try db.cachedStatement(sql: sql)
      var found: [(submission: Int64, of: Int64)] = []
      for range in ids {
        try statement.setArguments([range.lowerBound, range.upperBound])
        try statement.forEachStep { found.append(($0.integer(0), $0.integer(1))) }
      }
      return found
    }
  }
}
