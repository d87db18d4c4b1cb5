import FormBytes
import GRDB

/// A table of an `ExportDatabase`.
package struct TableShape: Sendable {
  /// A column with its declared type, such as `INTEGER PRIMARY KEY`.
  package struct Column: Sendable, Equatable {
    package var name: String
    package var type: String

    package init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
  }

  package var name: String
  package var columns: [Column]
  /// Columns with an index, named `_table_column`. Rows should be appended in ascending order of
  /// their values.
  package var indexed: [String]

  package init(_ name: String, _ columns: [Column], indexed: [String] = []) {
    self.name = name
    self.columns = columns
    self.indexed = indexed
  }
}

/// An SQLite file of plain tables, written sequentially.
///
/// It has no journal and is not synchronized to disk when it is closed, so the caller must rename
/// it to its final name only when it is complete.
package final class ExportDatabase {
  private let path: String
  private let queue: DatabaseQueue
  private let rows: BatchTable

  /// The maximum number of columns. This is SQLite's own limit.
  package static let maximumColumns = 2_000

  /// - Parameters:
  ///   - temporaryPath: The path of an empty file.
  ///   - path: The path to use in errors.
  package init(_ temporaryPath: String, named path: String) throws(StoreError) {
    self.path = path
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA page_size = 32768;
          PRAGMA journal_mode = OFF;
          PRAGMA synchronous = OFF;
          PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA temp_store = MEMORY;
          PRAGMA cache_size = -8192;
          """)
    }
    do {
      let queue = try DatabaseQueue(path: temporaryPath, configuration: configuration)
      rows = try queue.inDatabase { db in
        try db.beginTransaction(.immediate)
        return try BatchTable(db, cellColumns: Self.maximumColumns)
      }
      self.queue = queue
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Creates a table without rows.
  package func create(_ shape: TableShape) throws(StoreError) {
    let columns = shape.columns.map { "\($0.name.asSQLName) \($0.type)" }
    try write { db in
      try db.execute(
        sql: "CREATE TABLE \(shape.name.asSQLName) (\n  \(columns.joined(separator: ",\n  ")))")
      // The rows arrive in the order of the indexed columns, so that an entry is appended. An index
      // that is created at the end would be sorted in memory.
      for column in shape.indexed {
        try db.execute(
          sql: """
            CREATE INDEX \("_\(shape.name)_\(column)".asSQLName)
            ON \(shape.name.asSQLName) (\(column.asSQLName))
            """)
      }
    }
  }

  /// Appends rows to a table. Their cells are in the order of its columns.
  package func append(_ batch: borrowing TableRows, to shape: TableShape) throws(StoreError) {
    guard batch.count > 0 else { return }
    do {
      try queue.inDatabase { db in
        var arguments: [any DatabaseValueConvertible] = []
        let columns = shape.columns.indices.map { column in
          guard let shared = batch.shared[column] else { return "c\(column)" }
          guard let value = batch.value(shared) else { return "NULL" }
          arguments.append(value)
          return "?"
        }
        let statement = try db.cachedStatement(
          sql: """
            INSERT INTO \(shape.name.asSQLName)
            SELECT \(columns.joined(separator: ", ")) FROM batch_cell
            """)
        let values = StatementArguments(arguments)
        try rows.withRows(batch) { try statement.execute(arguments: values) }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Passes all data to the file system.
  package func close() throws(StoreError) {
    try write { try $0.commit() }
    do {
      try queue.close()
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private func write(_ body: (Database) throws -> Void) throws(StoreError) {
    do {
      try queue.inDatabase(body)
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
