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

  /// The SHA-256 digest of each migration. Migrations must not change: a change of the schema
  /// requires a new file and a new line here.
  private static let digests = [
    "m0001_definitions":
      "45bb12b31fa6629c7ce1e289876cbd7e18d211ec50ef7cf74e68c128f2737287",
    "m0002_submissions":
      "9c6c83fa185de25f0750868db68c18887e8efbd997e051f495e0a8d691191e6b",
    "m0003_runs":
      "591ac865d62657c3f20d30cd589e603f5827e47acf38ff8e7086cf7b51fe7c84",
    "m0004_ledger":
      "0e351971bb110a4be2a624d1714c86180ac43a5687bf7fbc62e78acf6b7390ee",
    "m0005_current":
      "97039e5e86dedfce5bc291b3dfe0da3d50c75206874cfee4bc69f1ad050569d0",
    "m0006_append_only":
      "bbeaacb89e32e7f4980433889942b86295eeebcb612e49b831c1f6df37ad52b0",
    "m0007_views":
      "45749c9d2a096bfdd5dab446f7f174a80eb9c5734ca07d6b431053eed55b4370",
    "m0008_answers":
      "01b01f1b4e61b52ad0210430c1132bfd470bf526ac324db7f3bd9beeb49ebe3c",
    "m0009_activities":
      "9a67e671a75e021c8edb3f4a55d330120f634aa67a9dfcf7f70c51a9348c468c",
    "m0010_event_kinds":
      "d8efe3cbe08d798c9464df306f17ac81ce7ca502d4df0d7aadf78874aa4314a9",
    "m0011_erased_quotes":
      "19712a0c2293736b16c91d3d3e6483525809640ad429c731233fe34e94987d34",
    "m0012_standard_names":
      "0d6d5a9a3561e77638ab1da2595775fb6f1a5ec29c7f8fbabf0ea68c787e4a05",
    "m0013_intake_names":
      "946b343be11432d170ead4b6cf001515d47fb195863d1506548f4d68a108c983",
    "m0014_supersession_order":
      "f52bb2dd8074e11b1ecac38669a49d036d23d18e076338f169ad3bf9063da4cf",
  ]

  @Test func migrationsAreUnchanged() {
    for (name, sql) in MigrationTexts.all {
      var digest = Digest()
      digest.update(Array(sql.utf8))
      #expect(digest.bytes.hexadecimal == Self.digests[name], "\(name)")
    }
    #expect(MigrationTexts.all.count == Self.digests.count)
  }
}
