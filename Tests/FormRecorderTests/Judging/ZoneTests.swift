import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// `today()` is the day of the form's time zone, of the run's, or of the clock's offset, the same
/// in every mode, and replays repeat it.
@Suite struct ZoneTests {
  private static func definitions(_ zone: String? = "Pacific/Auckland") -> String {
    """
    form: visits
    \(zone.map { "zone: \($0)\n" } ?? "")key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: day, type: date}
    ---
    rules: visits
    form: visits
    fields:
      day:
        - range: {max: today}
    record:
      - must: day >= today()
    """
  }

  /// 2026-11-27 in Auckland, 26 November in UTC.
  private static let now = Instant(text: "2026-11-26T20:00:00Z")!
  private static let today = "2026-11-27"
  private static let recorded = "2026-11-27T09:00:00+13:00"

  private func store(_ zone: String? = "Pacific/Auckland") throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions(zone))
    store.recorder.settings.clock = { Self.now }
    return store
  }

  private func importing(
    _ store: TemporaryStore, _ day: String = today,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    try store.write("id,day\n1,\(day)\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.allowsReimport = true
    change(&request)
    return try store.recorder.importFile(request)
  }

  @Test func everyModeHasTheDayOfTheForm() throws {
    let store = try store()
    #expect(try importing(store).accepted == 1)
    #expect(try importing(store, "2026-11-26").rejected == 1)
    var request = ImportRequest(path: store.path("a.csv"))
    request.allowsReimport = true
    #expect(try store.recorder.importFile(request.dryRun).rejected == 1)
    try store.write("id,day\n1,\(Self.today)\n", to: "a.csv")
    #expect(try store.recorder.importFile(request.dryRun).accepted == 1)
    request.zone = NamedZone("UTC")
    #expect(try store.recorder.importFile(request.dryRun).rejected == 1)
    let definitions = try DefinitionSet(yaml: Self.definitions())
    var check = try FileCheck(definitions, form: nil, rules: nil, now: Self.now)
    #expect(try check.check(store.path("a.csv"), note: { _ in }) { _ in }.accepted == 1)
    check.zone = NamedZone("America/Los_Angeles")
    #expect(try check.check(store.path("a.csv"), note: { _ in }) { _ in }.rejected == 1)
    let submitted = try store.recorder.submit(
      SubmissionRequest(fields: [("id", "5"), ("day", Self.today)]))
    #expect(!submitted.isRejected)
    #expect(
      try store.rows("SELECT now FROM run ORDER BY id") == [Self.recorded, Self.recorded, "NULL"])
    #expect(
      try store.rows("SELECT options FROM import WHERE kind = 'intake'") == [
        #"{"offsets":"+13:00"}"#
      ])
    try store.recorder.expectValid()
  }

  /// On 1 December in Auckland it is 30 November in UTC.
  @Test(
    arguments: [
      ("date", "{after: {date: today, orEqual: true}}", "2026-12-01", "2026-11-30"),
      ("date", "{before: today}", "2026-11-30", "2026-12-01"),
      ("date", "{between: {from: today, to: today}}", "2026-12-01", "2026-11-30"),
      ("date", "{range: {max: today}}", "2026-12-01", "2026-12-02"),
      ("text", "cardExpiry", "12/26", "11/26"),
    ])
  func rulesHaveTheDayOfTheForm(
    _ type: String, _ rule: String, _ accepted: String, _ rejected: String
  ) throws {
    let definitions = try DefinitionSet(
      yaml: """
        form: visits
        zone: Pacific/Auckland
        fields: [{name: day, type: \(type)}]
        ---
        rules: visits
        form: visits
        fields: {day: [\(rule)]}
        """)
    let check = try FileCheck(
      definitions, form: nil, rules: nil, now: Instant(text: "2026-11-30T20:00:00Z")!)
    let folder = try TemporaryFolder()
    let file = try folder.write("day\n\(accepted)\n\(rejected)\n", to: "a.csv")
    var verdicts: [Bool] = []
    _ = try check.check(file, note: { _ in }) { verdicts.append(!$0.isRejected) }
    #expect(verdicts == [true, false])
  }

  @Test func correctionsHaveTheDayOfTheForm() throws {
    let store = try store()
    let id = try importing(store, "x")
    #expect(id.rejected == 1)
    try store.write("id,day,_submission,_line,_errors\n1,\(Self.today),1,2,x\n", to: "c.csv")
    var request = CorrectionRequest(path: store.path("c.csv"))
    request.by = "ana"
    #expect(try store.recorder.importCorrections(request).accepted == 1)
    #expect(try store.rows("SELECT now FROM run WHERE kind = 'correction'") == [Self.recorded])
    try expectReplaysChangeNothing(store)
  }

  /// Replays after years, under another version of the form's zone, have the recorded days.
  private func expectReplaysChangeNothing(_ store: TemporaryStore) throws {
    store.recorder.settings.clock = { Instant(seconds: 2_000_000_000) }
    for isFull in [false, true] {
      var request = ReplayRequest()
      request.isFull = isFull
      let report = try store.recorder.replay(request)
      #expect(report.newlyAccepted + report.newlyRejected == 0)
    }
    try store.apply(Self.definitions("America/Los_Angeles"))
    let report = try store.recorder.replay(ReplayRequest())
    #expect(report.newlyAccepted + report.newlyRejected == 0)
    try store.recorder.expectValid()
  }

  @Test func replaysRepeatTheDay() throws {
    let store = try store()
    _ = try importing(store)
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "5"), ("day", Self.today)]))
    // At noon in UTC it is the next day in Auckland already; the intake is the same.
    store.recorder.settings.clock = { Instant(text: "2026-11-26T12:00:00Z")! }
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "6"), ("day", Self.today)]))
    store.recorder.settings.clock = { Instant(text: "2026-11-26T10:00:00Z")! }
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "7"), ("day", "2026-11-26")]))
    #expect(try store.rows("SELECT count(*) FROM intake") == ["1"])
    #expect(try store.rows("SELECT count(*) FROM form_visits_current") == ["4"])
    try expectReplaysChangeNothing(store)
    #expect(try store.rows("SELECT count(*) FROM form_visits_current") == ["4"])
  }

  /// Submissions before and after the clocks are put back, on one day in UTC.
  @Test func intakesOfDaysWithAChangeAreRepeated() throws {
    let store = try store("Europe/Berlin")
    for (index, time) in ["2026-10-24T22:30:00Z", "2026-10-25T00:59:59Z", "2026-10-25T22:30:00Z"]
      .enumerated()
    {
      let instant = try #require(Instant(text: time))
      store.recorder.settings.clock = { instant }
      let report = try store.recorder.submit(
        SubmissionRequest(fields: [("id", "\(index)"), ("day", "2026-10-25")]))
      #expect(!report.isRejected, "\(time)")
    }
    #expect(
      try store.rows("SELECT options FROM import ORDER BY id") == [
        #"{"offsets":"+02:00"}"#, #"{"offsets":"+02:00 2026-10-25T01:00:00Z +01:00"}"#,
      ])
    try expectReplaysChangeNothing(store)
  }

  /// Without a zone, the day is that of the clock's offset, or of UTC.
  @Test func clocksHaveTheDayOfTheirOffset() throws {
    let store = try store(nil)
    #expect(try importing(store).rejected == 1)
    let shifted = try importing(store) { ($0.now, $0.offset) = (Self.now, 13 * 3600) }
    #expect(shifted.accepted == 1)
    let named = try importing(store) { $0.zone = NamedZone("Pacific/Auckland") }
    #expect(named.accepted == 1)
    #expect(
      try store.rows("SELECT now FROM run ORDER BY id")
        == ["2026-11-26T20:00:00Z", Self.recorded, Self.recorded])
    #expect(
      try store.rows("SELECT json_extract(options, '$.zone') FROM import ORDER BY id")
        == ["NULL", "NULL", "Pacific/Auckland"])
    var replay = ReplayRequest()
    #expect(try store.recorder.replay(replay).unchanged == 3)
    (replay.now, replay.zone) = (Self.now, NamedZone("Pacific/Auckland"))
    let report = try store.recorder.replay(replay)
    #expect((report.newlyAccepted, report.newlyRejected) == (1, 0))
    #expect(
      try store.rows("SELECT now FROM run WHERE kind = 'replay' ORDER BY id DESC LIMIT 1") == [
        Self.recorded
      ])
    // The form's zone takes precedence over the offset.
    try store.apply(Self.definitions("America/Los_Angeles"))
    let other = try importing(store) { ($0.now, $0.offset) = (Self.now, 13 * 3600) }
    #expect(other.rejected == 1)
  }

  @Test func resumedImportsKeepTheirDay() throws {
    let store = try store()
    try store.write(
      "id,day\n" + (1...3_500).map { "\($0),\(Self.today)\n" }.joined(), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.chunk = 1_000
    #expect(throws: RecorderError.self) {
      var commits = 0
      _ = try store.recorder.importFile(
        request, ImportCallbacks(committed: { _ in commits += 1 }, shouldStop: { commits > 0 }))
    }
    store.recorder.settings.clock = { Instant(text: "2026-12-24T20:00:00Z")! }
    request.zone = NamedZone("Europe/Berlin")
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.description.contains("zone was not given") == true)
    request.zone = nil
    #expect(try store.recorder.importFile(request).accepted == 3_500)
    // The file is already imported, with another clock than in that zone.
    request.zone = NamedZone("Europe/Berlin")
    var notes: [RecorderNote] = []
    _ = try store.recorder.importFile(request, ImportCallbacks(note: { notes.append($0) }))
    #expect(notes.contains { $0.description == "its clock was \(Self.recorded)" })
  }

  @Test func examplesHaveTheDayOfTheForm() throws {
    let definitions = try DefinitionSet(
      yaml: Self.definitions() + "\nexamples:\n  - accept: {id: 1, day: \(Self.today)}\n")
    let report = try definitions.runExamples(now: Self.now)
    #expect(report.flatMap(\.outcomes).compactMap(\.problem) == [])
  }
}
