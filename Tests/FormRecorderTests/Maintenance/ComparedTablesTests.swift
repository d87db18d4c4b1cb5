import FormTestSupport
import Foundation
import Testing

@testable import FormStore

@Suite struct ComparedTablesTests {
  /// Tables that a comparison with a backup omits, because their rows change.
  private static let omitted: Set = [
    // Derived from other tables.
    "current", "submission_status", "retracted_correction", "key_block", "key_page", "key_run",
    "mapping", "mapping_field",
    "replayed", "replayed_rule", "shared_cells", "shown_import", "superseded", "waiver",
    // The progress of unfinished imports, rewritten by each commit.
    "progress",
    // A purge deletes answers, and the salts of earlier purges.
    "answer", "resealed",
  ]

  @Test func everyTableIsComparedOrOmitted() throws {
    let schema = try String(contentsOf: Repository.fixture("schema.sql"), encoding: .utf8)
    let tables = schema.matches(of: /(?m)^CREATE TABLE "?(\w+)/).map { String($0.1) }
    #expect(Set(Store.comparedTables).isDisjoint(with: Self.omitted))
    #expect(Self.omitted.union(Store.comparedTables) == Set(tables))
  }
}
