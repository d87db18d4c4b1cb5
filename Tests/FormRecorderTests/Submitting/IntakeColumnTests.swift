import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// The columns of a submission follow from its form and its own names, so that no submission makes
/// another more expensive, or changes what its names mean.
@Suite struct IntakeColumnTests {
  private func store(_ columns: String = "keep") throws -> TemporaryStore {
    try TemporaryStore(
      """
      form: people
      columns: \(columns)
      fields:
        - {name: id, type: integer, required: true}
        - {name: name, type: text, aliases: [nom]}
      ---
      rules: people
      form: people
      fields:
        id: [{range: {max: 100}}]
      """)
  }

  private func submit(
    _ store: TemporaryStore, _ json: String, key: String? = nil,
    _ change: (inout RecorderSettings) -> Void = { _ in }
  ) throws -> SubmissionReport {
    var recorder = store.recorder
    recorder.settings.clock = { Instant(text: "2026-03-01T10:00:00Z")! }
    change(&recorder.settings)
    var request = SubmissionRequest(json: Array(json.utf8))
    request.idempotencyKey = key
    return try recorder.submit(request)
  }

  /// For each submission, its intake, the number of columns that it has, and its cells.
  private func rows(_ store: TemporaryStore) throws -> [String] {
    try store.rows(
      """
      SELECT p.import, n.columns, s.cells FROM intake_submission n
      JOIN submission s ON s.id = n.submission
      JOIN span p ON n.submission BETWEEN p.first_submission AND p.last_submission ORDER BY s.id
      """)
  }

  private static func object(unknownNames count: Int) -> String {
    #"{"id":1,"# + (0..<count).map { "\"u\($0)\":\($0)" }.joined(separator: ",") + "}"
  }

  @Test func otherNamesDoNotWidenTheRecordsOfOthers() throws {
    let store = try store()
    for json in [
      #"{"id":1}"#, #"{"id":2,"b":[1, 2],"a":null}"#, #"{"name":"x","id":3}"#,
      #"{"a":1,"id":4,"b":2}"#,
    ] { _ = try submit(store, json) }
    #expect(
      try rows(store) == [
        "1|2|[1,null]", #"2|4|[2,null,null,"\u005b1, 2]"]"#, #"1|2|[3,"x"]"#, "2|4|[4,null,1,2]",
      ])
    #expect(try submit(store, #"{"b":1,"id":5,"a":null}"#).unknownFields == ["b"])
    #expect(try store.rows("SELECT id FROM form_people ORDER BY 1") == ["1", "2", "3", "4", "5"])
    #expect(
      try store.recorder.history(of: 4).json.text.contains(
        #""fields":{"id":4,"name":null,"a":1,"b":2}"#))
    #expect(try store.recorder.replay(ReplayRequest()).unchanged == 5)
    try store.recorder.expectValid()
  }

  /// The first record of a day does not determine which name fills a field.
  @Test func namesAreMappedForEachRecord() throws {
    let store = try store()
    for json in [
      #"{"ID":1,"nom":"a"}"#, #"{"id":2,"name":"b"}"#, #"{"Id":3,"NAME":"c"}"#,
      #"{"id":4,"nom":"d"}"#,
    ] { #expect(try !submit(store, json).isRejected) }
    #expect(
      try store.rows("SELECT id, name FROM form_people ORDER BY 1")
        == ["1|a", "2|b", "3|c", "4|d"])
    #expect(try Set(rows(store).map { $0.prefix(4) }) == ["1|2|"])
  }

  /// The same in one pass: records with other names, in other notations, are in other passes.
  @Test func namesAreMappedForEachRecordOfAPass() throws {
    let store = try store()
    let records = [
      #"{"id":1}"#, #"{"ID":2,"nom":"a"}"#, #"{"id":3,"\u0069d2":1}"#, #"{"id":4,"caf\u00e9":1}"#,
      #"{"id":5,"cafe\u0301":1}"#, #"{"id":6}"#, #"{"id":700}"#,
    ]
    let reports = try store.recorder.submit(records.map { SubmissionRequest(json: Array($0.utf8)) })
    #expect(reports.map(\.submissionID) == Array(1...7))
    #expect(reports.map(\.isRejected) == [false, false, false, false, false, false, true])
    #expect(try store.rows("SELECT id FROM form_people ORDER BY _submission").count == 7)
    #expect(try store.rows("SELECT count(DISTINCT names) FROM intake") == ["4"])
    try store.recorder.expectValid()
  }

  @Test(arguments: [(100, false), (101, true)])
  func manyNamesShareAColumn(count: Int, isShared: Bool) throws {
    let store = try store()
    let report = try submit(store, Self.object(unknownNames: count))
    #expect(report.unknownFields.count == count)
    #expect(try store.rows("SELECT columns FROM intake_submission") == [isShared ? "3" : "102"])
    let fields = try store.recorder.history(of: 1).json.text
    #expect(fields.contains("u7") && fields.contains("_unknown") == isShared)
    _ = try submit(store, #"{"id":2}"#)
    #expect(try rows(store).last == "2|2|[2,null]")
    try store.recorder.expectValid()
  }

  @Test func furtherSetsOfNamesShareAColumn() throws {
    let store = try store()
    for name in ["a", "b", "c", "a", "d", "_unknown"] {
      _ = try submit(store, #"{"id":1,"\#(name)":"x"}"#) { $0.maximumOwnIntakes = 2 }
    }
    #expect(
      try rows(store) == [
        #"1|3|[1,null,"x"]"#, #"2|3|[1,null,"x"]"#, #"3|3|[1,null,"\u007b\"c\":\"x\"}"]"#,
        #"1|3|[1,null,"x"]"#, #"3|3|[1,null,"\u007b\"d\":\"x\"}"]"#,
        #"3|3|[1,null,"\u007b\"_unknown\":\"x\"}"]"#,
      ])
    try store.recorder.expectValid()
  }

  /// A submission is sent again, and in the meantime its names got, or lost, columns of their own.
  @Test(arguments: [0, 1]) func repeatedSubmissionIsRecognized(_ maximum: Int) throws {
    let store = try store()
    let json = #"{"id":1,"x":"1","y":2}"#
    let first = try submit(store, json, key: "k") { $0.maximumOwnIntakes = maximum }
    for other in [0, 1] {
      let again = try submit(store, #"{"y":2,"id":1,"x":"1"}"#, key: "k") {
        $0.maximumOwnIntakes = other
        $0.clock = { Instant(text: "2026-03-02T10:00:00Z")! }
      }
      #expect(again.isAlreadySubmitted && again.submissionID == first.submissionID)
      #expect(throws: RecorderError.self) {
        try submit(store, #"{"id":1,"x":"1","y":3}"#, key: "k") { $0.maximumOwnIntakes = other }
      }
    }
  }

  @Test func aRepetitionHasNamesWithTheSameBytes() throws {
    let store = try store()
    _ = try submit(store, #"{"id":1,"\#u{E9}":"x"}"#, key: "k")
    #expect(throws: RecorderError.self) {
      try submit(store, #"{"id":1,"e\#u{301}":"x"}"#, key: "k")
    }
  }

  @Test func droppedAndRefusedNamesNeedNoColumns() throws {
    let dropping = try store("drop")
    let report = try submit(dropping, Self.object(unknownNames: 20_000))
    #expect(report.unknownFields.count == 20_000)
    #expect(try rows(dropping) == ["1|2|[1,null]"])
    let refusing = try store("refuse")
    #expect(throws: RecorderError.self) { try submit(refusing, #"{"id":1,"nme":"x"}"#) }
    #expect(try rows(refusing).isEmpty)
  }

  @Test func alteredNamesAreFound() throws {
    for names in ["'[]'", #"'["c"]'"#] {
      let store = try store()
      _ = try submit(store, #"{"id":1,"b":1}"#)
      try store.tamper("UPDATE intake SET names = \(names)")
      #expect(try store.recorder.verify().problemDescription != nil)
    }
  }
}
