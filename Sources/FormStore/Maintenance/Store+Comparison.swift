import FormBytes
import GRDB

/// Rows of one table that differ from an earlier copy of the store.
package struct TableDifference: Sendable, Encodable {
  package var table: String
  /// The keys of the first differing rows.
  package var rows: [String]
  package var isCut: Bool
  package var description: String

  private enum CodingKeys: String, CodingKey { case table, rows, isCut = "more" }
}

extension Store {
  private static let shownRows = 10

  /// Compares the store with an earlier copy.
  ///
  /// Everything in the copy must be unchanged in the store.
  ///
  /// - Returns: The tables that differ, and the number of rows added since.
  package func compareRows(
    withCopy path: String
  ) throws(StoreError) -> (differences: [TableDifference], newRows: Int) {
    try requireCopy(path)
    do {
      return try queue.inDatabase { db in
        try db.execute(sql: "ATTACH ? AS copy", arguments: [StoreFile.readOnlyURI(path)])
        // The connection is closed after the comparison.
        defer { try? db.execute(sql: "DETACH copy") }
        var (differences, newRows) = ([TableDifference](), 0)
        for table in Self.comparedTables {
          if let difference = try Self.difference(db, table) { differences.append(difference) }
          newRows +=
            try db.number(
              sql:
                "SELECT (SELECT count(*) FROM main.\(table)) - (SELECT count(*) FROM copy.\(table))"
            )
        }
        return (differences, max(0, newRows))
      }
    } catch {
      throw StoreError(error, path: self.path)
    }
  }

  /// - Throws: `StoreError` if the file is not another store.
  private func requireCopy(_ path: String) throws(StoreError) {
    let copy: Store
    do throws(StoreError) {
      copy = try Store(readingAt: path, lockTimeout: lockTimeout)
    } catch {
      switch error {
      // The remedies for these errors concern the database, not its copy.
      case .missing: throw .unknown("\(path): no such file")
      case .foreign: throw .unusable(path: path, reason: "is a database of another program")
      default: throw error
      }
    }
    if copy.identity == identity {
      throw .unusable(path: path, reason: "is the database itself, not a copy")
    }
  }

  /// The append-only tables, apart from the ends of spans. A test compares them with the schema.
  static let comparedTables = [
    "migration", "store", "reader_code", "definition", "version", "plan", "plan_rule", "import",
    "import_column", "submission", "span", "malformed", "import_end", "discard", "retraction",
    "reinstatement", "erased_key", "intake", "external_run", "intake_submission", "correction",
    "decision", "decided", "assignment", "assigned", "comment", "run", "run_end", "run_rule",
    "run_range", "error", "block", "event", "purge", "purged", "key_list", "activity",
  ]

  /// The columns that a purge erases, with what it leaves, and the column with the submission's id.
  private static let purgedColumns = [
    "submission": ([#""cells""#: "'[]'"], "id"), "malformed": ([#""raw""#: "x''"], "submission"),
    "intake_submission": ([#""salt""#: "x''", #""idempotency_key""#: "NULL"], "submission"),
    "comment": ([#""text""#: "''", #""salt""#: "x''"], "submission"),
  ]

  private static func difference(_ db: Database, _ table: String) throws -> TableDifference? {
    let columns = try db.mapRows(
      sql: "SELECT name, pk FROM pragma_table_info(?)", arguments: [table]
    ) { try (name: "\"\($0.text(0))\"", isKey: $0.integer(1) > 0) }
    let keys = columns.filter(\.isKey).map(\.name)
    let changed = columns.filter { !$0.isKey }.map { isChanged($0.name, in: table) }
    // Not kept, because each table has its own statement, which is executed once.
    let rows = try db.makeStatement(
      sql: """
        SELECT \(keys.map { "x.\($0)" }.joined(separator: ", ")), y.\(keys[0]) IS NULL
        FROM copy.\(table) x
        LEFT JOIN main.\(table) y ON \(keys.map { "y.\($0) = x.\($0)" }.joined(separator: " AND "))
        WHERE (y.\(keys[0]) IS NULL\(changed.map { " OR \($0)" }.joined()))\(isEnded(table))
        LIMIT \(shownRows + 1)
        """
    ).mapSteps { row in
      try keys.indices.map { (try row[$0] as DatabaseValue).description }.joined(separator: "/")
        + ((row[keys.count] as Bool) ? " (missing)" : "")
    }
    if rows.isEmpty { return nil }
    return TableDifference(
      table: table, rows: Array(rows.prefix(shownRows)), isCut: rows.count > shownRows,
      description: rows.count > shownRows
        ? "more than \(shownRows) rows differ"
        : "\(rows.count.counted("row")) differ")
  }

  /// Returns the condition that a column of a row changed other than by a purge or a longer import.
  private static func isChanged(_ column: String, in table: String) -> String {
    var differs = "y.\(column) IS NOT x.\(column)"
    switch (table, column) {
    // A purge moves cells that submissions share.
    case ("submission", #""cells_of""#): return "FALSE"
    case ("submission", #""cells""#): differs = "\(cells("main", "y")) IS NOT \(cells("copy", "x"))"
    default: break
    }
    if let (erased, id) = purgedColumns[table], let rest = erased[column] {
      return "(\(differs) AND NOT (y.\(column) IS \(rest) AND \(Purge.isPurged("x.\(id)"))))"
    }
    return switch (table, column) {
    case ("span", #""last_submission""#): "y.\(column) < x.\(column)"
    case ("block", #""salt""#), ("block", #""withdrawn""#):
      """
      (\(differs) AND NOT EXISTS (
        SELECT 1 FROM main.resealed r WHERE r.run = x.run AND r.number = x.number))
      """
    // A purge erases values that errors quote.
    case ("error", #""arguments""#):
      """
      (\(differs) AND NOT (y.arguments IS json_remove(x.arguments, '$.mode')
        AND EXISTS (SELECT 1 FROM main.resealed r WHERE r.run = x.run)))
      """
    default: differs
    }
  }

  /// Returns an expression for the cells of a submission, which it may share with another.
  private static func cells(_ schema: String, _ row: String) -> String {
    "coalesce(\(row).cells, (SELECT o.cells FROM \(schema).submission o WHERE o.id = \(row).cells_of))"
  }

  /// Returns the condition that a row does not belong to an interrupted replay, whose rows may have
  /// been deleted.
  private static func isEnded(_ table: String) -> String {
    let run: String
    switch table {
    case "error", "block", "run_range": run = "x.run"
    case "run": run = "x.id"
    default: return ""
    }
    return """
       AND NOT EXISTS (SELECT 1 FROM copy.run r WHERE r.id = \(run) AND r.kind = 'replay'
        AND NOT EXISTS (SELECT 1 FROM copy.run_end e WHERE e.run = r.id))
      """
  }
}
