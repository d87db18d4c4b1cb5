import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Synchronization
import Testing

@testable import FormRecorder

/// Records that are judged together get the same verdicts as records that are submitted
/// individually.
@Suite struct SubmissionGroupTests {
  /// The arguments are an option of the form, and the rules for `id` and `name`.
  @Test(
    arguments: ["", "key: [id]"],
    [
      ("unique", "trimmed"), ("unique: ever", "trimmed"), ("pattern: '[0-9]*'", "trimmed"),
      ("pattern: '[0-9]*'", "unique: ever"),
    ])
  func groupsEqualSingleRecords(option: String, rules: (id: String, name: String)) throws {
    let definitions = PeopleDefinitions.yaml(
      form: option,
      rules: """
        fields:
          id:
            - \(rules.id)
            - range: {max: 12}
          name:
            - \(rules.name)
            - {length: {max: 3}, severity: warning}
        """)
    // With a key, the first record of the second group releases a name for the other one.
    let releases = [
      [#"{"id": 1, "name": "Ana"}"#], [#"{"id": 1, "name": "Bo"}"#, #"{"id": 2, "name": "Ana"}"#],
    ]
    let wrong = try RandomRounds.run("group", 1) { random, show in
      // Small groups, because most large ones have a repeated key.
      let groups =
        releases
        + (0..<8).map { _ in
          (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.record(&random) }
        }
      show(groups.map { $0.joined(separator: "\n") }.joined(separator: "\n---\n"))
      let (one, other) = (try TemporaryStore(definitions), try TemporaryStore(definitions))
      // Only valid records are submitted together, because each invalid record has its own outcome.
      for group in groups {
        let valid = group.filter {
          (try? JSONSerialization.jsonObject(with: Data($0.utf8))) != nil
        }
        let together = try one.recorder.submit(
          valid.map { SubmissionRequest(json: Array($0.utf8)) })
        let apart = try valid.map {
          try other.recorder.submit(SubmissionRequest(json: Array($0.utf8)))
        }
        for (record, reports) in zip(valid, zip(together, apart)) {
          var (left, right) = reports
          (left.head, right.head) = ("", "")
          guard left.json.text == right.json.text else { return "\(record): \(left.json.text)" }
        }
      }
      let query = "SELECT * FROM form_people ORDER BY _submission"
      guard try one.rows(query) == other.rows(query) else { return "the rows differ" }
      for store in [one, other] {
        if let words = try store.recorder.verify().problemDescription { return words }
      }
      return nil
    }
    #expect(wrong == nil)
  }

  /// Records that are judged otherwise are not in the same group.
  @Test func groupsShareTheirKey() {
    let changes: [String: (inout SubmissionRequest) -> Void] = [
      "form": { $0.form = VersionReference("people") },
      "rules": { $0.rules = VersionReference("people") }, "source": { $0.source = "a" },
      "scenario": { $0.scenario = "a" }, "isAnonymous": { $0.isAnonymous = true },
      "parameters": { $0.parameters = ["a": "b"] },
      "localization": { $0.localization = Localization("de") },
    ]
    let request = SubmissionRequest(json: [])
    for (property, change) in changes {
      var changed = request
      change(&changed)
      let keys = [request, changed].map { SubmissionGroup.Key($0, otherNames: []) }
      #expect(keys[0] != keys[1], "\(property)")
    }
    // Properties of a single record. Records of plans that read files are not judged together.
    let others: Set = [
      "record", "line", "by", "reason", "idempotencyKey", "client", "files", "uploads",
    ]
    #expect(
      Set(Mirror(reflecting: request).children.compactMap(\.label))
        == others.union(changes.keys))
  }

  @Test func keysCompareBytes() {
    let changes: [(inout SubmissionRequest, String) -> Void] = [
      { $0.source = $1 }, { $0.scenario = $1 }, { $0.parameters = ["a": $1] },
    ]
    for change in changes {
      let keys = ["\u{E9}", "e\u{301}"].map { text in
        var request = SubmissionRequest(json: [])
        change(&request, text)
        return SubmissionGroup.Key(request, otherNames: [])
      }
      #expect(keys[0] != keys[1])
    }
  }

  /// 32 records of 1,024 columns, and four of 128 KiB, are the most that a group has.
  @Test(arguments: [(1_024, 10, 32), (1, 128 << 10, 4)])
  func groupsHaveLimitedSizes(columns: Int, bytes: Int, maximum: Int) throws {
    let form = Form(name: "wide", fields: (0..<columns).map { Field(name: "f\($0)", type: .text) })
    let layout = try IntakeLayout(form)
    let empty = #"{"f0":""}"#
    let value = String(repeating: "x", count: bytes - empty.utf8.count)
    let request = SubmissionRequest(json: Array(#"{"f0":"\#(value)"}"#.utf8))
    let record = try SubmittedRecord(request, layout)
    var group = SubmissionGroup(record)
    while group.add(record, at: group.positions.count) {}
    #expect(group.records.count == maximum)
  }

  /// A CRLF is one line end, as in files.
  @Test func malformedRecordsHaveALineAndAColumn() throws {
    let layout = try IntakeLayout(Form(name: "people", fields: [Field(name: "id", type: .integer)]))
    for (text, position) in [
      ("{\r\n\"id\": x}", "line 2, column 7: invalid JSON"),
      ("{\n\r", "line 3, column 1: invalid JSON"),
      ("{\"id\": 1} {}", "line 1, column 11: invalid JSON"),
    ] {
      let error = #expect(throws: RecorderError.self) {
        _ = try SubmittedRecord(SubmissionRequest(json: Array(text.utf8)), layout)
      }
      #expect(error?.description.contains(position) == true, "\(error?.description ?? "")")
    }
  }

  /// A JSON object with repeated ids, unknown fields, and texts that look like JSON syntax.
  private static func record(_ random: inout SeededGenerator) -> String {
    let id = Int.random(in: 0...20, using: &random)
    let name = ["Ana", "}{", "],[", #"\"},{\""#, "\\u00e9", "abcdef"].randomElement(using: &random)!
    let more = ["", #", "note": "x""#, #", "tag\#(id % 3)": [1, {"a": "]"}]"#]
      .randomElement(using: &random)!
    let blank = ["", "\n", "  "].randomElement(using: &random)!
    return #"{"id": \#(id),\#(blank) "name": "\#(name)"\#(more)}\#(blank)"#
  }

  /// A record that is not a single object is refused without affecting other records. Its text
  /// cannot change the meaning of adjacent records.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      #"{"id": 1}, {"id": 2}"#, #"{"id": 1"#, #""id": 2}"#, "", "[]", #"{"id": "1}"#,
      #"{"id": 1, "id": 2}"#,
      "{\"id\": \"a\nb\"}", #"{"id": 1}]"#, #"{"id": 01}"#,
    ])
  func invalidRecordsAreRefusedIndividually(_ record: String) async throws {
    let store = try TemporaryStore(
      "form: people\nfields:\n  - {name: id, type: integer}\n---\nrules: people\nform: people\n")
    let recorder = AsyncRecorder(store.recorder)
    let stored = await withTaskGroup(of: Int?.self) { group in
      for position in 0..<30 {
        let text = position % 3 == 1 ? record : #"{"id": 7}"#
        group.addTask {
          (try? await recorder.submit(SubmissionRequest(json: Array(text.utf8)))).map { _ in
            position
          }
        }
      }
      return await group.reduce(into: Set<Int>()) { if let position = $1 { $0.insert(position) } }
    }
    #expect(stored == Set((0..<30).filter { $0 % 3 != 1 }))
    #expect(try store.rows("SELECT DISTINCT id FROM form_people") == ["7"])
    try store.recorder.expectValid()
  }

  /// Records that are too large for one group are stored in several groups.
  @Test func largeRecordsAreStored() throws {
    let store = try TemporaryStore(
      "form: people\nfields:\n  - {name: name, type: text}\n---\nrules: people\nform: people\n")
    let sizes = [10, 400 << 10, 400 << 10, 10, 700 << 10, 10]
    let reports = try store.recorder.submit(
      sizes.map { SubmissionRequest(fields: [("name", String(repeating: "x", count: $0))]) })
    #expect(reports.map(\.submissionID) == Array(1...6))
    #expect(
      try store.rows("SELECT length(name) FROM form_people ORDER BY _submission")
        == sizes.map(String.init))
    try store.recorder.expectValid()
  }

  /// The clock is read once for each group. The last arguments are the groups of three records with
  /// different keys, and of three of which two have the same key.
  @Test(arguments: [
    ("", "id: [range: {min: 0}]", 1, 1), ("", "id: [unique: ever]", 1, 4),
    ("key: [id]", "id: [unique]", 1, 4),
    // A record may release the name that the next one has.
    ("key: [id]", "name: [unique: ever]", 4, 4),
  ])
  func recordsWithDifferentKeysShareAGroup(
    option: String, rules: String, different: Int, repeated: Int
  ) throws {
    let store = try TemporaryStore(
      PeopleDefinitions.yaml(form: option, rules: "fields:\n  \(rules)"))
    func clockReads(_ ids: [Int]) throws -> Int {
      let calls = Mutex(0)
      var recorder = store.recorder
      recorder.settings.clock = {
        calls.withLock { calls in
          calls += 1
          return Instant(seconds: 1_800_000_000)
        }
      }
      _ = try recorder.submit(ids.map { SubmissionRequest(fields: [("id", "\($0)")]) })
      return calls.withLock { $0 }
    }
    let single = try clockReads([1])
    #expect(try clockReads([2, 3, 4]) - single == different - 1)
    // If keys repeat, the group is abandoned and each record is submitted individually.
    #expect(try clockReads([5, 6, 5]) - single == repeated - 1)
  }
}
