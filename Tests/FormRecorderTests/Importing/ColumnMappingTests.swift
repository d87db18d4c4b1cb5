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

  /// A key in another case late in a file does not stop the import. Its record lacks the field.
  @Test func lateKeyInAnotherCaseIsUnknown() throws {
    let store = try TemporaryStore()
    let records = (1...1_200).map { "{\"id\":\($0 % 90),\"name\":\"a\"}\n" }
    let report = try store.add(
      records.joined() + "{\"ID\":5,\"name\":\"b\"}\n", as: "keys.ndjson")
    #expect(report.records == 1_201)
    #expect(report.rejected == 1)
    #expect(report.unknownColumns == ["ID"])
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
