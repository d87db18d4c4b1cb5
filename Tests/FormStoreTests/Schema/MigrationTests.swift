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
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
      return """

          private static let \(name) = #\"""
        \(indented)
            \"""#

        """
    }
    let text = """
      /// The files of `Migrations/`.
      enum MigrationTexts {
        /// Names and texts, in order.
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
    let store = try Store(writingAt: folder.path("s.sqlite"))
    let schema = try store.read { db in
      try String.fetchAll(
        db,
        sql: "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    }
    #expect(
      try Golden.difference(
        of: schema.joined(separator: "\n\n") + "\n", from: Repository.fixture("schema.sql")) == nil)
  }

  /// The SHA-256 digest of each released migration. Released migrations must not change: a schema
  /// change requires a new file and a new line here.
  private static let released = [
    "m0001_definitions":
      "f80b7afa9d140614df27b64948b9652583cb9e3b2f288b1182a5a7dd7aaac47f",
    "m0002_submissions":
      "aefc624d27e7210e6b420bdde032d149eda96da2eca4365a7704aa4456239ebe",
    "m0003_runs":
      "71d1930fdcc4134fb14c2933d46795aac7c355aae6c5979a5c2e31ed99ac46cc",
    "m0004_ledger":
      "e898db2ea20e384b98733f14f00b35893776ffe6a3b05c29f3fc0bd79dcc5dc6",
    "m0005_current":
      "f4dc6437bef8952a8eac9ce52df4ff5665d2f3513e32b6589a4995568887097a",
    "m0006_append_only":
      "4142acfdf929b85fae6e267b4e118ba87449a1b93a9be783cc35da61e04f779b",
    "m0007_views":
      "a33c57ab311e78392cf3d8580ec29a78c759fe1976e49b52e7440b668f33dada",
    "m0008_answers":
      "a9a8a0487d3d52166079557790b4d96e25385826da6c3998bb60ba4c320b0ee1",
    "m0009_activities":
      "610eb0168e35983fe5a6a36c3d4e99901bdef6f1506d6b09e677297a98e85107",
    "m0010_event_kinds":
      "5afd6e443aaf7c92830edad90ace8bf0a0a2dc348e57364ec48b06f7b00bdc3c",
    "m0011_erased_quotes":
      "8b6f2d97abdeb3d81f892a611f49cd4591cced84b0c97ad3002bd0c0a4f93690",
  ]

  @Test func releasedMigrationsAreUnchanged() {
    for (name, sql) in MigrationTexts.all {
      var digest = Digest()
      digest.update(Array(sql.utf8))
      #expect(digest.bytes.hexadecimal == Self.released[name], "\(name)")
    }
    #expect(MigrationTexts.all.count == Self.released.count)
  }
}
