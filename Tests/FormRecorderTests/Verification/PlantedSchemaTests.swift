import FormRecorder
import FormRecorderTestSupport
import FormStore
import Foundation
import GRDB
import Testing

/// `verify` detects objects that are planted in the schema of a store, and no command writes to
/// such a store.
@Suite struct PlantedSchemaTests {
  private static let trigger =
    "AFTER INSERT ON submission BEGIN UPDATE plan_rule SET severity = 'info'; END"

  private static func planted(_ type: String, _ name: String, _ table: String, _ sql: String)
    -> String
  {
    """
    PRAGMA writable_schema = ON;
    INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
    VALUES ('\(type)', '\(name)', '\(table)', 0, '\(sql.replacing("'", with: "''"))');
    """
  }

  private static func rewritten(_ from: String, _ to: String, of name: String) -> String {
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '\(from)', '\(to)') WHERE name = '\(name)';
    """
  }

  static let attacks = [
    planted(
      "trigger", "sqlite_stat", "submission", "CREATE TRIGGER sqlite_stat \(trigger)"),
    planted(
      "trigger", "sqlite_stat1", "submission", "CREATE TRIGGER sqlite_stat1 \(trigger)"),
    planted(
      "trigger", "sqlite_stat_x", "submission", "CREATE TRIGGER sqlite_stat_x \(trigger)"),
    planted("view", "sqlite_stat2", "sqlite_stat2", "CREATE VIEW sqlite_stat2 AS SELECT 1 AS a"),
    planted("view", "form_people", "form_people", "CREATE TRIGGER form_people \(trigger)"),
    planted("view", "form_x", "form_x", "CREATE TRIGGER form_x \(trigger)"),
    planted("view", "form_x", "form_x", "CREATE VIEW form_x AS SELECT 1 AS a"),
    planted("table", "sqlite_stat1", "sqlite_stat1", "CREATE TRIGGER sqlite_stat9 \(trigger)"),
    "CREATE TRIGGER planted \(trigger)",
    "CREATE TABLE x (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO x VALUES (5); DROP TABLE x",
    "CREATE TABLE x (a UNIQUE)",
    """
    CREATE TABLE x (a, b, c); PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET name = 'sqlite_stat1', tbl_name = 'sqlite_stat1',
      sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat,more)' WHERE name = 'x'
    """,
    "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER, more)",
    "CREATE TABLE _litestream_lock (id INTEGER); CREATE INDEX x ON _litestream_lock (id)",
    "CREATE VIEW _litestream_lock AS SELECT 1 AS id",
    "CREATE INDEX x ON submission (line) WHERE line > 5",
    "CREATE VIEW x AS SELECT * FROM submission",
    "ALTER TABLE submission ADD COLUMN doubled INTEGER AS (line * 2)",
    "DROP VIEW form_people",
    "DROP VIEW form_people; CREATE VIEW form_people AS SELECT 1 AS _submission",
    "DROP TRIGGER submission_no_delete",
    rewritten("STRICT", "", of: "submission"),
    rewritten("RAISE(ABORT", "RAISE(IGNORE", of: "submission_no_delete"),
    rewritten("CHECK (corrects < submission)", "CHECK (TRUE)", of: "correction"),
    // Comments are not compared. Quoted hyphens do not begin one.
    rewritten(
      "SELECT RAISE", "SELECT 1 AS [--]; SELECT 2 WHERE 0 AND RAISE", of: "submission_no_delete"),
    rewritten(
      "SELECT RAISE", "SELECT 1 AS `--`; SELECT 2 WHERE 0 AND RAISE", of: "submission_no_delete"),
    rewritten(
      "SELECT RAISE", "SELECT 1 AS \"--\"; SELECT 2 WHERE 0 AND RAISE", of: "submission_no_delete"),
    rewritten(
      "SELECT RAISE", "SELECT ''--''; SELECT 2 WHERE 0 AND RAISE", of: "submission_no_delete"),
    rewritten(
      "submission_no_delete BEFORE", "submission_no_delete /* -- */ AFTER",
      of: "submission_no_delete"),
  ]

  private static func altered(_ sql: String) throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name\n1,Ana\n")
    let queue = try DatabaseQueue(path: store.recorder.database)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    return store
  }

  @Test(arguments: attacks)
  func plantedObjectsAreDetected(_ sql: String) throws {
    let store = try Self.altered(sql)
    // SQLite itself refuses to read some of these schemas.
    #expect((try? store.recorder.verify().isOK) != true)
    let before = try Data(contentsOf: URL(fileURLWithPath: store.recorder.database))
    #expect(throws: RecorderError.self) {
      try store.recorder.submit(SubmissionRequest(fields: [("id", "2")]))
    }
    #expect(throws: RecorderError.self) { try store.add("id,name\n3,Bob\n", as: "b.csv") }
    #expect(throws: RecorderError.self) { try store.apply(TemporaryStore.definitions) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.recorder.database)) == before)
  }

  @Test func analyzeTablesAreAllowed() throws {
    let store = try Self.altered("ANALYZE")
    #expect(try store.rows("SELECT count(*) > 0 FROM sqlite_stat1") == ["1"])
    try store.recorder.expectValid()
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "2")]))
  }

  @Test func litestreamTablesAreAllowed() throws {
    let store = try Self.altered(
      """
      CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
      CREATE TABLE _litestream_lock (id INTEGER);
      INSERT INTO _litestream_seq VALUES (1, 7);
      """)
    try store.recorder.expectValid()
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "2")]))
    _ = try store.recorder.backUp(to: store.path("copy.sqlite"))
  }

  @Test func messageNamesThePlantedObject() throws {
    let store = try Self.altered("CREATE TRIGGER planted \(Self.trigger)")
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.submit(SubmissionRequest(fields: [("id", "2")]))
    }
    #expect(error?.description.contains("trigger planted was added") == true)
  }
}
