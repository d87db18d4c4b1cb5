import FormRecorderTestSupport
import FormRules
import FormStore
import Testing

@testable import FormRecorder

/// Which columns of a file fill which fields.
@Suite struct ColumnMappingTests {
  @Test func unknownKeysAreReported() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    try store.write(#"{"id": 1, "naem": "a"}"#, to: "a.ndjson")
    let (report, notes) = try store.importNoting(ImportRequest(path: store.path("a.ndjson")))
    #expect(notes.hasSuffix("a.ndjson: no field for the column 'naem'"))
    #expect(report.unknownColumns == ["naem"])
  }

  @Test func mappedColumnMustExist() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    try store.write("id,Rufname\n1,a\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.input.map = [(column: "Rufnme", field: "name")]
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.isUsage == true)
    #expect(
      error?.description.contains(
        "the mapping of columns: unknown column 'Rufnme'; did you mean 'Rufname'?")
        == true)
    request.input.map = [(column: "rufname", field: "name")]
    #expect(try store.recorder.importFile(request).missingFields.isEmpty)
  }

  @Test func fileWithoutColumnsOfTheFormIsRefused() throws {
    let store = try TemporaryStore(PeopleFile.definitions.replacing(", required: true", with: ""))
    try store.write("Kunde;Ort\nAna;Ulm\n", to: "a.csv")
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    }
    #expect(
      error?.description.contains("no column of the file matches a field of form 'people'") == true)
    try store.write("Kunde,name\nAna,Ulm\n", to: "b.csv")
    #expect(try store.recorder.importFile(ImportRequest(path: store.path("b.csv"))).records == 1)
  }

  /// Nothing is stored, although each record is a chunk.
  @Test func fileWithoutKeysOfTheFormIsRefused() throws {
    let store = try TemporaryStore(PeopleFile.definitions.replacing(", required: true", with: ""))
    try store.write(String(repeating: "{\"Kunde\":\"Ana\"}\n", count: 1_500), to: "a.ndjson")
    var request = ImportRequest(path: store.path("a.ndjson"))
    request.chunk = 1
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(
      error?.description.contains("no key of the objects is a field of form 'people'") == true)
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
  }

  @Test func mappedColumnTakesPrecedence() throws {
    let store = try TemporaryStore(
      PeopleFile.definitions.replacing("type: text}", with: "type: text, aliases: [Spitzname]}"))
    try store.write("id,name,SPITZNAME\n1,much too long,a\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.description.contains("both mapped to field 'name'; rename one of them") == true)
    #expect(error?.remedies == [.mapColumns])
    request.input.map = [(column: "Spitzname", field: "name")]
    let report = try store.recorder.importFile(request)
    #expect(report.rejected == 0)
    #expect(report.unknownColumns == ["name"])
  }

  @Test(arguments: ["GRÖSSE", " größe\u{A0}", "GRO\u{308}SSE"])
  func headersMatchCaseInsensitively(_ header: String) throws {
    let store = try TemporaryStore(
      PeopleFile.definitions.replacing("name: name", with: "name: Größe")
        .replacing("  name:\n", with: "  Größe:\n"))
    try store.write("id,\(header)\n1,a\n", to: "a.csv")
    let report = try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    #expect(report.unknownColumns.isEmpty)
  }

  @Test(arguments: ["Full\u{A0}Name", "full \u{202F} name", "FULL\nNAME", "Full\u{3000}Name"])
  func anyBlankInAHeaderIsASpace(_ header: String) throws {
    let store = try TemporaryStore(
      PeopleFile.definitions.replacing("name: name", with: "name: name, header: Full Name"))
    let report = try store.add("id,\"\(header)\"\n1,a\n")
    #expect(report.unknownColumns.isEmpty && report.missingFields.isEmpty)
  }

  @Test func invisibleCharactersOfNamesAreEscaped() throws {
    let store = try TemporaryStore(
      PeopleFile.definitions.replacing("name: name", with: "name: a\u{A0}name")
        .replacing("  name:\n", with: "  a\u{A0}name:\n"))
    try store.write("id,an\u{AD}ame\u{A0}x\n1,a\n", to: "a.csv")
    let (_, notes) = try store.importNoting(ImportRequest(path: store.path("a.csv")))
    #expect(notes.contains("no field for the column 'an\\u{ad}ame\\u{a0}x'"))
    #expect(notes.contains("no column for the field 'a\\u{a0}name'"))
  }

  /// A key in another case, or an alias, is the same column late in a file.
  @Test(arguments: [("ID", "name"), ("id", "NAME"), ("id", "Spitzname"), (" Id", "spitzname")])
  func keysOfOneFieldAreOneColumn(_ id: String, _ name: String) throws {
    let store = try TemporaryStore(
      PeopleFile.definitions.replacing("type: text}", with: "type: text, aliases: [Spitzname]}"))
    let records = (1...1_200).map { "{\"id\":\($0),\"name\":\"a\"}\n" }
    let report = try store.add(
      records.joined() + "{\"\(id)\":5000,\"\(name)\":\"b\"}\n", as: "keys.ndjson")
    #expect(report.accepted == 1_201)
    #expect(report.unknownColumns == [])
    #expect(
      try store.rows("SELECT cells FROM submission ORDER BY id DESC LIMIT 1") == [#"[5000,"b"]"#])
  }

  @Test(arguments: [
    #"{"id":1,"ID":2}"#, #"{"id":1,"name":"a","Spitzname":"b"}"#, #"{"\u0049d":1,"id":1}"#,
    #"{"ID":1,"id":null}"#,
  ])
  func objectWithTwoKeysOfOneFieldIsMalformed(_ object: String) throws {
    let store = try TemporaryStore(
      PeopleFile.definitions.replacing("type: text}", with: "type: text, aliases: [Spitzname]}"))
    for (name, text) in [("a.ndjson", "{\"id\":7}\n\(object)\n"), ("a.json", "[\(object)]")] {
      let report = try store.add(text, as: name)
      #expect(report.byRule.map(\.rule) == ["json.duplicateKey"], "\(name)")
      #expect(report.accepted == report.records - 1)
    }
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.submit(SubmissionRequest(json: Array(object.utf8)))
    }
    #expect(error?.description.contains("A key occurs twice") == true)
  }

  /// A mapped key is one more key of its field: the others are still read.
  @Test(arguments: [
    (#"{"id":1,"E-mail":"garbage"}"#, ["email.email"]),
    ("{\"id\":1,\"Mail\":\"a@x.de\"}\n{\"id\":2,\"email\":\"worse\"}", ["email.email"]),
    ("{\"id\":1,\"email\":\"a@x.de\"}\n{\"id\":2,\"Mail\":\"worse\"}", ["email.email"]),
    (#"{"id":1,"email":"a@x.de","Mail":"b@x.de"}"#, ["json.duplicateKey"]),
    (#"{"id":1,"Mail":"a@x.de"}"#, [String]()),
  ])
  func mappedKeyIsOneOfTheKeysOfItsField(_ text: String, failures: [String]) throws {
    let store = try TemporaryStore()
    try store.write(text, to: "a.ndjson")
    var request = ImportRequest(path: store.path("a.ndjson"))
    request.input.map = [(column: "Mail", field: "email")]
    let report = try store.recorder.importFile(request)
    #expect(report.byRule.map(\.rule) == failures)
    #expect(report.unknownColumns.isEmpty)
  }

  /// Nothing is stored, although each record is a chunk.
  @Test func fieldOfAMappedKeyMustHaveAKey() throws {
    let store = try TemporaryStore()
    try store.write(String(repeating: "{\"id\":1,\"Mail\":\"x\"}\n", count: 1_500), to: "a.ndjson")
    var request = ImportRequest(path: store.path("a.ndjson"))
    request.input.map = [(column: "Mial", field: "email")]
    request.chunk = 1
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.isUsage == true)
    #expect(
      error?.description.contains(
        "the mapping of columns: unknown key 'Mial'; did you mean 'Mail'?") == true)
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
    try store.write("", to: "a.ndjson")
    #expect(try store.recorder.importFile(request).records == 0)
  }

  @Test(arguments: [
    ("a.json", #"{"data":[{"id":1},{"id":2}],"next":null}"#, "data"),
    ("a.json", "{\n\"n\": [1], \"items\": [ {\"id\": 1} ] }", "items"),
    ("a.ndjson", "{\"rows\":[{}]}\n", "rows"), ("a.ndjson", "{\"x\":1}\n{\"y\":[]}\n", nil),
    ("a.json", String(repeating: "{\"x\":1}\n", count: 1_500), nil),
  ])
  func objectsWithoutAKeyOfTheFormAreRefused(_ name: String, text: String, member: String?) throws {
    let store = try TemporaryStore(PeopleFile.definitions.replacing(", required: true", with: ""))
    let error = #expect(throws: RecorderError.self) { try store.add(text, as: name) }
    #expect(error?.description.contains("no key of the objects is a field of form") == true)
    #expect(error?.remedies == [member.map { .extractMember($0) } ?? .mapColumns])
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
  }

  @Test func objectsWithoutKeysOrWithAKnownOneAreRead() throws {
    let store = try TemporaryStore(PeopleFile.definitions.replacing(", required: true", with: ""))
    #expect(try store.add("{}\n", as: "a.ndjson").accepted == 1)
    #expect(try store.add("{\"x\":[{}]}\n{\"id\":1}\n", as: "b.ndjson").accepted == 2)
  }

  @Test func repeatedHeadersAreReadByPosition() throws {
    let store = try TemporaryStore(
      PeopleFile.definitions.replacing(
        "fields:\n  -", with: "file: {match: position}\nfields:\n  -"))
    let report = try store.add("n,n,n\n1,a,b\n")
    #expect(report.accepted == 1)
    #expect(report.unknownColumns == ["n (3)"])
    let byName = try TemporaryStore(PeopleFile.definitions)
    let error = #expect(throws: RecorderError.self) { try byName.add("id,n,n\n1,a,b\n") }
    #expect(error?.description.hasSuffix("line 1: columns 2 and 3 have the same name") == true)
    #expect(error?.remedies == [.renameColumn, .matchByPosition])
  }

  @Test func firstRecordInPlaceOfAHeaderIsNotShown() throws {
    let store = try TemporaryStore()
    try store.write("7,ana@example.com,1970-01-01\n", to: "a.csv")
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    }
    let words = error?.description ?? ""
    #expect(words.contains("3 whose names look like values"))
    #expect(!words.contains("ana@"))
  }
}
