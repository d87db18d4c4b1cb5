import FormDefinitions
import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

/// Limits that compare an import with the preceding one of its form and source.
@Suite struct ImportChangeTests {
  private static func definitions(_ limits: String) -> String {
    """
    form: readings
    fields: [{name: id, type: integer}]
    ---
    rules: readings
    form: readings
    limits: [\(limits)]
    """
  }

  private func add(
    _ records: Int, invalid: Int = 0, source: String? = nil, to store: TemporaryStore,
    isAtomic: Bool = false, isDryRun: Bool = false, _ notes: (String) -> Void = { _ in }
  ) throws -> ImportReport {
    let rows = (0..<records).map { $0 < invalid ? "x\($0)\n" : "\($0)\n" }.joined()
    try store.write("id\n" + rows, to: "readings.csv")
    var request = ImportRequest(path: store.path("readings.csv"))
    request.source = source
    request.allowsReimport = true
    (request.isAtomic, request.isDryRun) = (isAtomic, isDryRun)
    var seen: [String] = []
    let callbacks = ImportCallbacks(note: { seen.append($0.description) })
    let report = try store.recorder.importFile(request, callbacks)
    seen.forEach(notes)
    return report
  }

  /// A retracted import is no earlier delivery.
  @Test func recordsAreNotComparedWithARetractedImport() throws {
    let store = try TemporaryStore(Self.definitions("records: {change: 20%}"))
    _ = try add(100, source: "a", to: store)
    #expect(try add(10, source: "a", to: store).exceededLimits.count == 1)
    _ = try store.recorder.retract(RetractionRequest(importID: 2, by: "ana", reason: "wrong"))
    #expect(try add(105, source: "a", to: store).exceededLimits == [])
  }

  /// The earlier import is the newest import of the source, even if it exceeded a limit.
  @Test func recordsAreComparedWithTheSourcesNewestImport() throws {
    let store = try TemporaryStore(Self.definitions("records: {change: 20%}"))
    var notes: [String] = []
    #expect(try add(100, source: "a", to: store) { notes.append($0) }.exceededLimits == [])
    let path = store.path("readings.csv")
    #expect(
      notes == [
        "\(path): limit records: the change is not evaluated: there is no earlier import of this "
          + "form and source"
      ])
    #expect(try add(5, source: "b", to: store).exceededLimits == [])
    #expect(try add(5, to: store).exceededLimits == [])
    #expect(try add(120, source: "a", to: store).exceededLimits == [])
    #expect(
      try add(145, source: "a", to: store, isDryRun: true).exceededLimits
        == ["records: 145, maximum change 20% from 120 in import 4"])
    let refused = try add(95, source: "a", to: store, isAtomic: true)
    #expect(refused.isRefused)
    #expect(refused.exceededLimits == ["records: 95, maximum change 20% from 120 in import 4"])
    // An import that exceeds a limit is stored, and the next import is compared with it.
    #expect(try add(90, source: "a", to: store).exceededLimits.count == 1)
    #expect(try add(96, source: "a", to: store).exceededLimits == [])
    #expect(try add(0, source: "b", to: store).exceededLimits.count == 1)
    #expect(try add(1, source: "b", to: store).exceededLimits.count == 1)
    // Replays and corrections have no limits. A single submission is not an import.
    _ = try store.recorder.replay(ReplayRequest())
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "1")]))
    #expect(try add(96, source: "a", to: store).exceededLimits == [])
    try store.recorder.expectValid()
  }

  /// Except for the number of records, percentages are percentage points of the share.
  @Test(
    arguments: [
      ("rejected: {change: 5%}", (10, 100), (30, 200), false),
      ("rejected: {change: 5%}", (10, 100), (31, 200), true),
      ("rejected: {change: 5%}", (10, 100), (4, 100), true),
      ("rejected: {change: 0%}", (1, 3), (33, 99), false),
      ("rejected: {change: 0.5%}", (0, 0), (1, 100), true),
      ("errors: {change: 3}", (10, 100), (13, 100), false),
      ("errors: {change: 3}", (10, 100), (14, 100), true),
      ("records: {change: 3}", (0, 10), (0, 7), false),
      ("records: {max: 50, change: 3}", (0, 10), (0, 6), true),
    ] as [(String, (Int, Int), (Int, Int), Bool)])
  func sharesAreComparedInPercentagePoints(
    _ limit: String, _ first: (invalid: Int, records: Int), _ second: (invalid: Int, records: Int),
    _ isExceeded: Bool
  ) throws {
    let store = try TemporaryStore(Self.definitions(limit))
    #expect(try add(first.records, invalid: first.invalid, to: store).exceededLimits == [])
    let report = try add(second.records, invalid: second.invalid, to: store)
    #expect(report.exceededLimits.isEmpty != isExceeded, "\(report.exceededLimits)")
  }

  /// A resumed import is compared with the newest import that was finished when it began.
  @Test func resumedImportKeepsItsReference() throws {
    let store = try TemporaryStore(Self.definitions("records: {change: 10%}"))
    #expect(try add(1_000, to: store).exceededLimits == [])
    let rows = (0..<3_000).map { "\($0)\n" }.joined()
    try store.write("id\n" + rows, to: "long.csv")
    var request = ImportRequest(path: store.path("long.csv"))
    request.chunk = 1_000
    var committed = 0
    let callbacks = ImportCallbacks(
      committed: { committed = $0 }, shouldStop: { committed >= 1_000 })
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request, callbacks) }
    #expect(try add(1_050, to: store).exceededLimits == [])
    #expect(
      try store.recorder.importFile(request).exceededLimits
        == ["records: 3000, maximum change 10% from 1000 in import 1"])
  }
}
