import FormTestSupport
import GRDB

@testable import FormStore

/// A database in memory with the schema of a store and a form, for tests of its keys.
enum KeyDatabase {
  static let form: Int64 = 1

  static func with<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try DatabaseQueue().write { db in
      try Migration.createSchema(db)
      try db.execute(
        sql: "INSERT INTO definition (id, kind, name) VALUES (?, 'form', 'people')",
        arguments: [form])
      return try body(db)
    }
  }
}

enum RandomKeys {
  /// Hashes of the whole range, or of so small a range that many are equal.
  static func hash(_ isSparse: Bool, _ random: inout SeededGenerator) -> Int64 {
    isSparse
      ? .random(in: .min ... .max, using: &random) : .random(in: -20...20, using: &random)
  }
}
