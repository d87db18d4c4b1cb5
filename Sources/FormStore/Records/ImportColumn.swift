import GRDB

/// A column of an import, and the field that it fills.
package struct ImportColumn: Sendable, Hashable {
  package var header: String
  package var field: String?

  package init(header: String, field: String?) {
    self.header = header
    self.field = field
  }

  /// Stores the column as the import's column at a position.
  func insert(_ db: Database, import importID: Int64, at position: Int) throws {
    try db.cachedStatement(
      sql: "INSERT INTO import_column (import, position, header, field) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [importID, position, header, field])
  }
}
