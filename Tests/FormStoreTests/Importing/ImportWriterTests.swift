import FormRules
import GRDB
import Testing

@testable import FormStore

/// An import is written in transactions, each of which is complete or absent.
@Suite struct ImportWriterTests {
  private let people: PeopleStore

  init() throws { people = try PeopleStore() }

  /// The number of rows of each table that an import writes.
  private func counts() throws -> [Int] {
    let tables = [
      "import", "run", "import_column", "submission", "error", "malformed", "span", "block",
      "progress", "submission_status", "key_page",
    ]
    return try tables.map { Int(try people.rows("SELECT count(*) FROM \($0)")[0]) ?? -1 }
  }

  private func finish(
    _ writer: ImportWriter, records: Int, rejected: Int = 0, sha256: String = "a"
  ) throws -> ImportWriter.Outcome {
    try writer.finish(
      people.end(records: records, rejected: rejected),
      ImportEnd(sha256: sha256, size: 9, malformed: 0, blankLines: 0))
  }

  @Test func committedBatchesHaveRowsErrorsAndProgress() throws {
    let writer = people.writer()
    let batches = people.batches([2, 3], rejected: [2, 5])
    for batch in batches { try writer.append(batch) }
    try writer.commit()
    #expect(writer.committed == 5)
    #expect(
      try people.rows("SELECT id, line, cells FROM submission") == [
        "1|2|[\"1\",\"n\"]", "2|3|[\"102\",\"n\"]", "3|4|[\"3\",\"n\"]", "4|5|[\"4\",\"n\"]",
        "5|6|[\"105\",\"n\"]",
      ])
    #expect(
      try people.rows("SELECT run, submission, rule FROM error")
        == [2, 5].map {
          "1|\($0)|\(people.range)"
        })
    #expect(
      try people.rows("SELECT first_submission, last_submission, import, first_record FROM span")
        == ["1|5|1|1"])
    let unfinished = try #require(try people.store.unfinishedImport(writer.importID))
    #expect(unfinished.records == 5 && unfinished.blocks.isEmpty)
    #expect(unfinished.openBlock == batches[1].openBlock)
    #expect(unfinished.columns == people.importStart().columns)
  }

  @Test func nothingIsVisibleBeforeTheCommit() throws {
    let before = try counts()
    let writer = people.writer()
    let reader = try Store(readingAt: people.path)
    for batch in people.batches([2]) { try writer.append(batch) }
    #expect(
      try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM submission") } == 0)
    writer.rollback()
    #expect(try counts() == before)
  }

  /// A statement that was prepared in one transaction reads the batches of the next.
  @Test func transactionsShareTheBatchTables() throws {
    for number in [3, 4] as [Int64] {
      let transaction = WriteTransaction(people.store, isBulk: true)
      let read = try transaction.perform { db in
        _ = try transaction.begin(db)
        return try transaction.table?.withNumbers([number, 0, 0, 0, 0, 0, 0, 0]) {
          try Int64.fetchAll(db.cachedStatement(sql: "SELECT c0 FROM batch_number"))
        }
      }
      transaction.rollback()
      #expect(read == [number])
    }
  }

  /// The import was created in the transaction that was rolled back.
  @Test func importThatWasRolledBackIsNotContinued() throws {
    let before = try counts()
    let writer = people.writer()
    let batches = people.batches([2, 3])
    try writer.append(batches[0])
    writer.rollback()
    #expect(throws: StoreError.self) { try writer.append(batches[1]) }
    #expect(try counts() == before)
  }

  /// Each commit extends the span of the commit before.
  @Test func commitsOfOneImportAreContiguous() throws {
    let writer = people.writer()
    for batch in people.batches([2, 3]) {
      try writer.append(batch)
      try writer.commit()
    }
    #expect(try people.store.unfinishedImport(1)?.spans == [1...5])
    #expect(
      try people.rows("SELECT first_submission, last_submission, first_record FROM current")
        == ["1|5|1"])
  }

  @Test func finishedImportIsSealed() throws {
    let outcome = try people.addImport()
    guard case .finished(let head) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(try people.rows("SELECT count(*) FROM progress") == ["0"])
    #expect(
      try people.rows("SELECT records, accepted, rejected, errors FROM run_end") == ["3|2|1|1"])
    #expect(try people.rows("SELECT number, records FROM block") == ["0|3"])
    #expect(try people.rows("SELECT run, plan FROM current") == ["1|1"])
    #expect(
      try people.rows(
        "SELECT kind, subject, \"by\" FROM event WHERE number > 3 ORDER BY number")
        == ["plan|1|ana", "import|1|ana", "run|1|ana"])
    #expect(
      try people.rows("SELECT lower(hex(head)) FROM event ORDER BY number DESC LIMIT 1") == [head])
  }

  @Test func fullBlocksAreWritten() throws {
    let writer = people.writer()
    for batch in people.batches([600, 400, 1]) { try writer.append(batch) }
    try writer.commit()
    #expect(try people.rows("SELECT number, records FROM block") == ["0|1000"])
    _ = try finish(writer, records: 1_001)
    #expect(try people.rows("SELECT number, records FROM block") == ["0|1000", "1|1"])
  }

  /// The last row of the batch violates the primary key of errors.
  @Test(arguments: [0, 2]) func failingTransactionLeavesNothing(committed: Int) throws {
    let writer = people.writer()
    let batches = people.batches([2, 3], rejected: [4])
    if committed > 0 {
      try writer.append(batches[0])
      try writer.commit()
    }
    let before = try counts()
    batches[1].errors.append(batches[1].errors[0])
    let error = #expect(throws: StoreError.self) { try writer.append(batches[1]) }
    guard case .constraint = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(try counts() == before)
    #expect(writer.committed == committed)
    // Another connection can write.
    try WriterLock(database: people.path).acquire(wait: 0)
  }

  /// Another program has added a trigger since the store was opened, which replaces a record, or
  /// adds one so that the records have other ids.
  @Test(arguments: [
    "INSERT INTO submission (line, cells) VALUES (9, '[]'); SELECT RAISE(IGNORE);",
    "INSERT INTO submission (line, cells) VALUES (9, '[]');",
  ])
  func incompleteBatchIsNotStored(_ trigger: String) throws {
    let before = try counts()
    try people.tamper(
      "CREATE TRIGGER planted BEFORE INSERT ON submission WHEN new.line = 2 BEGIN \(trigger) END")
    let writer = people.writer()
    let error = #expect(throws: StoreError.self) { try writer.append(people.batches([2])[0]) }
    #expect(error?.description.contains("a batch was not written completely") == true)
    #expect(try counts() == before)
  }

  /// A diagnosis lists only unfinished imports that no process performs.
  @Test func runningImportsAreNotUnfinished() throws {
    let people = try PeopleStore()
    let writer = people.writer()
    let fingerprint = try #require(people.importStart().fingerprint)
    #expect(try people.store.reserve(fingerprint))
    try writer.append(people.batches([2])[0])
    try writer.commit(releasing: true)
    let reader = try Store(readingAt: people.path)
    #expect(try reader.diagnose().unfinished.isEmpty)
    people.store.release(fingerprint)
    #expect(try reader.diagnose().unfinished.map(\.importID) == [writer.importID])
  }

  @Test func progressHasTheTimeOfTheClock() throws {
    var start = people.importStart()
    start.clock = { Instant(seconds: 0) }
    let writer = ImportWriter(people.store, people.start, importStart: start)
    try writer.append(people.batches([2])[0])
    try writer.commit()
    #expect(try people.rows("SELECT updated_at FROM progress") == ["1970-01-01T00:00:00Z"])
  }

  @Test func resumedImportEqualsAnUninterruptedOne() throws {
    let batches = people.batches([2, 3], rejected: [4])
    let first = people.writer()
    try first.append(batches[0])
    try first.commit()
    let unfinished = try people.store.unfinishedImport(1)
    let second = ImportWriter(
      people.store, people.start, importStart: people.importStart(), resuming: unfinished)
    try second.append(batches[1])
    guard case .finished = try finish(second, records: 5, rejected: 1) else {
      return #expect(Bool(false))
    }
    #expect((second.importID, second.committed, second.recordKeys) == (1, 5, 5))
    #expect(try people.rows("SELECT records FROM block") == ["5"])
    #expect(try people.verificationProblem() == nil)
    // The first process notices that the import was finished.
    let error = #expect(throws: StoreError.self) { try first.append(batches[1]) }
    #expect(error?.description.contains("was continued or discarded by another process") == true)
  }

  /// Another process has stored as many records, but others.
  @Test func progressWithOtherRecordsIsNotContinued() throws {
    let writer = people.writer()
    let batches = people.batches([2, 3])
    try writer.append(batches[0])
    try writer.commit(releasing: true)
    try people.tamper("UPDATE progress SET digest = zeroblob(32)")
    let error = #expect(throws: StoreError.self) { try writer.append(batches[1]) }
    #expect(error?.description.contains("was continued or discarded by another process") == true)
  }

  /// The file was imported in the meantime. Without a commit, nothing remains of the second import;
  /// otherwise, it is discarded.
  @Test(arguments: [false, true]) func fileThatIsAlreadyImportedIsKnown(isCommitted: Bool) throws {
    let writer = people.writer(number: 1)
    try writer.append(people.batches([2])[0])
    if isCommitted { try writer.commit(releasing: true) } else { writer.rollback() }
    try people.addImport(sha256: "same")
    let late = isCommitted ? writer : people.writer(number: 1)
    let finished = try people.rows("SELECT import FROM import_end").compactMap { Int64($0) }
    guard case .known(let importID) = try finish(late, records: 2, sha256: "same") else {
      return #expect(Bool(false))
    }
    #expect([importID] == finished)
    #expect(try people.rows("SELECT import FROM discard") == (isCommitted ? ["1"] : []))
    #expect(try people.rows("SELECT count(*) FROM import") == [isCommitted ? "2" : "1"])
    #expect(try people.rows("SELECT count(*) FROM progress") == ["0"])
  }
}
