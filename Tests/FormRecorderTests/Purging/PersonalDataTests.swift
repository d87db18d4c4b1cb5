import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

/// All data of a person is found and purged, however it was submitted.
@Suite struct PersonalDataTests {
  private static let definitions = """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text, trim: true}
      - {name: email, type: text, sensitive: true, aliases: [E-mail]}
      - {name: born, type: date}
    ---
    rules: people
    form: people
    fields:
      id:
        - range: {max: 10000}
    """

  private static func search(_ field: String, _ value: String) -> RecordSearch {
    RecordSearch([.init(field: field, value: value)])
  }

  private func purge(
    _ store: TemporaryStore, _ search: RecordSearch,
    _ change: (inout PurgeRequest) -> Void = { _ in }
  ) throws -> PurgeReport {
    var request = PurgeRequest(.record(search), by: "bo", reason: "erasure")
    change(&request)
    return try store.recorder.purge(request)
  }

  /// The files of a store that contain the text.
  private func files(_ store: TemporaryStore, with text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: store.folderPath).filter { name in
      guard name.hasPrefix("store.sqlite"),
        let data = FileManager.default.contents(atPath: store.path(name))
      else { return false }
      return data.contains(bytes: Data(text.utf8))
    }
  }

  /// Deliveries under two versions of the form, malformed records, a correction, a single
  /// submission and a replay. All values with `xana` belong to one person.
  private func filled() throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions)
    // Submissions 1 and 2. Submission 2 does not belong to the person.
    try store.add(
      "id,name,email,born,phone\n4711,xana-one,xana@b.de,1990-01-31,xana-phone\n7,bo,bo@b.de,,\n",
      as: "a.csv")
    // Submissions 3 to 6: another notation of the number, and malformed records.
    try store.add(
      "id;name;email;born\n04711;xana-two;xana-other@b.de;\n8;cy;c@b.de;;\n"
        + "4711;xana-three\n9;dora xana-text <4711>;x;1;2\n", as: "b.csv")
    // Submissions 7 and 8: the field has another name, and the key of submission 8 is rejected.
    try store.apply(
      Self.definitions.replacing("key: [id]", with: "key: [number]")
        .replacing("name: id,", with: "name: number, aliases: [id],")
        .replacing("  id:\n", with: "  number:\n"))
    try store.add(
      #"{"number":4711,"name":"xana-four"}"# + "\n" + #"{"number":47110}"# + "\n",
      as: "c.ndjson")
    // Submission 9 is a rejected record of the person, and submission 10 corrects it.
    try store.add("number,name\n47111,xana-five\n", as: "d.csv")
    try store.write("number,name,_submission\n4711,xana-six,9\n", to: "back.csv")
    var corrections = CorrectionRequest(path: store.path("back.csv"))
    corrections.acceptedColumns = ["all"]
    _ = try store.recorder.importCorrections(corrections)
    // Submission 11: a single submission with an idempotency key that identifies the person.
    var single = SubmissionRequest(fields: [("number", "4711"), ("name", "xana-seven")])
    single.idempotencyKey = "xana-key"
    _ = try store.recorder.submit(single)
    _ = try store.recorder.replay(ReplayRequest())
    return store
  }

  @Test func allSubmissionsOfAPersonAreFoundWithReasons() throws {
    let store = try filled()
    let found = try store.recorder.find(Self.search("id", "4711"))
    #expect(
      found.map { "\($0.submissionID) \($0.reason.word)" } == [
        "1 value", "3 value", "5 malformedCell", "6 malformedText",
        "7 value", "9 correction", "10 value", "11 value",
      ])
    #expect(found.first { $0.submissionID == 11 }?.hasIdempotencyKey == true)
    #expect(found.first { $0.submissionID == 1 }?.fileName == "a.csv")
    // By either name of the field, and by any notation of the number.
    for (field, value) in [("number", "4711"), ("id", "04711"), ("ID", "+4711")] {
      let ids = try store.recorder.find(Self.search(field, value)).map(\.submissionID)
      #expect(Set(ids).isSuperset(of: [1, 3, 7, 9, 10, 11]), "\(field) \(value)")
      #expect(!ids.contains(2) && !ids.contains(8))
    }
  }

  @Test func purgedPersonIsAbsentFromAllFiles() throws {
    let store = try filled()
    let dry = try purge(store, Self.search("id", "4711")) { $0.isDryRun = true }
    #expect(dry.submissions == 8)
    #expect(dry.found?.count == 8)
    #expect(try store.rows("SELECT count(*) FROM purge") == ["0"])
    #expect(try files(store, with: "xana").isEmpty == false)
    let report = try purge(store, Self.search("id", "4711"))
    #expect(report.submissions == 8)
    #expect(report.found?.map(\.submissionID) == dry.found?.map(\.submissionID))
    #expect(try files(store, with: "xana").isEmpty)
    #expect(try files(store, with: "4711\"").isEmpty)
    #expect(try files(store, with: "bo@b.de") == ["store.sqlite"])
    try store.recorder.expectValid()
    #expect(try store.recorder.find(Self.search("id", "4711")).isEmpty)
    #expect(try purge(store, Self.search("id", "4711")).submissions == 0)
    // A retry is recognized and stores nothing.
    var single = SubmissionRequest(fields: [("number", "4711"), ("name", "xana-seven")])
    single.idempotencyKey = "xana-key"
    #expect(try store.recorder.submit(single).isAlreadySubmitted)
    #expect(try files(store, with: "xana").isEmpty)
    single.idempotencyKey = "another-key"
    #expect(try store.recorder.submit(single).isAlreadySubmitted == false)
  }

  @Test func otherFieldsAndCombinedConditionsAreSearched() throws {
    let store = try filled()
    func ids(_ conditions: (String, String)...) throws -> [Int64] {
      try store.recorder.find(
        RecordSearch(conditions.map { .init(field: $0.0, value: $0.1) })
      ).map(\.submissionID)
    }
    // By alias, by unknown column, by date, and by trimmed text.
    #expect(try ids(("E-mail", "bo@b.de")) == [2])
    #expect(try ids(("phone", "xana-phone")).contains(1))
    #expect(try ids(("born", "1990-01-31")).contains(1))
    #expect(try ids(("name", " bo ")) == [2])
    #expect(try ids(("name", "bo"), ("email", "bo@b.de")) == [2])
    #expect(try ids(("name", "bo"), ("email", "xana@b.de")).isEmpty)
    // Parts of a value and values in another case do not match.
    #expect(try ids(("name", "b")).isEmpty)
    #expect(try ids(("name", "Bo")).isEmpty)
    #expect(throws: RecorderError.self) { try ids(("nmae", "bo")) }
    #expect(throws: RecorderError.self) { try ids(("name", "")) }
    #expect(throws: RecorderError.self) { try ids() }
  }

  @Test(
    arguments: [
      // The value matches a whole cell or a word of the bytes, but not a part of a word.
      ("7,a,b,c,d\n", "7", "malformedCell"), ("x 7 y,a,b,c,d\n", "7", "malformedText"),
      ("27,a,b,c,d\n", "7", nil), ("7.5,a,b,c,d\n", "7", nil), ("a7,a,b,c,d\n", "7", nil),
      ("1,\"say \"\"hi\"\"\" x,b\n", "say \"hi\"", "malformedText"),
      ("1,h-ana@b.de,b,c,d\n", "ana@b.de", nil),
      ("1,ana@b.de.,b,c,d\n", "ana@b.de", "malformedText"),
    ] as [(String, String, String?)])
  func malformedRecordsAreFoundByWords(_ record: String, value: String, reason: String?) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name,email,born\n" + record + "1,b,c,\n")
    let found = try store.recorder.find(Self.search("name", value))
    #expect(found.map(\.reason.word) == (reason.map { [$0] } ?? []))
  }

  @Test func malformedJSONAndOtherEncodingsAreSearched() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(#"{"id":1,"name":"Nu\u00f1ez""# + "\n" + #"{"id":2}"# + "\n", as: "a.ndjson")
    var bytes = Data("id,name,email,born\n1,Nuñez,a,\n".utf8)
    for id in 2...200 { bytes += Data("\(id),ñ,b,\n".utf8) }
    bytes += Data("3,Nu".utf8) + [0xF1] + Data("ez,c,\n".utf8)
    try store.add(bytes)
    let found = try store.recorder.find(Self.search("name", "Nuñez"))
    #expect(
      found.map(\.reason.word) == ["malformedText", "value", "malformedText"])
  }

  @Test func submissionIsNotPurgedWithoutItsCorrections() throws {
    let store = try filled()
    for id: Int64 in [9, 10] {
      let request = PurgeRequest(.submissions([id]), by: "bo", reason: "erasure")
      let error = #expect(throws: RecorderError.self) { try store.recorder.purge(request) }
      #expect(error?.reason == .refused)
      #expect(error?.description.contains("corrections to \(id == 9 ? 10 : 9)") == true)
    }
    #expect(try store.rows("SELECT count(*) FROM purge") == ["0"])
    var request = PurgeRequest(.submissions([10]), by: "bo", reason: "erasure")
    request.isDryRun = true
    #expect(try store.recorder.purge(request).correctionsLeft == 1)
    request.isDryRun = false
    request.includesCorrections = true
    let report = try store.recorder.purge(request)
    #expect(report.submissions == 2)
    #expect(report.found?.map(\.reason) == [.correction(of: 10), .number])
    // If all submissions of a chain are selected, nothing is refused.
    let store2 = try filled()
    _ = try store2.recorder.purge(
      PurgeRequest(.submissions([9, 10]), by: "bo", reason: "erasure"))
    // A selection by age or origin deletes only the selected submissions and counts the remaining
    // ones.
    let store3 = try filled()
    var selection = SubmissionSelection.all
    selection.importID = 4
    let left = try store3.recorder.purge(PurgeRequest(selection, by: "bo", reason: "erasure"))
    #expect((left.submissions, left.correctionsLeft) == (1, 1))
  }

  /// Submissions of an unfinished import cannot be purged. The purge is refused instead of deleting
  /// a part of the data.
  @Test func purgeOfAnUnfinishedImportIsRefused() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name,email,born\n4711,n,xana@b.de,\n", as: "a.csv")
    let records = (1...3_000).map { "\($0 + 3_000),n,xana@b.de,\n" }.joined()
    try store.write("id,name,email,born\n" + records, to: "b.csv")
    var unfinished = ImportRequest(path: store.path("b.csv"))
    unfinished.chunk = 1_000
    store.breakOff(unfinished)
    let search = Self.search("email", "xana@b.de")
    let dry = try purge(store, search) { $0.isDryRun = true }
    #expect(dry.found?.filter { $0.state == .unfinished }.isEmpty == false)
    let error = #expect(throws: RecorderError.self) { try purge(store, search) }
    #expect(error?.reason == .refused)
    // So are purges by selection and their dry runs, which list nothing.
    var selections: [SubmissionSelection] = [.all, .all, .all]
    selections[0].form = "people"
    selections[1].importID = 2
    selections[2].submissions = [1, 2]
    for selection in selections {
      for isDryRun in [true, false] {
        var request = PurgeRequest(selection, by: "bo", reason: "erasure")
        request.isDryRun = isDryRun
        let error = #expect(throws: RecorderError.self) { try store.recorder.purge(request) }
        #expect(error?.description.contains("belongs to an import that is unfinished") == true)
      }
    }
    selections[1].importID = 1
    var finished = PurgeRequest(selections[1], by: "bo", reason: "erasure")
    finished.isDryRun = true
    #expect(try store.recorder.purge(finished).submissions == 1)
    let importID = try #require(try store.rows("SELECT import FROM progress").first)
    _ = try store.recorder.discard(Int64(importID) ?? 0, by: "bo", reason: "gone")
    // Submissions of discarded imports are purged too.
    #expect(try purge(store, search).submissions == dry.found?.count)
    try store.recorder.expectValid()
    #expect(try files(store, with: "xana").isEmpty)
  }
}
