import FormRecorder
import FormRecorderTestSupport
import FormRules
import Testing

/// Timestamps have four digits for the year.
@Suite struct ClockTests {
  private static let year10000 = Instant(seconds: 253_402_300_800)

  @Test func clockBeyondTheYear9999IsRefused() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,A,a@b.de\n")
    let before = try store.dump()
    store.recorder.settings.clock = { Self.year10000 }
    let recorder = store.recorder
    #expect(throws: RecorderError.self) {
      try recorder.submit(SubmissionRequest(fields: [("id", "1")]))
    }
    #expect(throws: RecorderError.self) {
      try recorder.importFile(ImportRequest(path: store.path("records.csv")))
    }
    var replay = ReplayRequest()
    replay.form = VersionReference("people")
    #expect(throws: RecorderError.self) { try recorder.replay(replay) }
    store.recorder.settings.clock = { Instant(seconds: 1_800_000_000) }
    #expect(try store.dump() == before)
    // A time within 9999 in its own zone.
    var request = ImportRequest(path: store.path("records.csv"))
    request.allowsReimport = true
    request.now = Instant(text: "9999-12-31T23:00:00-05:00")
    #expect(request.now != nil)
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    replay.now = request.now
    #expect(throws: RecorderError.self) { try store.recorder.replay(replay) }
    request.now = Instant(text: "9999-12-31T23:59:59Z")
    _ = try store.recorder.importFile(request)
    replay.now = nil
    #expect(try store.recorder.replay(replay).newlyRejected == 0)
  }

  /// The day of a run is that of its form's time zone, and its clock is stored in that zone.
  @Test(arguments: [
    ("Pacific/Auckland", "9999-12-31T23:00:00Z"), ("America/New_York", "0001-01-01T01:00:00Z"),
  ]) func clockBeyondItsYearsInTheZoneIsRefused(zone: String, time: String) throws {
    let store = try TemporaryStore(
      """
      form: people
      zone: \(zone)
      fields: [{name: id, type: integer}]
      ---
      rules: people
      form: people
      fields: {id: [{range: {min: 1}}]}
      """)
    try store.write("id\n1\n", to: "records.csv")
    let now = try #require(Instant(text: time))
    let before = try store.dump()
    var request = ImportRequest(path: store.path("records.csv"))
    request.now = now
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    request.isDryRun = true
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    store.recorder.settings.clock = { now }
    let recorder = store.recorder
    #expect(throws: RecorderError.self) {
      try recorder.submit(SubmissionRequest(fields: [("id", "1")]))
    }
    #expect(try store.dump() == before)
    store.recorder.settings.clock = { Instant(seconds: 1_800_000_000) }
    (request.now, request.isDryRun) = (nil, false)
    _ = try store.recorder.importFile(request)
    var replay = ReplayRequest()
    replay.now = now
    #expect(throws: RecorderError.self) { try store.recorder.replay(replay) }
    #expect(try store.recorder.replay(ReplayRequest()).newlyRejected == 0)
  }

  /// As texts, times are in order only if none has a fraction.
  @Test func timesAreStoredInSeconds() throws {
    let store = try TemporaryStore()
    store.recorder.settings.clock = { Instant(seconds: 1_800_000_000, nanoseconds: 500_000_000) }
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "1")]))
    try store.write("id,name\n" + (1...2_000).map { "\($0),b\n" }.joined(), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    for table in ["intake_submission", "event WHERE kind IN ('submission', 'import')"] {
      #expect(try Set(store.rows("SELECT at FROM \(table)")) == ["2027-01-15T08:00:00Z"])
    }
    #expect(try store.rows("SELECT updated_at FROM progress") == ["2027-01-15T08:00:00Z"])
    #expect(try store.rows("SELECT now FROM run").allSatisfy { !$0.contains(".") })
  }
}
