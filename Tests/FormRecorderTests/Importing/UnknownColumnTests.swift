import FormPages
import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

/// Columns that a form does not define are kept, masked, dropped or refused, depending on the form.
@Suite struct UnknownColumnTests {
  private func definitions(
    _ columns: Form.UnknownColumns? = nil, sensitive: Bool = true, name: String = "name"
  ) -> String {
    """
    form: people
    \(columns.map { "columns: \($0.rawValue)" } ?? "title: People")
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: \(name), type: text}
      - {name: email, type: text\(sensitive ? ", sensitive: true" : "")}
    ---
    rules: people
    form: people
    fields:
      id:
        - range: {max: 100000}
    """
  }

  private static let file = "id,name,phone,email\n1,Ana,canary,a@b.de\n200000,Bo,canary2,b@b.de\n"

  /// All output that shows the records, except raw exports.
  private func shown(_ store: TemporaryStore) throws -> String {
    var shown = try store.export(.all) + store.export(.all, .ndjson)
    shown += try store.recorder.history(of: 1).json.text + store.recorder.history(of: 2).json.text
    shown += try store.recorder.auditPage(.all, samples: 3)
    shown += try store.tables(#"SELECT "_raw" FROM people"#).joined()
    return shown
  }

  @Test(
    arguments: [
      (nil, true, true), (nil, false, false), (.keep, true, false), (.mask, false, true),
    ] as [(Form.UnknownColumns?, Bool, Bool)])
  func unknownColumnsAreMaskedByDefaultWithSensitiveFields(
    _ columns: Form.UnknownColumns?, sensitive: Bool, isMasked: Bool
  ) throws {
    let store = try TemporaryStore(definitions(columns, sensitive: sensitive))
    try store.add(Self.file)
    #expect(try shown(store).contains("canary") != isMasked)
    // Raw exports and the store contain the original values.
    #expect(try store.export(.all, raw: true).contains("1,Ana,canary,a@b.de"))
    #expect(try store.rows("SELECT cells FROM submission")[0].contains("canary"))
    try store.recorder.expectValid()
  }

  @Test func returnedMaskKeepsTheStoredValue() throws {
    let store = try TemporaryStore(definitions())
    try store.add(Self.file)
    let export = try store.export(.open)
    #expect(export.contains("200000,Bo,•••,•••,2,3"))
    try store.write(
      export.replacing("200000,", with: "2,").replacing("•••", with: "???"), to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.acceptsKeyChanges = true
    _ = try store.recorder.importCorrections(request)
    #expect(
      try store.rows("SELECT cells FROM submission")[2] == #"["2","Bo","canary2","b@b.de"]"#)
  }

  /// Sensitive values stay masked when the form renames or removes the field.
  @Test func renamedAndRemovedFieldsStayMasked() throws {
    let store = try TemporaryStore(definitions(.keep))
    try store.add(Self.file)
    for changed in [
      "- {name: mail, aliases: [email], type: text, sensitive: true}", "",
    ] {
      try store.apply(
        definitions(.keep).replacing(
          "- {name: email, type: text, sensitive: true}", with: changed))
      _ = try store.recorder.replay(ReplayRequest())
      #expect(!(try shown(store).contains("a@b.de")))
    }
    // An unknown column is masked as soon as it becomes a sensitive field.
    #expect(try shown(store).contains("canary"))
    try store.apply(
      definitions(.keep).replacing(
        "---", with: "  - {name: Phone, type: text, sensitive: true}\n---"))
    #expect(!(try shown(store).contains("canary")))
  }

  @Test func droppedColumnsAreNotStored() throws {
    let store = try TemporaryStore(definitions(.drop))
    let report = try store.add(Self.file + "3,Cy,canary3\n")
    #expect(report.unknownColumns == ["phone"])
    try store.add(
      #"{"id":4,"note":"canary4","name":"Di"}"# + "\n" + #"{"id":5,"note":"canary5""# + "\n",
      as: "a.ndjson")
    var submit = SubmissionRequest(json: Array(#"{"id":6,"email":"e@b.de","note":"canary6"}"#.utf8))
    submit.idempotencyKey = "k"
    #expect(try store.recorder.submit(submit).unknownFields == ["note"])
    #expect(try store.recorder.submit(submit).isAlreadySubmitted)
    #expect(
      try store.rows("SELECT cells FROM submission_content") == [
        #"["1","Ana","a@b.de"]"#, #"["200000","Bo","b@b.de"]"#, "[]", #"[4,"Di"]"#, "[]",
        #"[6,null,"e@b.de"]"#,
      ])
    #expect(try store.rows("SELECT length(raw) FROM malformed") == ["0", "0"])
    #expect(!(try store.dump().contains("canary")))
    for name in try FileManager.default.contentsOfDirectory(atPath: store.folderPath)
    where name.hasPrefix("store.sqlite") {
      let bytes = try #require(FileManager.default.contents(atPath: store.path(name)))
      #expect(!bytes.contains(bytes: Data("canary".utf8)), "\(name)")
    }
    #expect(try store.recorder.replay(ReplayRequest()).unchanged == 6)
    // A column that is added to a corrections file is dropped too.
    try store.write(
      "id,name,comment,email,_submission\n2,Bo,canary7,•••,2\n", to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.acceptsKeyChanges = true
    #expect(try store.recorder.importCorrections(request).accepted == 1)
    #expect(
      try store.rows("SELECT cells FROM submission_content ORDER BY id DESC LIMIT 1") == [
        #"["2","Bo","b@b.de"]"#
      ])
    try store.recorder.expectValid()
  }

  /// Without unknown columns, malformed records are stored completely.
  @Test func malformedRecordsWithoutUnknownColumnsAreKept() throws {
    let store = try TemporaryStore(definitions(.drop))
    try store.add("id,name,email\n1,Ana\n")
    #expect(try store.rows("SELECT CAST(raw AS TEXT) FROM malformed") == ["1,Ana"])
    #expect(try store.rows("SELECT cells FROM submission") == [#"["1","Ana"]"#])
  }

  @Test func importWithDroppedColumnsIsResumed() throws {
    let records = (1...5_000).map { "\($0),n\($0),canary\($0),a@b.de\n" }.joined()
    let text = "id,name,phone,email\n" + records + "7,x\n"
    let whole = try TemporaryStore(definitions(.drop))
    let broken = try TemporaryStore(definitions(.drop))
    for store in [whole, broken] { try store.write(text, to: "records.csv") }
    _ = try whole.recorder.importFile(ImportRequest(path: whole.path("records.csv")))
    var request = ImportRequest(path: broken.path("records.csv"))
    request.chunk = 1_000
    broken.breakOff(request)
    #expect(try broken.recorder.importFile(request).records == 5_001)
    #expect(try broken.dump() == whole.dump())
    try broken.recorder.expectValid()
  }

  @Test(
    arguments: [
      ("id,name,emial\n1,a,b\n", "'emial' (did you mean 'email'?); no column for 'email'"),
      ("id,name,email,phone\n1,a,b,c\n", "no field for 'phone'"),
      ("id,email\n1,a\n", "no column for 'name'"),
    ])
  func refusedColumnsStopAnImport(_ text: String, words: String) throws {
    let store = try TemporaryStore(definitions(.refuse))
    let error = #expect(throws: RecorderError.self) { try store.add(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    guard case .columns = error?.reason else {
      Issue.record("\(String(describing: error?.reason))")
      return
    }
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
    #expect(throws: RecorderError.self) {
      try FileCheck(
        DefinitionSet(files: [store.path("definitions.yaml")]), form: nil, rules: nil,
        now: Instant(seconds: 0)
      ).check(store.path("records.csv"), note: { _ in }) { _ in }
    }
  }

  /// Nothing is stored, even if the key comes long after records that would already have been
  /// committed.
  @Test func lateRefusedKeyStopsTheWholeImport() throws {
    let store = try TemporaryStore(definitions(.refuse))
    let records = (1...4_000).map { #"{"id":\#($0),"name":"x"}"# + "\n" }.joined()
    try store.write(records + #"{"id":1,"nmae":"x"}"# + "\n", to: "a.ndjson")
    var request = ImportRequest(path: store.path("a.ndjson"))
    request.chunk = 1_000
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.description.contains("no field for 'nmae' (did you mean 'name'?)") == true)
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
    // Missing keys are missing values.
    #expect(try store.add(records, as: "b.ndjson").accepted == 4_000)
    #expect(throws: RecorderError.self) {
      try store.recorder.submit(SubmissionRequest(fields: [("id", "1"), ("phone", "x")]))
    }
    #expect(try store.recorder.submit(SubmissionRequest(fields: [("id", "7")])).isRejected == false)
  }

  @Test func refusedColumnStopsCorrections() throws {
    let store = try TemporaryStore(definitions(.refuse))
    try store.add("id,name,email\n200000,Bo,b@b.de\n")
    let export = try store.export(.open).replacing("200000,", with: "2,")
    let lines = export.split(separator: "\n").map(String.init)
    try store.write("\(lines[0]),comment\n\(lines[1]),hello\n", to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.acceptsKeyChanges = true
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importCorrections(request)
    }
    #expect(error?.description.contains("'comment'") == true)
    try store.write("\(lines[0]),comment\n\(lines[1]),\n", to: "back.csv")
    #expect(try store.recorder.importCorrections(request).accepted == 1)
  }
}
