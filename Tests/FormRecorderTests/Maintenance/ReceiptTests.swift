import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Synchronization
import Testing

@testable import FormQueries
@testable import FormRecorder
@testable import FormStore

/// Receipts that are kept outside the store.
@Suite struct ReceiptTests {
  /// A store with some changes, and a file with their receipts.
  private func filled() throws -> (store: TemporaryStore, path: String) {
    let store = try TemporaryStore()
    let path = store.path("receipts")
    let file = try store.recorder.receiptFile(path)
    store.recorder.settings.onSeal = { receipts in
      for receipt in receipts { try? file.append(receipt) }
    }
    for id in 1...5 { _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "\(id)")])) }
    return (store, path)
  }

  private func lines(_ path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  @Test func eachChangeHasAReceipt() throws {
    let (store, path) = try filled()
    let receipts = try lines(path).compactMap { Receipt(line: Array($0.utf8)) }
    // The first submission binds the rules and begins the intake.
    #expect(receipts.map(\.event) == Array(4...10))
    // Each line is ended when it is written, so that other programs can append to the file.
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 8)
    #expect(receipts.allSatisfy { $0.database.hasSuffix("/store.sqlite") })
    let report = try store.recorder.verify(receiptsIn: path)
    #expect(report.isOK)
    #expect(report.receipts?.confirmed == 7 && report.receipts?.lastConfirmed == 10)
    #expect(report.head == receipts.last?.head)
  }

  /// A store that was sealed again after an alteration is consistent. Only receipts reveal the
  /// alteration.
  @Test func receiptsRevealARebuiltChain() throws {
    let (store, path) = try filled()
    let head = try store.recorder.verify().head
    // The same changes with another value form a valid chain.
    for suffix in ["", "-wal", "-shm", ".lock"] {
      try? FileManager.default.removeItem(atPath: store.recorder.database + suffix)
    }
    try store.apply(TemporaryStore.definitions)
    for id in [1, 2, 3, 4, 6] {
      _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "\(id)")]))
    }
    try store.recorder.expectValid()
    #expect(try store.recorder.verify(against: head).problem?.kind == .receipt)
    let report = try store.recorder.verify(receiptsIn: path)
    #expect(report.problem?.kind == .receipt)
    #expect(report.receipts?.failures.map(\.cause) == Array(repeating: .replaced, count: 7))
    // The receipts of the new store were appended.
    #expect(report.receipts?.confirmed == 10)
    // At another path, they are the receipts of another store.
    _ = try store.recorder.backUp(to: store.path("copy.sqlite"))
    let copy = try Recorder(database: store.path("copy.sqlite")).verify(receiptsIn: path)
    #expect(copy.isOK && copy.receipts?.ofOtherStores == 7)
  }

  @Test func receiptsRevealATruncatedLog() throws {
    let (store, path) = try filled()
    let copy = store.path("copy.sqlite")
    _ = try store.recorder.backUp(to: copy)
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "6")]))
    let old = Recorder(database: copy)
    let report = try old.verify(receiptsIn: path)
    #expect(report.problem?.kind == .receipt)
    #expect(report.receipts?.failures.map(\.line) == [8])
    #expect(report.receipts?.failures.map(\.cause) == [.cutOff])
    #expect(
      report.problemDescription?.contains(
        "receipts:8: event 11 does not exist: the end of the log was") == true)
    // The old copy continues with another event.
    _ = try old.submit(SubmissionRequest(fields: [("id", "7")]))
    let other = try old.verify(receiptsIn: path)
    #expect(other.receipts?.failures.map(\.cause) == [.altered])
    #expect(try store.recorder.verify(receiptsIn: path).isOK)
  }

  @Test func invalidLinesAreReported() throws {
    let (store, path) = try filled()
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    // A full disk leaves an incomplete line. The next receipt begins on a new line.
    try Data((whole + whole.prefix(40)).utf8).write(to: URL(fileURLWithPath: path))
    #expect(try store.recorder.verify(receiptsIn: path).receipts?.unreadableLines == [8])
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "6")]))
    let report = try store.recorder.verify(receiptsIn: path)
    #expect(report.isOK)
    #expect(report.receipts?.confirmed == 8 && report.receipts?.unreadableLines == [8])
    for text in [
      "", "{}", "{\n", "x\n",
      #"{"event":-9223372036854775808,"at":"","head":"","store":"","database":""}"#,
      "\u{0}\u{FF}", String(repeating: "{", count: 100_000),
    ] {
      try store.write(text, to: "none")
      #expect(try store.recorder.verify(receiptsIn: store.path("none")).problem?.kind == .receipt)
    }
    #expect(throws: RecorderError.self) {
      try store.recorder.verify(receiptsIn: store.path("nowhere"))
    }
  }

  @Test func otherFilesAreNotUsedForReceipts() throws {
    let store = try TemporaryStore()
    try store.write("id,name\n", to: "people.csv")
    let record = #"{"event":1,"at":"2026-01-01","head":"x","store":"y"}"# + "\n"
    try store.write(record, to: "people.ndjson")
    for path in [
      store.path("people.csv"), store.path("people.ndjson"), store.recorder.database,
      store.recorder.database + ".lock", store.recorder.database + "-key",
      store.recorder.database + "-files",
      store.path("no/folder"), store.folderPath,
    ] {
      #expect(throws: RecorderError.self) { try store.recorder.receiptFile(path) }
    }
    #expect(try String(contentsOfFile: store.path("people.csv"), encoding: .utf8) == "id,name\n")
    #expect(try String(contentsOfFile: store.path("people.ndjson"), encoding: .utf8) == record)
    try store.recorder.expectValid()
  }

  /// A full disk may cut the first line. What follows it are receipts all the same.
  @Test func filesWithADamagedFirstLineContainReceipts() throws {
    let (store, path) = try filled()
    let receipts = try lines(path)
    let cut = #"{"at":"2026-1"#
    for text in [cut, "\u{FEFF}\(cut)", "\(cut)\n\(receipts[0])\n", "x\n\(receipts[0])\n"] {
      try store.write(text, to: "damaged")
      let error = #expect(throws: RecorderError.self) {
        try OutputFile(path: store.path("damaged"), replacing: true, protecting: nil)
      }
      #expect(error?.description.contains("contains receipts") == true)
      let last = try #require(Receipt(line: Array(receipts[6].utf8)))
      try store.recorder.receiptFile(store.path("damaged")).append(last)
      let report = try store.recorder.verify(receiptsIn: store.path("damaged"))
      #expect(report.isOK && report.receipts?.unreadableLines == [1])
      #expect(report.receipts?.lastConfirmed == 10)
    }
    for text in [#"{"at":"2026-1"}"#, "\(cut)\n\(cut)\n", #"{"id":"2026-1"#] {
      try store.write(text, to: "other")
      #expect(throws: RecorderError.self) { try store.recorder.receiptFile(store.path("other")) }
      // It may be replaced.
      _ = try OutputFile(path: store.path("other"), replacing: true, protecting: nil)
    }
  }

  /// A copy that takes the place of the store goes on with the number of a receipt that exists.
  @Test func receiptsOfLostEventsAreRefused() throws {
    let (store, path) = try filled()
    let copy = store.path("copy.sqlite")
    _ = try store.recorder.backUp(to: copy)
    _ = try store.recorder.receiptFile(path)
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "6")]))
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: store.recorder.database + suffix)
    }
    try FileManager.default.copyItem(atPath: copy, toPath: store.recorder.database)
    let recorder = Recorder(database: store.recorder.database)
    let error = #expect(throws: RecorderError.self) { try recorder.receiptFile(path) }
    #expect(error?.description.contains("is of event 11, which the database does not") == true)
    // The event exists, but is another one.
    _ = try recorder.submit(SubmissionRequest(fields: [("id", "7")]))
    #expect(throws: RecorderError.self) { try recorder.receiptFile(path) }
    _ = try recorder.receiptFile(store.path("other"))
    try restorationsExplainLostEvents(recorder, path)
  }

  /// Receipts of several processes are in any order.
  @Test(arguments: [false, true])
  func restorationsEndWithTheLastLostEvent(isReversed: Bool) throws {
    let (store, path) = try filled()
    let copy = store.path("copy.sqlite")
    _ = try store.recorder.backUp(to: copy)
    for id in ["6", "7"] { _ = try store.recorder.submit(SubmissionRequest(fields: [("id", id)])) }
    let lines = isReversed ? try lines(path).reversed() : try lines(path)
    try lines.map { $0 + "\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
    let recorder = Recorder(database: copy)
    let restoration = try recorder.declareRestoration(receipts: path, by: "ana", reason: "disk")
    #expect(restoration.lost == 11...12)
    #expect(try recorder.verify(receiptsIn: path).isOK)
  }

  @Test func restorationsRequireAReceiptOfTheStore() throws {
    let (store, path) = try filled()
    // Copies of a store have the same receipts.
    let other = Recorder(database: store.path("other.sqlite"))
    _ = try other.apply(DefinitionSet(yaml: "form: f\nfields:\n  - {name: id, type: text}\n"))
    try store.write("", to: "empty")
    for (file, words) in [
      (store.path("empty"), "contains no receipt of this database"),
      (path, "only receipts of other databases"), (store.path("typo"), "cannot open the file"),
    ] {
      let error = #expect(throws: RecorderError.self) {
        try other.declareRestoration(receipts: file, by: "ana", reason: "disk")
      }
      #expect(error?.description.contains(words) == true)
    }
  }

  private func restorationsExplainLostEvents(_ recorder: Recorder, _ path: String) throws {
    #expect(try recorder.verify(receiptsIn: path).receipts?.failed == 1)
    let restoration = try recorder.declareRestoration(
      receipts: path, by: "ana", reason: "disk failure")
    #expect(restoration.lost == 11...11 && restoration.by == "ana")
    let report = try recorder.verify(receiptsIn: path)
    #expect(report.isOK && report.receipts?.failed == 0)
    #expect(report.receipts?.restorations == [restoration])
    #expect(throws: RecorderError.self) {
      try recorder.declareRestoration(receipts: path, by: "ana", reason: "again")
    }
    // It explains no other receipt of these events, and none of later ones.
    let receipt = try #require(
      lines(path).compactMap { Receipt(line: Array($0.utf8)) }.last { $0.event == 11 })
    for change in [(11, String(receipt.head.reversed())), (13, receipt.head)] {
      var other = receipt
      (other.event, other.head) = (Int64(change.0), change.1)
      let copy = path + "-\(change.0)"
      try (String(contentsOfFile: path, encoding: .utf8) + other.json.text + "\n")
        .write(toFile: copy, atomically: true, encoding: .utf8)
      #expect(try recorder.verify(receiptsIn: copy).receipts?.failed == 1)
    }
  }

  @Test func receiptsOfAnOutdatedStoreAreCompared() throws {
    let store = try TemporaryStore()
    try Migration.$added.withValue([UpgradeTests.next]) {
      let events = try Store(readingAt: store.recorder.database, acceptsOutdated: true)
        .sealedEvents(after: 0, limit: -1)
      let file = try store.recorder.receiptFile(store.path("receipts"))
      for event in events.suffix(2) { try file.append(Receipt(event, database: "x")) }
      _ = try store.recorder.receiptFile(store.path("receipts"))
      var lost = try #require(events.last)
      lost.number += 1
      try file.append(Receipt(lost, database: "x"))
      #expect(throws: RecorderError.self) { try store.recorder.receiptFile(store.path("receipts")) }
    }
  }

  /// Some editors write a byte order mark.
  @Test func byteOrderMarkIsAccepted() throws {
    let (store, path) = try filled()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try Data([0xEF, 0xBB, 0xBF] + whole).write(to: URL(fileURLWithPath: path))
    let report = try store.recorder.verify(receiptsIn: path)
    #expect(report.isOK)
    #expect(report.receipts?.confirmed == 7 && report.receipts?.unreadableLines == [])
    _ = try store.recorder.receiptFile(path)
  }

  /// A receipt must be found again.
  @Test func onlyRegularFilesKeepReceipts() throws {
    let store = try TemporaryStore()
    #expect(unsafe mkfifo(store.path("pipe"), 0o600) == 0)
    for path in ["/dev/null", store.path("pipe")] {
      let error = #expect(throws: RecorderError.self) { try store.recorder.receiptFile(path) }
      #expect(error?.description.contains("is not a regular file") == true)
    }
  }

  /// Several programs append to one file.
  @Test(.timeLimit(.minutes(10))) func concurrentProgramsAppendReceipts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("receipts")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          let file = try ReceiptFile(path: path)
          for event in 1...50 {
            try file.append(
              Receipt(
                event: Int64(event), at: "2026-01-01T00:00:00Z",
                head: String(repeating: "0", count: 64), store: "\(task)", database: "x\ny"))
          }
        }
      }
      try await group.waitForAll()
    }
    let receipts = try lines(path).map { Receipt(line: Array($0.utf8)) }
    #expect(receipts.count == 200 && receipts.allSatisfy { $0 != nil })
  }

  @Test func reasonsWithNULAreRejectedAndOthersAreStored() throws {
    let store = try TemporaryStore()
    var submit = SubmissionRequest(fields: [("id", "1")])
    submit.reason = "a\0b"
    #expect(throws: RecorderError.self) { try store.recorder.submit(submit) }
    submit.reason = "é\u{301}\n\u{FFFE}😀"
    _ = try store.recorder.submit(submit)
    try store.recorder.expectValid()
    #expect(try store.recorder.history(of: 1).reason == submit.reason)
  }
}
