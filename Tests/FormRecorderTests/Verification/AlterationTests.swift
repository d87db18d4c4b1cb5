import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormRecorder

/// Verification detects alterations that bypass formrec: changes to any column of any table, and
/// deleted, inserted and moved rows. `StoreVerificationTests` tests which problem is reported.
@Suite struct AlterationTests {
  private static let definitions = PeopleDefinitions.yaml(
    form: "key: [id]\nerased: note",
    rules: """
      limits:
        - rejected: {max: 0}
      fields:
        id:
          - unique: ever
          - range: {max: 10}
        name:
          - length: {max: 5}
            severity: warning
      """)

  private static let filled = Result { try fill().contents() }

  private static func filledStore() throws -> TemporaryStore { try TemporaryStore(filled.get()) }

  /// A store with at least one row in every table.
  private static func fill() throws -> TemporaryStore {
    let store = try TemporaryStore(definitions)
    try store.add("id,name\n1,a\n2,much too long\n30,x\n4\n", source: "north", batchLabel: "35")
    try store.write("id,name\n" + (100...1_110).map { "\($0),b\n" }.joined(), to: "b.csv")
    for isDiscarded in [true, false] {
      var request = ImportRequest(path: store.path("b.csv"))
      request.chunk = 1_000
      request.by = "ana"
      store.breakOff(request)
      if isDiscarded { _ = try store.recorder.discard(2, by: "ana", reason: "wrong") }
    }
    for id in [5, 50] {
      var request = SubmissionRequest(fields: [("id", "\(id)"), ("more", "x")])
      request.idempotencyKey = "k\(id)"
      request.source = "web"
      _ = try store.recorder.submit(request)
    }
    try store.apply(definitions.replacing("max: 10", with: "max: 40"))
    var replay = ReplayRequest()
    replay.importID = 1
    replay.onlyRejected = true
    _ = try store.recorder.replay(replay)
    try store.write("id,name,_submission\n4,d,4\n", to: "back.csv")
    _ = try store.recorder.importCorrections(CorrectionRequest(path: store.path("back.csv")))
    _ = try store.recorder.assign(.all, to: "bo", by: "ana")
    var waived = SubmissionSelection.all
    waived.rule = "id.range"
    _ = try store.recorder.waive(waived, by: "ana", reason: "known")
    for id in [2, 3] as [Int64] {
      _ = try store.recorder.comment(on: id, text: "really?", by: "ana")
    }
    let run = try ExternalRunFolder(definitions: store.path("definitions.yaml"))
    _ = try store.recorder.importExternalRun(ExternalRunRequest(folder: run.folder.url.path))
    // Deliver records again, then purge: one block of an import twice, and a single submission.
    try store.add("id,name\n1,a\n2,ok\n", source: "north")
    for ids in [[1], [2, 5, 2_008], [2_006]] {
      _ = try store.recorder.purge(
        PurgeRequest(.submissions(ids.map(Int64.init)), by: "ana", reason: "erasure"))
    }
    try store.add("id,name\n900,x\n", source: "north")
    let last = try store.rows("SELECT max(id) FROM submission")[0]
    try store.write("id,name,_submission\n5,x,\(last)\n", to: "wrong.csv")
    let wrong = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("wrong.csv")))
    _ = try store.recorder.retract(
      RetractionRequest(importID: #require(wrong.importID), by: "ana", reason: "wrong"))
    let again = try store.add("id,name\n901,x\n", source: "north")
    for isUndo in [false, true] {
      var request = RetractionRequest(
        importID: try #require(again.importID), by: "ana", reason: "wrong")
      request.isUndo = isUndo
      _ = try store.recorder.retract(request)
    }
    try store.recorder.revokeAccess(
      store.recorder.grantToken(AccessRequest(name: "web", role: .read)).grant.id)
    try addAnswers(to: store)
    return store
  }

  /// Adds an import and a submission whose rule calls a service.
  private static func addAnswers(to store: TemporaryStore) throws {
    try store.apply(
      """
      form: asked
      fields:
        - {name: name, type: text}
      ---
      rules: asked
      form: asked
      fields:
        name:
          - remote: https://example.com/free
      """)
    store.recorder.settings.services = Services(
      ServiceClient { _ in .response(status: 200, body: Array("true".utf8)) })
    try store.write("name\na\nb\n", to: "asked.csv")
    var request = ImportRequest(path: store.path("asked.csv"))
    request.form = VersionReference("asked")
    _ = try store.recorder.importFile(request)
    var submit = SubmissionRequest(fields: [("name", "c")])
    submit.form = VersionReference("asked")
    _ = try store.recorder.submit(submit)
  }

  /// Columns that are not sealed because no result depends on them.
  private static let excused = [
    "progress.process": "names a process in messages",
    "progress.updated_at": "says when the last commit was",
    "key_block.id": "orders the blocks of a run that begin with the same hash",
  ]

  /// Testing every column takes a minute, so the default suite tests every 21st column and
  /// `Tests/faults` tests all of them. `LedgerTests` tests the columns that each event seals.
  private static let stride = LongTests.areWanted ? 1 : 21

  private static let sqliteTables = "name NOT LIKE 'sqlite_%'"

  @Test func everyColumnOfEveryTableIsSealed() throws {
    let store = try Self.filledStore()
    try store.recorder.expectValid()
    let original = try Data(contentsOf: URL(fileURLWithPath: store.recorder.database))
    let tables = try store.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND \(Self.sqliteTables)")
    var (tried, place) = (0, 0)
    for table in tables {
      #expect(try store.rows("SELECT count(*) > 0 FROM \(table)") == ["1"], "\(table) is empty")
      for column in try store.rows("SELECT name FROM pragma_table_info('\(table)')") {
        let name = "\(table).\(column)"
        place += 1
        guard Self.excused[name] == nil, place % Self.stride == 0 else { continue }
        let quoted = "\"\(column)\""
        let isAltered = try alter(
          store,
          """
          UPDATE \(table) SET \(quoted) = CASE typeof(\(quoted))
            WHEN 'integer' THEN \(quoted) + 100000 WHEN 'text' THEN \(quoted) || 'x'
            WHEN 'blob' THEN CAST(\(quoted) || x'00' AS BLOB) ELSE 1 END
          WHERE rowid = (SELECT max(rowid) FROM \(table))
          """, of: table, original: original)
        guard isAltered else { continue }
        tried += 1
        #expect(try !store.recorder.verify().isOK, "\(name) can be altered")
        try original.write(to: URL(fileURLWithPath: store.recorder.database))
      }
      for statement in [
        "DELETE FROM \(table) WHERE rowid = (SELECT max(rowid) FROM \(table))",
        "DELETE FROM \(table)",
      ] {
        place += 1
        guard place % Self.stride == 0,
          try alter(store, statement, of: table, original: original)
        else { continue }
        tried += 1
        #expect(try !store.recorder.verify().isOK, "\(statement)")
        try original.write(to: URL(fileURLWithPath: store.recorder.database))
      }
    }
    #expect(tried > 150 / Self.stride)
    try store.recorder.expectValid()
  }

  /// Runs a statement and returns false if the table's constraints reject it. In tables without
  /// rowids, the statement applies to the row with the greatest key.
  private func alter(
    _ store: TemporaryStore, _ statement: String, of table: String, original: Data
  ) throws -> Bool {
    var statement = statement
    let isWithoutRowID =
      try store.rows(
        "SELECT wr FROM pragma_table_list WHERE name = '\(table)' AND schema = 'main'") == ["1"]
    if isWithoutRowID {
      let keys = try store.rows("SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0")
        .map { "\"\($0)\"" }.joined(separator: ", ")
      statement = statement.replacing(
        "rowid = (SELECT max(rowid) FROM \(table))",
        with: "(\(keys)) = (SELECT \(keys) FROM \(table) ORDER BY \(keys) DESC LIMIT 1)")
    }
    do {
      try store.tamper(statement)
      return true
    } catch is DatabaseError {
      // `tamper` has already dropped the triggers.
      try original.write(to: URL(fileURLWithPath: store.recorder.database))
      return false
    }
  }

  @Test(arguments: [
    "UPDATE event SET reason = by, by = reason WHERE kind = 'purge'",
    "INSERT INTO correction VALUES (3, 1)",
    "DELETE FROM correction",
    "UPDATE correction SET corrects = 3",
    "INSERT INTO error VALUES (1, 1, 3, NULL, NULL)",
    "INSERT INTO submission (line, cells) VALUES (1, '[]')",
    "UPDATE answer SET outcome = 0 WHERE submission = (SELECT max(submission) FROM answer)",
    "UPDATE answer SET outcome = 3 WHERE submission = (SELECT min(submission) FROM answer)",
    "DELETE FROM answer WHERE submission = (SELECT max(submission) FROM answer)",
    "DELETE FROM answer WHERE submission = (SELECT min(submission) FROM answer)",
    "INSERT INTO answer SELECT submission, run, rule, high + 1, low, outcome FROM answer",
    "INSERT INTO answer VALUES (2, 1, 1, 1, 1, 1)",
    "UPDATE current SET run = 1 WHERE run = 5",
    "UPDATE assignment SET assignee = NULL", "DELETE FROM assigned",
    "INSERT INTO assigned VALUES (1, 1)",
    "UPDATE comment SET text = 'never' WHERE submission = 3",
    "UPDATE comment SET salt = zeroblob(16) WHERE submission = 3",
    "UPDATE comment SET text = '', salt = x'' WHERE submission = 3",
    "UPDATE comment SET text = 'again' WHERE submission = 2",
    "UPDATE comment SET digest = zeroblob(32) WHERE submission = 2",
    "UPDATE comment SET rule = 'id.range'",
    "DELETE FROM comment WHERE submission = 3",
    "INSERT INTO comment SELECT id + 9, submission, rule, text, salt, digest FROM comment",
    "UPDATE definition SET name = 'persons' WHERE kind = 'form' AND name = 'people'",
    "PRAGMA user_version = 3",
  ])
  func verificationDetectsForgery(_ statement: String) throws {
    let store = try Self.filledStore()
    try store.tamper(statement)
    var words = ""
    do {
      let report = try store.recorder.verify()
      #expect(!report.isOK)
      words = report.problemDescription ?? ""
    } catch {
      #expect([.damaged, .storage, .newer(schema: 3)].contains(error.reason), "\(error)")
    }
    #expect(words.firstMatch(of: /[0-9][a-z]/) == nil, "\(words)")
  }

  /// Verification names the table that has content of a purged submission, before the blocks are
  /// compared.
  @Test(arguments: [
    ("submission", "UPDATE submission SET cells = '[\"x\"]' WHERE id = 2"),
    ("malformed", "UPDATE malformed SET raw = x'78' WHERE submission = 4"),
    ("answer", "INSERT INTO answer VALUES (2, 1, 1, 1, 1, 1)"),
    ("comment", "UPDATE comment SET text = 'again' WHERE submission = 2"),
    ("comment", "UPDATE comment SET salt = zeroblob(16) WHERE submission = 2"),
    ("intake_submission", "UPDATE intake_submission SET salt = x'78' WHERE salt = x''"),
    ("intake_submission", "UPDATE intake_submission SET idempotency_key = 'x' WHERE salt = x''"),
    ("resealed", "UPDATE resealed SET salt = zeroblob(32) WHERE salt = x''"),
  ])
  func verificationNamesTheContentOfPurgedSubmissions(table: String, statement: String) throws {
    let store = try Self.filledStore()
    _ = try store.recorder.purge(
      PurgeRequest(.submissions([4, 2_007]), by: "ana", reason: "erasure"))
    try store.tamper(statement)
    let problem = try #require(try store.recorder.verify().problemDescription)
    #expect(
      problem.contains("was purged, but \(table) still contains data of it")
        || table == "resealed"
          && problem.contains("was sealed again by a purge but has its old salt"),
      "\(problem)")
  }

  /// A comparison with a backup allows a purge, but no other value in a purged submission.
  @Test(arguments: [
    "UPDATE submission SET cells = '[\"x\"]' WHERE id = 4",
    "UPDATE malformed SET raw = x'78' WHERE submission = 4",
    "UPDATE intake_submission SET salt = x'78' WHERE salt = x''",
    "UPDATE intake_submission SET idempotency_key = 'x' WHERE salt = x''",
    "UPDATE comment SET text = 'x' WHERE submission = 4",
  ])
  func comparisonDetectsValuesOfPurgedSubmissions(_ statement: String) throws {
    let store = try Self.filledStore()
    let backup = store.path("backup.sqlite")
    _ = try store.recorder.comment(on: 4, text: "really?", by: "ana")
    _ = try store.recorder.backUp(to: backup)
    _ = try store.recorder.purge(
      PurgeRequest(.submissions([4, 2_007]), by: "ana", reason: "erasure"))
    #expect(try store.recorder.compareRows(withCopy: backup).differences.isEmpty)
    try store.tamper(statement)
    #expect(try store.recorder.compareRows(withCopy: backup).differences.count == 1)
  }
}
