import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Rules that compare each record with all records of an input give the same verdicts in imports,
/// checks, resumed imports, replays and corrections, in any order of the records.
@Suite struct RecordCountingTests {
  private static let definitions = """
    form: places
    fields:
      - {name: id, type: integer}
      - {name: provider, type: text}
      - {name: city, type: text}
      - {name: owner, type: text, sensitive: true}
    ---
    rules: places
    form: places
    fields:
      city:
        - depends: provider
        - resembles
      owner:
        - depends: {on: [provider], missing: fail}
    """

  /// Twenty providers, each in one city. Record 7 has another city, record 30 a misspelling, and
  /// record 50 no owner.
  private static let records = (1...3_000).map { record in
    let provider = record % 20
    var (city, owner) = (
      "city of \(Character(UnicodeScalar(UInt8(97 + provider))))", "o\(provider)"
    )
    if record == 7 { city = "elsewhere" }
    if record == 30 { city = "cxty of k" }
    if record == 50 { owner = "" }
    return "\(record),p\(provider),\(city),\(owner)\n"
  }

  private static let expected = [
    "7 city.depends", "30 city.depends", "30 city.resembles", "50 owner.depends",
  ]

  private func file(_ records: [String] = records) -> String {
    "id,provider,city,owner\n" + records.joined()
  }

  /// The failures, ordered by the field `id`, which identifies a record in any order.
  private func failures(_ store: TemporaryStore, run: Int64) throws -> [String] {
    try store.rows(
      """
      SELECT json_extract(s.cells, '$[0]') || ' ' || e.rule FROM error_view e
      JOIN submission s ON s.id = e.submission WHERE e.run = \(run)
      ORDER BY CAST(json_extract(s.cells, '$[0]') AS INTEGER), e.rule
      """)
  }

  @Test func importsGiveTheSameFailuresInAnyOrder() throws {
    var random = SeededGenerator(seed: 5)
    for records in [Self.records, Self.records.reversed(), Self.records.shuffled(using: &random)] {
      let store = try TemporaryStore(Self.definitions)
      let report = try store.add(file(records))
      #expect(report.rejected == 3)
      #expect(try failures(store, run: report.runID ?? 0) == Self.expected)
      // The arguments contain evidence, but no value of a sensitive field.
      let arguments = try store.rows("SELECT arguments FROM error ORDER BY arguments")
      #expect(
        arguments.contains(#"{"count":"1","most":"149","size":"150","mode":"city of h"}"#))
      #expect(arguments.contains(#"{"count":"1","most":"149","size":"149"}"#))
    }
  }

  @Test func checkGivesTheSameFailures() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(), to: "a.csv")
    var check = try FileCheck(
      DefinitionSet(files: [store.path("definitions.yaml")]), form: nil, rules: nil,
      now: Instant(seconds: 0))
    for (showsValues, message) in [(false, "another value."), (true, "city of h.")] {
      check.showsValues = showsValues
      var found: [String] = []
      var messages: [String] = []
      _ = try check.check(store.path("a.csv"), note: { _ in }) { record in
        found += record.errors.map { "\(record.record) \($0.rule)" }
        messages += record.errors.map(\.message)
      }
      #expect(found == Self.expected)
      #expect(messages[0] == "city: 149 of 150 records with the same provider have \(message)")
    }
    #expect(throws: RecorderError.self) { try check.requireWhole() }
  }

  @Test func resumedImportGivesTheSameFailures() throws {
    let whole = try TemporaryStore(Self.definitions)
    try whole.add(file())
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(), to: "records.csv")
    var request = ImportRequest(path: store.path("records.csv"))
    request.chunk = 1_000
    var stop = false
    #expect(throws: RecorderError.self) {
      try store.recorder.importFile(
        request, ImportCallbacks(committed: { _ in stop = true }, shouldStop: { stop }))
    }
    let report = try store.recorder.importFile(request)
    #expect(report.rejected == 3)
    #expect(try failures(store, run: report.runID ?? 0) == Self.expected)
  }

  @Test func importStoppedDuringCountingIsNotStored() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(), to: "a.csv")
    #expect(throws: RecorderError.self) {
      try store.recorder.importFile(
        ImportRequest(path: store.path("a.csv")), ImportCallbacks(shouldStop: { true }))
    }
    #expect(try store.rows("SELECT id FROM import") == [])
  }

  @Test func replayCountsTheWholeImport() throws {
    let store = try TemporaryStore(Self.definitions)
    // Each import is consistent. Counted together, the imports would contradict each other.
    try store.add(file())
    try store.add(file(Self.records.map { $0.replacing("city of", with: "town of") }), as: "b.csv")
    var request = ReplayRequest()
    request.isFull = true
    for isOnlyRejected in [false, true] {
      request.onlyRejected = isOnlyRejected
      let report = try store.recorder.replay(request)
      #expect(report.rejected == 6)
      #expect(report.newlyAccepted == 0)
      #expect(report.newlyRejected == 0)
    }
  }

  @Test func correctionsAreComparedWithTheCurrentRecords() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(file())
    func correct(_ city: String) throws -> ImportReport {
      let latest = try store.recorder.latestCorrection(of: 7) ?? 7
      try store.write(
        "_submission,id,provider,city,owner\n\(latest),7,p7,\(city),o7\n", to: "back.csv")
      return try store.recorder.importCorrections(CorrectionRequest(path: store.path("back.csv")))
    }
    let wrong = try correct("nowhere")
    #expect(wrong.rejected == 1)
    let right = try correct("city of h")
    #expect(right.rejected == 0)
    #expect(right.accepted == 1)
    let replay = try store.recorder.replay(ReplayRequest())
    #expect(replay.newlyAccepted == 0)
    #expect(replay.newlyRejected == 0)
  }

  @Test func singleSubmissionsAreNotCompared() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(file())
    var request = SubmissionRequest(values: ["id": "1", "provider": "p1", "city": "nowhere"])
    request.source = "desk"
    let report = try store.recorder.submit(request)
    #expect(!report.isRejected)
    #expect(report.notes.count == 3)
  }

  /// The seal of a discarded import can be renewed like that of a finished one.
  @Test func purgeErasesQuotesOfDiscardedImports() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(), to: "records.csv")
    var request = ImportRequest(path: store.path("records.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    _ = try store.recorder.discard(1, by: "ana")
    func quoting() throws -> Int {
      try store.rows("SELECT 1 FROM error WHERE arguments LIKE '%\"mode\"%'").count
    }
    #expect(try quoting() > 0)
    let selection = SubmissionSelection.all
    let report = try store.recorder.purge(
      PurgeRequest(selection, by: "ana", reason: "erasure"))
    #expect(report.quotingErrors == 0)
    #expect(try quoting() == 0)
    try store.recorder.expectValid()
  }

  /// The error of record 7 quotes the city of the other records of its provider.
  @Test func purgeErasesQuotedValues() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(file())
    var replay = ReplayRequest()
    replay.isFull = true
    _ = try store.recorder.replay(replay)
    func quoting() throws -> Int {
      try store.rows("SELECT 1 FROM error WHERE arguments LIKE '%\"mode\"%'").count
    }
    func purge(
      _ ids: [Int64], isDryRun: Bool = false, keepsQuotes: Bool = false
    ) throws -> [Int] {
      var selection = SubmissionSelection.all
      selection.submissions = ids
      var request = PurgeRequest(selection, by: "ana", reason: "erasure")
      request.isDryRun = isDryRun
      request.keepsQuotes = keepsQuotes
      let report = try store.recorder.purge(request)
      return [report.quotesErased, report.quotingErrors]
    }
    let before = try quoting()
    let backup = store.path("before.sqlite")
    _ = try store.recorder.backUp(to: backup)
    // One error of the import, and one of the replay.
    #expect(try purge([27], isDryRun: true) == [2, 0])
    #expect(try purge([28, 29]) == [0, 0])
    #expect(try purge([47], keepsQuotes: true) == [0, 2])
    #expect(try quoting() == before)
    #expect(try purge([7, 27]) == [2, 0])
    #expect(try quoting() == before - 2)
    try store.recorder.expectValid()
    #expect(try store.recorder.compareRows(withCopy: backup).differences.isEmpty)
    // Only a purge may change errors.
    #expect(throws: (any Error).self) {
      try store.execute("UPDATE error SET arguments = json_remove(arguments, '$.mode')")
    }
  }

  @Test func atomicImportAndDryRunGiveTheSameFailures() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    let dry = try store.recorder.importFile(request.dryRun)
    #expect(dry.rejected == 3)
    #expect(try store.rows("SELECT id FROM import") == [])
    request.isAtomic = true
    let report = try store.recorder.importFile(request)
    #expect(report.byRule == dry.byRule)
    #expect(try failures(store, run: report.runID ?? 0) == Self.expected)
  }

  /// Texts of several MB are counted, compared and quoted like others.
  @Test func longValuesAreCounted() throws {
    let store = try TemporaryStore(Self.definitions)
    let long = String(repeating: "x", count: 3 << 20)
    let rows = ["1,a,\(long),o\n", "2,a,\(long),o\n", "3,a,\(long),o\n", "4,a,y,o\n"]
    try store.write(file(rows), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.input.maximumRecordBytes = 4 << 20
    let report = try store.recorder.importFile(request)
    #expect(try failures(store, run: report.runID ?? 0) == ["4 city.depends"])
    try store.recorder.expectValid()
  }
}
