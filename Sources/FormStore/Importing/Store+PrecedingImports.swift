import GRDB

/// An earlier import with which limits compare an import.
package struct PrecedingImport: Sendable {
  /// What messages call it: `import` with its number, or the file of a dry run.
  package let name: String
  package let counts: RunCounts

  package init(name: String, counts: RunCounts) { (self.name, self.counts) = (name, counts) }
}

extension Store {
  /// Returns the newest import of a form that had finished by an event, with the given source, or
  /// without a source if that is nil. Excludes intakes and corrections.
  ///
  /// - Complexity: Linear in the number of newer imports of other forms and sources.
  package func precedingImport(
    form: String, source: String?, through event: Int64
  ) throws(StoreError) -> PrecedingImport? {
    try preceding(form: form, source: source, through: event, hasColumns: false)
      .map { PrecedingImport(name: "import \($0.importID)", counts: $0.counts) }
  }

  /// - Parameter hasColumns: Whether imports without columns are excluded too.
  private func preceding(
    form: String, source: String?, through event: Int64, hasColumns: Bool
  ) throws(StoreError) -> (importID: Int64, counts: RunCounts)? {
    try read { db in
      try db.firstRow(
        sql: """
          SELECT i.id, coalesce(w.records, e.records) AS records,
            coalesce(w.accepted, e.accepted) AS accepted, coalesce(w.rejected, e.rejected) AS rejected,
            coalesce(w.warned, e.warned) AS warned, coalesce(w.errors, e.errors) AS errors
          FROM import i
          CROSS JOIN run r ON r.import = i.id AND r.kind IN ('import', 'external')
          CROSS JOIN run_end e ON e.run = r.id
          LEFT JOIN external_run w ON w.import = i.id -- with the records that the external run accepted
          WHERE i.form = (SELECT id FROM definition WHERE kind = 'form' AND name = ?)
            AND i.source IS ? AND i.kind IN ('file', 'stream', 'external')
            AND i.id NOT IN (SELECT import FROM retracted_import)
            AND (NOT ? OR EXISTS (SELECT 1 FROM import_column c WHERE c.import = i.id))
            AND EXISTS (
              SELECT 1 FROM event o WHERE o.kind = 'run' AND o.subject = r.id AND o.number <= ?)
          ORDER BY i.id DESC LIMIT 1
          """, arguments: [form, source, hasColumns, event]
      ) { row in try (row["id"], RunCounts(row)) }
    }
  }

  /// Returns the import of `precedingImport`, among those with columns, and the fields that had
  /// one.
  package func precedingColumns(
    form: String, source: String?, through event: Int64
  ) throws(StoreError) -> (name: String, fields: Set<String>)? {
    let found = try preceding(form: form, source: source, through: event, hasColumns: true)
    guard let preceding = found else { return nil }
    let fields = try columns(ofImport: preceding.importID).compactMap(\.field)
    return ("import \(preceding.importID)", Set(fields))
  }

  /// Returns the columns of imports of a form with the fields that they filled, without
  /// repetitions. Unfinished imports are omitted, so that they do not affect their own repetition.
  package func mappedColumns(
    form: String
  ) throws(StoreError) -> [(header: String, field: String)] {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT DISTINCT c.header, c.field FROM definition f JOIN import i ON i.form = f.id
          JOIN import_column c ON c.import = i.id
          WHERE f.kind = 'form' AND f.name = ? AND c.field IS NOT NULL
            AND i.id NOT IN (SELECT import FROM progress)
          ORDER BY 1, 2
          """, arguments: [form]
      ) { try (header: $0.text(0), field: $0.text(1)) }
    }
  }
}
