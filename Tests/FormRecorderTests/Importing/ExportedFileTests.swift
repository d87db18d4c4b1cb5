import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

/// Exports of formrec that are imported as if they were new files.
@Suite struct ExportedFileTests {
  private static let form = """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer}
      - {name: name, type: text, sensitive: true}
    ---
    rules: people
    form: people
    fields:
      id:
        - range: {max: 100}
    """

  private func store() throws -> TemporaryStore {
    let store = try TemporaryStore(Self.form)
    try store.add("id,name\n1,Ana\n200,Bo\n")
    return store
  }

  @Test(arguments: [
    ("a.csv", "id,name,_submission,_line,_errors\n200,•••,2,3,x\n"),
    ("a.csv", "_submission,id\n2,5\n"),
    ("a.csv", "id,_line,_errors\n5,3,\n"),
    ("a.ndjson", "{\"id\":5}\n{\"id\":6,\"_submission\":2}\n"),
  ])
  func exportIsRefused(_ name: String, _ text: String) throws {
    let store = try store()
    let error = #expect(throws: RecorderError.self) { try store.add(text, as: name) }
    #expect(error?.reason == .returnedFile)
    #expect(error?.remedies == [.importCorrections, .importAsRecords])
    var request = ImportRequest(path: store.path(name))
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request.dryRun) }
    #expect(try store.rows("SELECT count(*) FROM import") == ["1"])
    request.storesExports = true
    if text.contains("•") {
      let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
      #expect(error?.description.contains("line 2: contains a masked value") == true)
    } else {
      #expect(try store.recorder.importFile(request).accepted > 0)
    }
    #expect(try store.rows("SELECT count(*) FROM submission WHERE cells LIKE '%•%'") == ["0"])
  }

  /// The mask is far into the file.
  @Test(arguments: ["•••", "···"])
  func maskNeverBecomesData(_ mask: String) throws {
    let store = try store()
    let records = (1...5_000).map { "\($0 % 50),x,\($0),2,\n" }.joined()
    try store.write(
      "id,name,_submission,_line,_errors\n" + records + "7,\(mask),9,9,\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.storesExports = true
    request.chunk = 1_000
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(try store.rows("SELECT count(*) FROM submission") == ["2"])
  }

  /// The apostrophes before formulas are those of the export. Workbooks and NDJSON have none.
  @Test(arguments: [
    ("a.csv", "id,'@x,_submission,_line\n5,'=1+1,2,3\n6,'s,2,3\n7,\"'=\"\"1\"\"\",2,3\n", ""),
    ("a.tsv", "id\t'@x\t_submission\n5\t'=1+1\t2\n6\t's\t2\n7\t\"'=\"\"1\"\"\"\t2\n", ""),
    ("a.ndjson", #"{"id":5,"'@x":"'=1+1","_submission":2}"#, "'"),
  ])
  func exportedFormulasAreUndefused(_ name: String, _ text: String, _ apostrophe: String) throws {
    let store = try store()
    try store.write(text, to: name)
    var request = ImportRequest(path: store.path(name))
    request.storesExports = true
    #expect(try store.recorder.importFile(request).accepted > 0)
    let cells = try store.rows("SELECT json_extract(cells, '$[1]') FROM submission WHERE id > 2")
    #expect(cells == (name == "a.ndjson" ? ["'=1+1"] : ["=1+1", "'s", "=\"1\""]))
    let headers = try store.rows("SELECT header FROM import_column WHERE header LIKE '%@x'")
    #expect(headers == ["\(apostrophe)@x"])
  }

  @Test(arguments: ["id,_line\n5,3\n", "id,_errors\n5,3\n", "id,line\n5,3\n"])
  func otherFilesAreImported(_ text: String) throws {
    #expect(try store().add(text).accepted == 1)
  }

  @Test func fieldsOfTheseNamesAreFields() throws {
    let store = try TemporaryStore(Self.form.replacing("name: name", with: "name: _submission"))
    #expect(try store.add("id,_submission,_line\n5,3,•••\n").accepted == 1)
  }
}
