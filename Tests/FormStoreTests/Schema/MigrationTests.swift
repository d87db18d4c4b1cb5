import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormStore

/// The migrations and the schema that they make.
@Suite struct MigrationTests {
  @Test func migrationsMatchTheirFolder() throws {
    let folder = Repository.root.appendingPathComponent("Migrations")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".sql") }.sorted()
    let migrations = try files.map { file in
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      return (name: String(file.dropLast(4)), text: text)
    }
    let constants = migrations.map { name, text in
      "\n" + GeneratedSource.constant("private static let \(name)", text)
    }
    let text = """
      /// The files of `Migrations/`.
      enum MigrationTexts {
        /// Names and texts, in order.
        // swift-format-ignore
        static let all = [
      \(migrations.map { "    (\"\($0.name)\", \($0.name))," }.joined(separator: "\n"))
        ]
        /// `StoreSchema.digest` of the schema that they make.
        static let schemaDigest =
          "\(try Self.schemaDigest(migrations.map(\.text)))"
      \(constants.joined())}

      """
    #expect(
      try GeneratedSource("FormStore", "MigrationTexts", by: Self.self).difference(of: text) == nil)
    #expect(Migration.all.map(\.name) == migrations.map(\.name))
    #expect(Migration.all.map(\.sql) == migrations.map(\.text))
    for (index, migration) in Migration.all.enumerated() {
      let number = String(index + 1)
      #expect(
        migration.name.hasPrefix("m" + String(repeating: "0", count: 4 - number.count) + number))
    }
  }

  private static func schemaDigest(_ migrations: [String]) throws -> String {
    try DatabaseQueue().write { db in
      for sql in [Migration.migrationTable] + migrations { try db.execute(sql: sql) }
      return try StoreSchema.digest(db)
    }
  }

  @Test func schemaMatchesTheFixture() throws {
    let folder = try TemporaryFolder()
    let store = try WritableStore(writingAt: folder.path("s.sqlite"))
    let schema = try store.read { db in
      try String.fetchAll(
        db,
        sql: "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    }
    #expect(
      try Golden.difference(
        of: schema.joined(separator: "\n\n") + "\n", from: Repository.fixture("schema.sql")) == nil)
  }
}
