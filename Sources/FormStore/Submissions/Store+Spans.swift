import GRDB

extension Store {
  static func spans(
    _ db: Database, ofImport id: Int64
  ) throws -> [ClosedRange<Int64>] {
    return try db.mapRows(
      sql: """
        SELECT first_submission, last_submission FROM span WHERE import = ?
        ORDER BY first_submission
        """, arguments: [id]
    ) { try $0.ids() }
  }
}
