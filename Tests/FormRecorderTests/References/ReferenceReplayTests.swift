import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

/// `exists` rules in replays: each submission refers to the records that were stored when it was
/// evaluated.
@Suite struct ReferenceReplayTests {
  /// A form whose second field refers to the records of `codes`.
  private static func definitions(_ form: String, _ first: String, _ second: String) -> String {
    """
    form: \(form)
    fields:
      - {\(first), required: true}
      - {name: \(second), type: text}
    ---
    rules: \(form)
    form: \(form)
    fields:
      \(second):
        - exists: {form: codes, field: code}
    """
  }
  private static let codes = definitions("codes", "name: code, type: text", "parent")
  private static let uses = definitions("uses", "name: id, type: integer", "code")

  private func store() throws -> TemporaryStore {
    let store = try TemporaryStore(Self.codes)
    try store.apply(Self.uses)
    return store
  }

  private func submit(_ store: TemporaryStore, _ form: String, _ fields: (String, String)...) throws
    -> Bool
  {
    var request = SubmissionRequest(fields: fields.map { (name: $0.0, text: $0.1) })
    request.form = VersionReference(form)
    return try !store.recorder.submit(request).isRejected
  }

  /// Expects that replays change no verdicts, and that the store verifies.
  private func expectNoChange(_ store: TemporaryStore) throws {
    for form in ["uses", "codes"] {
      for isDryRun in [true, false] {
        var request = ReplayRequest()
        request.form = VersionReference(form)
        request.isFull = true
        request.isDryRun = isDryRun
        let report = try store.recorder.replay(request)
        #expect(
          (report.newlyAccepted, report.newlyRejected) == (0, 0),
          "\(report.newlyAcceptedSample) \(report.newlyRejectedSample)")
      }
    }
    try store.recorder.expectValid()
  }

  @Test func submissionRefersToEarlierRecords() throws {
    let store = try store()
    #expect(try !submit(store, "uses", ("id", "1"), ("code", "x")))
    #expect(try submit(store, "codes", ("code", "x")))
    #expect(try submit(store, "uses", ("id", "2"), ("code", "x")))
    #expect(try !submit(store, "uses", ("id", "3"), ("code", "y")))
    try expectNoChange(store)
  }

  @Test func submissionRefersToItsOwnForm() throws {
    let store = try store()
    #expect(try submit(store, "codes", ("code", "a")))
    #expect(try submit(store, "codes", ("code", "b"), ("parent", "a")))
    #expect(try submit(store, "codes", ("code", "c"), ("parent", "b")))
    #expect(try !submit(store, "codes", ("code", "d"), ("parent", "e")))
    #expect(try submit(store, "codes", ("code", "e"), ("parent", "c")))
    try expectNoChange(store)
  }

  /// The replay accepts a record, and with it those that refer to it, as an import would.
  @Test(arguments: [false, true]) func replayRefersToItsOwnVerdicts(onlyRejected: Bool) throws {
    func definitions(_ maximum: Int) -> String {
      Self.codes.replacing(
        "fields:\n  parent", with: "fields:\n  code: [{length: {max: \(maximum)}}]\n  parent")
    }
    let store = try TemporaryStore(definitions(2))
    try store.add("code,parent\nchief,\nx,\n")
    try store.add("code,parent\nw1,chief\nw2,x\nw3,w1\n", as: "more.csv")
    try store.add("code,parent\nw4,w1\n", as: "last.csv")
    func replay(_ maximum: Int) throws -> [Int64] {
      try store.apply(definitions(maximum))
      var request = ReplayRequest()
      request.onlyRejected = onlyRejected
      let report = try store.recorder.replay(request)
      return onlyRejected || maximum == 5
        ? report.newlyAcceptedSample : report.newlyRejectedSample
    }
    #expect(try replay(5) == [1, 3, 6])
    let again = try store.recorder.replay(ReplayRequest())
    #expect((again.newlyAccepted, again.newlyRejected) == (0, 0))
    if !onlyRejected {
      #expect(try replay(2) == [1, 3, 6])
    }
    try store.recorder.expectValid()
  }

  /// An import refers to the records that were stored when it began, even if it is interrupted.
  @Test func importRefersToRecordsStoredWhenItBegan() throws {
    let store = try store()
    let codes = "code\n" + (1...1_500).map { "c\($0)\n" }.joined()
    let uses = "id,code\n" + (1...1_500).map { "\($0),c\($0)\n" }.joined()
    func request(_ form: String, _ text: String) throws -> ImportRequest {
      try store.write(text, to: "\(form).csv")
      var request = ImportRequest(path: store.path("\(form).csv"))
      request.form = VersionReference(form)
      request.chunk = 1_000
      return request
    }
    store.breakOff(try request("codes", codes))
    store.breakOff(try request("uses", uses))
    _ = try store.recorder.importFile(try request("codes", codes))
    #expect(try submit(store, "uses", ("id", "1"), ("code", "c1")))
    #expect(try store.recorder.importFile(try request("uses", uses)).rejected == 1_500)
    try expectNoChange(store)
  }

  /// Interrupted and resumed imports of both forms, with submissions between them.
  @Test func replaysRepeatVerdicts() throws {
    let wrong = try RandomRounds.run("references", 2) { random, show in
      let store = try store()
      var unfinished: [String] = []
      var (files, text) = (0, "")
      func value() -> String { "c\(Int.random(in: 1...400, using: &random))" }
      func request(_ name: String) -> ImportRequest {
        var request = ImportRequest(path: store.path(name))
        request.form = VersionReference(String(name.prefix { $0 != "-" }))
        request.chunk = 1_000
        return request
      }
      for _ in 0..<14 {
        let form = Bool.random(using: &random) ? "codes" : "uses"
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<2 where unfinished.count < 3:
          files += 1
          let name = "\(form)-\(files).csv"
          let rows = (0..<1_050).map {
            form == "uses" ? "\($0),\(value())\n" : "\(value()),\(value())\n"
          }
          try store.write(
            (form == "uses" ? "id,code\n" : "code,parent\n") + rows.joined(), to: name)
          store.breakOff(request(name))
          unfinished.append(name)
          text += "break \(name); "
        case 2..<5:
          guard let name = unfinished.randomElement(using: &random) else { break }
          unfinished.removeAll { $0 == name }
          _ = try store.recorder.importFile(request(name))
          text += "finish \(name); "
        default:
          let isAccepted =
            form == "uses"
            ? try submit(store, form, ("id", "1"), ("code", value()))
            : try submit(store, form, ("code", value()))
          text += "submit \(form) \(isAccepted); "
        }
      }
      show(text)
      for isDryRun in [true, false] {
        var request = ReplayRequest()
        request.form = VersionReference("uses")
        request.isFull = true
        request.isDryRun = isDryRun
        let report = try store.recorder.replay(request)
        if report.newlyAccepted + report.newlyRejected > 0 {
          return
            "the replay differs: \(report.newlyAcceptedSample) \(report.newlyRejectedSample)"
        }
      }
      return try store.recorder.verify().problemDescription
    }
    #expect(wrong == nil)
  }
}
