import FormRules
import FormStore
import Foundation
import Testing

@testable import FormRecorder

@Suite struct ImportTests {
  @Test func readabilityCheckDoesNotOpenPipes() throws {
    let store = try TemporaryStore()
    try store.write("id\n1\n", to: "there.csv")
    // Opening the pipe would block until it has a writer, and closing it again would disconnect the
    // writer.
    #expect(unsafe mkfifo(store.path("pipe"), 0o600) == 0)
    for files in [["pipe"], ["there.csv"], ["nowhere.csv", "there.csv"], ["nowhere.csv", "pipe"]] {
      try store.recorder.requireReadable(files.map(store.path))
    }
    for files in [["nowhere.csv"], ["nowhere.csv", "neither.csv"], ["."]] {
      #expect(throws: RecorderError.self) {
        try store.recorder.requireReadable(files.map(store.path))
      }
    }
  }

  private static let definitions = """
    form: people
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
    ---
    rules: people
    form: people
    fields:
      id:
        - unique
        - range: {max: 100000}
      name:
        - length: {max: 5}
    limits:
      - rejected: {max: 50%}
    """

  /// Records in which every tenth name is too long and every hundredth id is a duplicate.
  private func file(_ count: Int) -> String {
    var text = "id,name\n"
    for number in 1...count {
      let id = number % 100 == 0 ? 1 : number
      text += "\(id),\(number % 10 == 0 ? "much too long" : "nx")\n"
    }
    return text
  }

  @Test func everyRecordIsStoredWithItsVerdict() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(2_500), to: "a.csv")
    let report = try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    #expect(report.records == 2_500)
    #expect(report.rejected == 250)
    #expect(
      report.byRule.map { "\($0.rule) \($0.count)" } == ["id.unique 25", "name.length 250"])
    #expect(report.errors == 275)
  }

  @Test func importedFilesAreNotStoredAgain() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(30), to: "a.csv")
    try store.write(file(30), to: "copy.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    let first = try store.recorder.importFile(request)
    request.path = store.path("copy.csv")
    let second = try store.recorder.importFile(request)
    #expect(second.isAlreadyImported)
    #expect(second.importID == first.importID)
    #expect(second.byRule == first.byRule)
    request.allowsReimport = true
    let third = try store.recorder.importFile(request)
    #expect(third.importID == 2)
    #expect(!third.isAlreadyImported)
  }

  /// Stops after different numbers of commits, resumes, and compares with an uninterrupted import.
  @Test func interruptedImportIsResumed() throws {
    let text = file(4_321)
    let whole = try TemporaryStore(Self.definitions)
    try whole.write(text, to: "a.csv")
    let expected = try whole.recorder.importFile(ImportRequest(path: whole.path("a.csv")))
    for stopAfter in [1, 2, 5] {
      let store = try TemporaryStore(Self.definitions)
      try store.write(text, to: "a.csv")
      var request = ImportRequest(path: store.path("a.csv"))
      request.chunk = 700
      var tries = 0
      var report: ImportReport?
      while report == nil, tries < 20 {
        tries += 1
        var commits = 0
        do throws(RecorderError) {
          report = try store.recorder.importFile(
            request,
            ImportEvents(
              committed: { _ in commits += 1 }, shouldStop: { commits >= stopAfter && tries < 20 }))
        } catch {
          #expect(error.remedies.first == .resumeImport)
        }
      }
      #expect(tries > 1)
      #expect(report?.counts == expected.counts)
      #expect(report?.byRule == expected.byRule)
      #expect(report?.sha256 == expected.sha256)
      #expect(try store.dump() == whole.dump())
      #expect(try store.recorder.verify().isOK)
    }
  }

  /// Runs an import and returns its report and notes.
  private func notes(
    _ store: TemporaryStore, _ request: ImportRequest
  ) throws -> (report: ImportReport, notes: String) {
    var notes: [String] = []
    let report = try store.recorder.importFile(
      request,
      ImportEvents(note: { notes.append($0.remedies.isEmpty ? "\($0)" : "\($0) \($0.remedies)") }))
    return (report, notes.joined(separator: "\n"))
  }

  @Test func firstMalformedRecordsAreReported() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write("id,name\n1,a\n" + String(repeating: "2,b,c\n", count: 7), to: "a.csv")
    let notes = try notes(store, ImportRequest(path: store.path("a.csv"))).notes
    #expect(
      notes.contains("a.csv:3:3 The record has 3 fields; 2 are expected. [csv.tooManyFields]"))
    #expect(notes.contains("a.csv:7:3"))
    #expect(!notes.contains("a.csv:8:3"))
    #expect(notes.contains("a.csv: 7 malformed records in total"))
  }

  @Test func unknownKeysAreReported() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(#"{"id": 1, "naem": "a"}"#, to: "a.ndjson")
    let (report, notes) = try notes(store, ImportRequest(path: store.path("a.ndjson")))
    #expect(notes.hasSuffix("a.ndjson: no field for the column 'naem'"))
    #expect(report.unknownColumns == ["naem"])
  }

  @Test func mappedColumnMustExist() throws {
    let store = try TemporaryStore(Self.definitions)
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
    let store = try TemporaryStore(Self.definitions.replacing(", required: true", with: ""))
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
      Self.definitions.replacing("type: text}", with: "type: text, aliases: [Spitzname]}"))
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
      Self.definitions.replacing("name: name", with: "name: Größe")
        .replacing("  name:\n", with: "  Größe:\n"))
    try store.write("id,\(header)\n1,a\n", to: "a.csv")
    let report = try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    #expect(report.unknownColumns.isEmpty)
  }

  @Test func sameFileWithOtherParametersSuggestsAReplay() throws {
    let store = try TemporaryStore(
      Self.definitions + "\nparameters: {most: integer}\nrecord: [must: id <= param.most]\n")
    try store.write("id,name\n1,a\n7,b\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.parameters = ["most": "5"]
    #expect(try notes(store, request).report.rejected == 1)
    #expect(!(try notes(store, request).notes.contains("replay")))
    request.parameters = ["most": "9"]
    let (report, notes) = try notes(store, request)
    #expect(report.isAlreadyImported)
    let remedy = Remedy.replay(importID: 1, form: "people", parameters: ["most": "9"])
    #expect(notes.contains("its run parameters were different \([remedy])"))
    request.allowsReimport = true
    #expect(try store.recorder.importFile(request).rejected == 0)
    request.allowsReimport = false
    #expect(try store.recorder.importFile(request).importID == 2)
  }

  /// Invalid UTF-8 in the first records stops the import. Later it makes a record malformed.
  @Test func invalidUTF8IsReported() throws {
    let store = try TemporaryStore(Self.definitions)
    let umlaut: [UInt8] = [0x31, 0x2C, 0x5A, 0x6F, 0xEB, 0x0A]
    try (Data("id,name\n".utf8) + umlaut).write(to: URL(fileURLWithPath: store.path("a.csv")))
    var request = ImportRequest(path: store.path("a.csv"))
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.description.contains("line 2, byte 12: the text is not UTF-8") == true)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["0"])
    request.input.encoding = "windows-1252"
    #expect(try store.recorder.importFile(request).records == 1)

    let late = Data(file(1_500).utf8) + umlaut
    try late.write(to: URL(fileURLWithPath: store.path("b.csv")))
    let report = try store.recorder.importFile(ImportRequest(path: store.path("b.csv")))
    #expect(report.records == 1_501)
    #expect(try store.rows("SELECT count(*) FROM malformed") == ["1"])
    #expect(try store.recorder.verify().isOK)
  }

  @Test func repeatedImportIsResumed() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(1_500), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    let first = try store.recorder.importFile(request)
    request.allowsReimport = true
    request.chunk = 500
    store.breakOff(request)
    let second = try store.recorder.importFile(request)
    #expect(second.importID == 2)
    #expect(second.counts == first.counts)
    #expect(try store.recorder.importFile(request).importID == 3)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["4500"])
    #expect(try store.recorder.verify().isOK)
  }

  @Test func changedFileIsAnotherImport() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(3_000), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    try store.write("id,name\n9,x\n" + file(3_000).dropFirst(8), to: "a.csv")
    let report = try store.recorder.importFile(request)
    #expect(report.importID == 2)
    #expect(report.records == 3_001)
  }

  @Test func atomicIsAllOrNothing() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write("id,name\n1,much too long\n2,a\n3,much too long\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.isAtomic = true
    request.maximumRejected = .count(1)
    let refused = try store.recorder.importFile(request)
    #expect(refused.isRefused)
    #expect(refused.importID == nil && refused.head == nil)
    #expect(refused.rejected == 2)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["0"])
    request.isAtomic = false
    let report = try store.recorder.importFile(request)
    #expect(report.exceededLimits.count == 2)
    #expect(report.records == 3)
  }

  @Test(arguments: [
    ("name\nx\n", "lacks the required column 'id'"),
    ("id,name,ID\n1,a,2\n", "are both mapped to field 'id'"),
    ("", "no header"), ("id,name\n1,caf\u{E9}\n", ""),
  ])
  func unsupportedFilesAreReported(text: String, message: String) throws {
    let store = try TemporaryStore(Self.definitions)
    let bytes =
      message.isEmpty ? Data(text.unicodeScalars.map { UInt8($0.value) }) : Data(text.utf8)
    try bytes.write(to: URL(fileURLWithPath: store.path("a.csv")))
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    }
    #expect(error?.description.contains(message.isEmpty ? "windows-1252" : message) == true)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["0"])
  }

  @Test func uniqueEverChecksEarlierAcceptedRecords() throws {
    let store = try TemporaryStore(
      Self.definitions.replacing("- unique\n", with: "- unique: ever\n"))
    try store.write("id,name\n1,a\n2,much too long\n", to: "a.csv")
    try store.write("id,name\n1,b\n2,b\n3,b\n3,b\n", to: "b.csv")
    _ = try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    let report = try store.recorder.importFile(ImportRequest(path: store.path("b.csv")))
    #expect(report.byRule.map { "\($0.rule) \($0.count)" } == ["id.unique 2"])
    #expect(
      try store.rows("SELECT coalesce(code, '') FROM error WHERE run = 2")
        == ["unique.stored", ""])
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

  /// Invalid requests are rejected even if the file is already imported.
  @Test(
    arguments: [
      { $0.scenario = "none" }, { $0.parameters = ["x": "1"] }, { $0.input.encoding = "ebcdic" },
      { $0.input.delimiter = "ab" },
      { $0.input.map = [("foo", "nofield")] },
    ] as [@Sendable (inout ImportRequest) -> Void])
  func importedFilesRequireValidRequests(_ change: @Sendable (inout ImportRequest) -> Void) throws {
    let store = try TemporaryStore()
    try store.write("id,name\n1,a\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    _ = try store.recorder.importFile(request)
    #expect(try store.recorder.importFile(request).isAlreadyImported)
    change(&request)
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
  }

  @Test func limitsApplyToImportedFiles() throws {
    let store = try TemporaryStore()
    try store.write("id,name\n1,a\n200,b\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    _ = try store.recorder.importFile(request)
    request.maximumRejected = .count(0)
    let report = try store.recorder.importFile(request)
    #expect(report.isAlreadyImported)
    #expect(report.exceededLimits.count == 1)
    #expect(Limit.Amount("101%") == nil)
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
