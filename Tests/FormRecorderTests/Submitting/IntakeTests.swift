import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import Testing

@testable import FormRecorder

/// Single submissions of one day form one intake. Each submission is sealed individually.
@Suite struct IntakeTests {
  private static let definitions = """
    form: people
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text, aliases: [nom]}
      - {name: born, type: date}
    ---
    rules: people
    form: people
    limits:
      - records: {min: 5}
    fields:
      id:
        - %
      born:
        - before: now
    """

  private func store(_ rule: String = "unique") throws -> TemporaryStore {
    try TemporaryStore(Self.definitions.replacing("%", with: rule))
  }

  private func submit(
    _ store: TemporaryStore, _ json: String, at time: String = "2026-03-01T10:00:00Z",
    key: String? = nil, source: String? = nil
  ) throws -> SubmissionReport {
    var recorder = store.recorder
    recorder.settings.clock = { Instant(text: time)! }
    var request = SubmissionRequest(json: Array(json.utf8))
    request.idempotencyKey = key
    request.source = source
    return try recorder.submit(request)
  }

  @Test func aReplayDistinguishesSourcesByTheirBytes() throws {
    let store = try store()
    _ = try submit(store, #"{"id": 1}"#, source: "\u{E9}")
    _ = try submit(store, #"{"id": 2}"#, source: "e\u{301}")
    let parts = try store.recorder.storeForReading().originalConfigurations(ofImport: 1, 1...2)
    #expect(parts.map(\.ids) == [1...1, 2...2])
  }

  @Test func submissionsOfADayShareAnIntakeAndKeepTheirTimes() throws {
    let store = try store()
    _ = try submit(store, #"{"id": 1, "name": "a"}"#)
    _ = try submit(store, #"{"name": "b", "id": 1}"#, at: "2026-03-01T23:59:59Z")
    _ = try submit(store, #"{"id": 3, "nom": "c"}"#, at: "2026-03-02T00:00:00Z")
    #expect(
      try store.rows(
        "SELECT _submission, _import, _record, _verdict, id, name FROM form_people ORDER BY 1")
        == ["1|1|1|accepted|1|a", "2|1|2|accepted|1|b", "3|2|1|accepted|3|c"])
    #expect(
      try store.rows("SELECT kind, records, state FROM import_view") == [
        "intake|2|finished", "intake|1|finished",
      ])
    #expect(
      try store.rows("SELECT records, accepted, rejected FROM run_view") == ["2|2|0", "1|1|0"])
    #expect(try store.recorder.history(of: 2).verdicts.map(\.at) == ["2026-03-01T23:59:59Z"])
    #expect(
      try store.recorder.audit(.all).byImport.map(\.counts.submissions) == [2, 1])
    try store.recorder.expectValid()
  }

  /// A replay evaluates each submission at its own time, and `unique` does not compare them.
  @Test func replaysRepeatVerdicts() throws {
    let store = try store()
    let json = #"{"id": 1, "born": "2026-03-02"}"#
    #expect(try submit(store, json).isRejected)
    #expect(try !submit(store, json, at: "2026-03-05T10:00:00Z").isRejected)
    var request = ReplayRequest()
    request.isFull = true
    let report = try store.recorder.replay(request)
    #expect((report.newlyAccepted, report.newlyRejected) == (0, 0))
    try store.recorder.expectValid()
  }

  @Test func keyIsAcceptedOnce() throws {
    let store = try store("unique: ever")
    #expect(try !submit(store, #"{"id": 1}"#).isRejected)
    #expect(try submit(store, #"{"id": 1}"#).errors.map(\.code) == ["unique.stored"])
    try store.write("id,name\n1,x\n2,x\n", to: "a.csv")
    #expect(try store.recorder.importFile(ImportRequest(path: store.path("a.csv"))).rejected == 1)
    #expect(try submit(store, #"{"id": 2}"#).isRejected)
    try store.recorder.expectValid()
  }

  @Test func idempotencyKeyIdentifiesOneSubmission() throws {
    let store = try store()
    let first = try submit(store, #"{"id": 1, "name": "a"}"#, key: "k")
    let again = try submit(store, #"{"name": "a", "id": 1}"#, at: "2026-03-03T10:00:00Z", key: "k")
    #expect(again.isAlreadySubmitted)
    #expect((again.submissionID, again.head) == (first.submissionID, first.head))
    let error = #expect(throws: RecorderError.self) {
      try submit(store, #"{"id": 2, "name": "a"}"#, key: "k")
    }
    #expect(error?.description.contains("was already used with other values") == true)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["1"])
  }

  /// The client repeats its request, and does not know that the form has a new field.
  @Test func idempotencyKeyOutlivesAChangeOfTheForm() throws {
    let store = try store()
    let json = #"{"id": 1, "nom": "a", "phone": "1"}"#
    let first = try submit(store, json, key: "k")
    try store.apply(
      Self.definitions.replacing("%", with: "unique").replacing(
        "type: date}", with: "type: date}\n  - {name: phone, type: text}"))
    let again = try submit(store, json, key: "k")
    #expect(again.isAlreadySubmitted && again.submissionID == first.submissionID)
    #expect(throws: RecorderError.self) {
      try submit(store, json.replacing(#""1""#, with: #""2""#), key: "k")
    }
  }

  @Test func sourcesAreDistinguished() throws {
    let store = try store()
    for (id, source) in [(1, "web"), (2, "app"), (3, "web")] {
      _ = try submit(store, #"{"id": \#(id)}"#, source: source)
    }
    let report = try store.recorder.audit(SubmissionSelection { $0.source = "web" })
    #expect(report.total.submissions == 2)
  }

  @Test func submissionNeedsFewBytes() throws {
    let store = try store()
    _ = try submit(store, #"{"id": 0}"#)
    func size() throws -> Int {
      try Int(
        store.rows("SELECT sum(pgsize - unused) FROM dbstat WHERE name NOT LIKE 'sqlite%'")[0]) ?? 0
    }
    let before = try size()
    for id in 1...100 {
      _ = try submit(store, #"{"id": \#(id)}"#, key: "key-\(id)", source: "web")
    }
    let overhead = (try size() - before) / 100
    #expect(overhead < 300, "\(overhead) bytes")
  }
}
