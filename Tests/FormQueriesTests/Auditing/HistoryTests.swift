import FormRecorder
import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@Suite struct HistoryTests {
  @Test func historyShowsOriginAndVerdicts() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email,more\n1,Ana,a@b.de,x\n200,Barbara,nope,y\n", source: "north")
    let history = try store.recorder.history(of: 2)
    #expect(
      history.json.text == """
        {"submission":2,"form":"people","import":1,"state":"current","record":2,"line":3,\
        "file":"records.csv","source":"north","batch":null,"by":null,"reason":null,\
        "receivedAt":"2027-01-15T08:00:00Z",\
        "fields":{"id":"200","name":"Barbara","email":"•••","more":"y"},\
        "verdicts":[{"run":1,"kind":"import","at":"2027-01-15T08:00:00Z","by":null,"reason":null,\
        "rules":"people","rulesVersion":1,"verdict":"rejected","errors":[\
        {"rule":"id.range","field":"id","code":"range.tooLarge","severity":"error",\
        "message":"id must be at most 100."},\
        {"rule":"name.length","field":"name","code":"length.tooLong","severity":"warning",\
        "message":"Full name is long: •••"},\
        {"rule":"email.email","field":"email","code":"email.invalid","severity":"error",\
        "message":"email must be an email address, such as ana@example.com."}]}],\
        "corrects":null,"correctedBy":null,"supersedes":null,"supersededBy":null,"decisions":[],\
        "assignments":[],"comments":[],"waived":[],"answers":[],"purged":null,"purgedBefore":null,"retracted":null}
        """)
    #expect(history.source == "north")
    #expect(history.fileName == "records.csv")
    #expect(try store.recorder.history(of: 1).verdicts.map(\.isAccepted) == [true])
  }

  /// The verdict beside a correction is its own, not that of a later one.
  @Test func verdictOfACorrectionIsItsOwn() throws {
    let store = try TemporaryStore()
    try store.add("id,email\n200,bad\n")
    for (id, fields) in [(1, ["id": "20"]), (2, ["email": "a@b.de"])] as [(Int64, [String: String])]
    {
      _ = try store.recorder.importCorrections(
        CorrectionRequest([SubmissionPatch(id, fields)]))
    }
    #expect(try (1...2).map { try store.recorder.history(of: $0).correctedBy } == [2, 3])
    #expect(
      try (1...2).map { try store.recorder.history(of: $0).correctionIsAccepted } == [false, true])
  }

  @Test func optionsShowValuesAndTranslateMessages() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Barbara,a@b.de\n")
    let values = try store.recorder.history(of: 1, showsValues: true, in: Localization("de"))
    #expect(values.verdicts[0].errors.map(\.message) == ["Full name ist lang: Barbara"])
    #expect(values.json.text.contains(#""email":"•••""#))
    let sensitive = try store.recorder.history(of: 1, showsSensitive: true)
    #expect(sensitive.verdicts[0].errors.map(\.message) == ["Full name is long: •••"])
    #expect(sensitive.json.text.contains(#""email":"a@b.de""#))
  }

  @Test func sensitiveValuesInMessagesRequireBothOptions() throws {
    let store = try TemporaryStore(
      TemporaryStore.definitions.replacing(
        "  email:\n    - email", with: "  email:\n    - {email: , message: 'not {value}'}"))
    try store.add("id,name,email\n1,Ana,canary\n")
    for (values, sensitive, message) in [
      (false, false, "not •••"), (true, false, "not •••"), (false, true, "not •••"),
      (true, true, "not canary"),
    ] {
      let history = try store.recorder.history(
        of: 1, showsValues: values, showsSensitive: sensitive)
      #expect(history.verdicts[0].errors.map(\.message) == [message])
      #expect(history.verdicts[0].errors[0].value == (values && sensitive ? "canary" : nil))
      var check = try FileCheck(
        DefinitionSet(files: [store.path("definitions.yaml")]), form: nil, rules: nil,
        now: Instant(seconds: 0))
      check.showsValues = values
      check.showsSensitive = sensitive
      var errors: [ReportedError] = []
      _ = try check.check(store.path("records.csv"), note: { _ in }) { errors += $0.errors }
      #expect(errors.map(\.message) == [message])
      #expect(errors[0].value == (values && sensitive ? "canary" : nil))
    }
  }

  @Test func replayAddsAVerdict() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n200,Ana,a@b.de\n")
    try store.apply(
      TemporaryStore.definitions.replacing("range: {max: 100}", with: "range: {max: 300}"))
    _ = try store.recorder.replay(ReplayRequest())
    let history = try store.recorder.history(of: 1)
    #expect(history.verdicts.map(\.isAccepted) == [false, true])
    #expect(history.verdicts.map(\.rulesVersion) == [1, 2])
    #expect(history.verdicts.map(\.kind) == [.import, .replay])
  }

  @Test func jsonValuesAreShownUnchanged() throws {
    let store = try TemporaryStore()
    try store.add(
      #"{"id":1.0,"name":"a\u0000\u001b","tags":[1.50,{"x":null}],"email":null,"ok":true}"# + "\n",
      as: "records.ndjson")
    #expect(
      try store.recorder.history(of: 1).json.text.contains(
        #""fields":{"id":1.0,"name":"a\u0000\u001b","tags":[1.50,{"x":null}],"email":null,"ok":true}"#
      ))
  }

  @Test func malformedRecordIsMaskedByDefault() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana\n")
    let masked = try store.recorder.history(of: 1)
    #expect(masked.cells.map(\.value.plainText) == ["•••", "•••"])
    #expect(masked.raw == "•••")
    #expect(masked.verdicts[0].errors.map(\.rule) == ["csv.tooFewFields"])
    let shown = try store.recorder.history(of: 1, showsSensitive: true)
    #expect(shown.cells.map(\.value.plainText) == ["1", "Ana"])
    #expect(shown.raw == "1,Ana")
  }

  @Test func correctionsAreShown() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n200,Ana,a@b.de\n2,Ana,a@b.de\n")
    try store.execute("INSERT INTO correction VALUES (2, 1)")
    #expect(try store.recorder.history(of: 1).correctedBy == 2)
    #expect(try store.recorder.history(of: 2).corrects == 1)
  }

  @Test(arguments: [0, -1, 2, Int64.max, Int64.min])
  func unknownSubmissionIsAnError(_ id: Int64) throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n")
    #expect(throws: RecorderError.self) { try store.recorder.history(of: id) }
  }
}
