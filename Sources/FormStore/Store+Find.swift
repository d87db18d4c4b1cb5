import GRDB

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

  /// The submissions of a form in which a field of its latest version has a text, the last first.
  package func submissions(
    form: Int64, field: String, value: String, limit: Int
  ) throws(StoreError) -> [Int64] {
    try read { db in
      return try Int64.fetchAll(
        db,
        sql: """
          SELECT s.id FROM mapping_field f
          JOIN shown_import i ON i.mapping = f.mapping
          JOIN span p ON p.import = i.import
          JOIN submission s ON s.id BETWEEN p.first_submission AND p.last_submission
          WHERE f.form = ?1 AND f.field = ?2
            AND CAST(s.cells ->> f.position AS TEXT) = ?3
          ORDER BY s.id DESC LIMIT ?4
          """,
        arguments: [form, field, value, limit])
    }
  }
}
