import FormTestSupport
import Testing

@testable import FormStore

/// Verification names the table and the row of an alteration. `AlterationTests` of FormRecorder
/// alters every column of every table.
@Suite struct StoreVerificationTests {
  struct Alteration: Sendable, CustomTestStringConvertible {
    var sql: String
    var kind: StoreProblem.Kind
    var table: String?
    var row: Int64?
    var run: Int64?

    init(
      _ sql: String, _ kind: StoreProblem.Kind, _ table: String?, row: Int64? = nil,
      run: Int64? = nil
    ) {
      (self.sql, self.kind, self.table, self.row, self.run) = (sql, kind, table, row, run)
    }

    var testDescription: String { sql }
  }

  /// A store with two deliveries of the same records, a discarded import and an unfinished one.
  private static let filled = Result {
    let people = try PeopleStore()
    for number in 0...1 { try people.addImport(number: number, sha256: "\(number)") }
    for number in 2...3 {
      let writer = people.writer(number: number)
      try writer.append(people.batches([2])[0])
      try writer.commit(releasing: true)
      if number == 2 {
        _ = try people.store.discard(writer.importID, at: PeopleStore.now, .none)
      }
    }
    return try people.folder.contents()
  }

  @Test func unalteredStoreHasNoProblem() throws {
    let people = try PeopleStore(Self.filled.get())
    #expect(try people.verificationProblem() == nil)
    let chain = try StoreVerification(people.store).verifyChain()
    #expect((chain.events, chain.submissions) == (11, 0))
    #expect(try StoreVerification(people.store).receiptProblem(chain.head) == nil)
  }

  static let alterations = [
    // The chain
    Alteration("UPDATE event SET at = 'x' WHERE number = 6", .chain, "event", row: 6),
    Alteration("UPDATE event SET head = x'01' WHERE number = 6", .chain, "event", row: 6),
    Alteration("DELETE FROM event WHERE number = 6", .chain, "event", row: 7),
    Alteration("DELETE FROM event WHERE number = 11", .reference, "import"),
    // The rows of events
    Alteration(
      "UPDATE store SET created_at = 'x'", .content, "store", row: Int64(Migration.all.count)),
    Alteration("UPDATE version SET content = '[]' WHERE id = 2", .content, "version", row: 2),
    Alteration("UPDATE plan_rule SET severity = 'info'", .content, "plan_rule", row: 1),
    Alteration("UPDATE import SET source = 'x' WHERE id = 1", .content, "import", row: 1),
    Alteration(
      "UPDATE run_end SET rejected = 0 WHERE run = 2", .content, "run_end", row: 2, run: 2),
    Alteration("DELETE FROM run_rule WHERE run = 1", .content, "run_end", row: 1, run: 1),
    Alteration("UPDATE block SET digest = x'01' WHERE run = 3", .content, "discard", row: 3),
    Alteration("UPDATE progress SET records = 1", .content, "progress", row: 4, run: 4),
    Alteration(
      "UPDATE import_column SET header = 'x' WHERE import = 4", .content, "progress", row: 4, run: 4
    ),
    // Submissions and errors
    Alteration(
      "UPDATE submission SET cells = '[]' WHERE id = 5", .block, "submission", row: 4, run: 2),
    Alteration("UPDATE submission SET line = 9 WHERE id = 1", .block, "submission", row: 1, run: 1),
    Alteration("DELETE FROM error WHERE submission = 2", .block, "submission", row: 1, run: 1),
    Alteration("UPDATE error SET rule = 1", .block, "submission", row: 1, run: 1),
    Alteration(
      "INSERT INTO malformed VALUES (3, x'', 1, 1, 1)", .block, "submission", row: 1, run: 1),
    Alteration(
      "UPDATE submission SET cells = '[]' WHERE id = 7", .block, "submission", row: 7, run: 3),
    Alteration(
      "UPDATE submission SET cells = '[]' WHERE id = 9", .block, "submission", row: 9, run: 4),
    // Rows that were inserted or deleted
    Alteration(
      "INSERT INTO submission (id, line, cells) VALUES (99, 1, '[]')", .reference, "submission"),
    Alteration("DELETE FROM submission WHERE id = 10", .content, "submission"),
    Alteration("INSERT INTO import_column VALUES (9, 0, 'x', 'x')", .reference, "import_column"),
    Alteration("INSERT INTO decision VALUES (1, 'waive')", .reference, "decision"),
    Alteration("INSERT INTO error VALUES (9, 1, 1, NULL, NULL)", .reference, "error"),
    Alteration("INSERT INTO malformed VALUES (99, x'', 1, 1, 1)", .reference, "malformed"),
    Alteration("INSERT INTO answer VALUES (1, 9, 1, 1, 1, 1)", .reference, "answer"),
    // The file and the schema
    Alteration("INSERT INTO waiver VALUES (99, 'x', 99)", .reference, "waiver"),
    Alteration("UPDATE shown_import SET state = 'x' WHERE import = 3", .integrity, nil),
    Alteration("CREATE TABLE forged (a)", .schema, "table forged"),
    Alteration("CREATE INDEX forged ON submission (line)", .schema, "index forged"),
    Alteration(
      "CREATE TRIGGER forged AFTER INSERT ON submission BEGIN SELECT 1; END", .schema,
      "trigger forged"),
    Alteration("DROP INDEX span_import", .schema, "index span_import"),
    Alteration("DROP VIEW error_view", .schema, "view error_view"),
    Alteration(
      "DROP VIEW import_view; CREATE VIEW import_view AS SELECT 1 AS import", .schema,
      "view import_view"),
    Alteration("DROP VIEW form_people", .schema, "view form_people"),
    // Derived tables
    Alteration("UPDATE current SET run = 1 WHERE run = 2", .derived, "current", row: 4),
    Alteration(
      "DELETE FROM submission_status WHERE submission = 2", .derived, "submission_status", row: 2),
    Alteration("DELETE FROM superseded WHERE first_submission = 1", .derived, "key_block"),
    Alteration("DELETE FROM key_block", .derived, "key_block"),
    Alteration("INSERT INTO key_run (list, former, keys) VALUES (1, 0, 0)", .derived, "key_block"),
    Alteration("UPDATE key_run SET former = 1 - former", .derived, "key_block"),
    Alteration("UPDATE key_block SET first = first + 1 WHERE id = 1", .derived, "key_block"),
    Alteration(
      "UPDATE key_block SET first = -1 << 63 WHERE id = 1", .derived, "superseded",
      row: Int64.min),
    Alteration("INSERT INTO key_page SELECT id + 9, keys FROM key_page", .reference, "key_page"),
    Alteration(
      "UPDATE shown_import SET state = NULL WHERE import = 3", .derived, "shown_import", row: 3),
    Alteration("UPDATE mapping_field SET position = 9", .derived, "mapping_field", row: 1),
  ]

  @Test(arguments: alterations) func alterationIsLocated(_ alteration: Alteration) throws {
    let people = try PeopleStore(Self.filled.get())
    try people.tamper(alteration.sql)
    let problem = try #require(try people.verificationProblem())
    #expect(
      (problem.kind, problem.table) == (alteration.kind, alteration.table), "\(problem)")
    #expect((problem.row, problem.runID) == (alteration.row, alteration.run), "\(problem)")
  }

  @Test func unknownHeadIsAProblem() throws {
    let people = try PeopleStore()
    let problem = try StoreVerification(people.store).receiptProblem(
      String(repeating: "0", count: 64))
    #expect(problem?.kind == .receipt)
  }
}
