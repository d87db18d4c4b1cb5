import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormInput
@testable import FormQueries
@testable import FormRecorder

private final class AnyXML: XMLHandler, @unchecked Sendable {
  let error: ReaderError? = nil
  func begin(_ name: XMLName, in parent: XMLName, _ attributes: XMLAttributes) -> Bool { true }
  func end(_ name: XMLName) {}
  func text(_ bytes: Span<UInt8>, in name: XMLName) {}
}

/// Failures are exported as a workbook and imported again with corrections.
@Suite struct WorkbookExportTests {
  private func export(_ store: TemporaryStore, _ change: (inout ExportRequest) -> Void = { _ in })
    throws -> String
  {
    var request = ExportRequest()
    request.writesCheck = false
    request.format = .xlsx
    change(&request)
    let path = store.path("open.xlsx")
    _ = try store.recorder.export(request, to: .file(path, replacing: true))
    return path
  }

  private func read(_ path: String) throws -> [[String]] {
    var reader = try openReader(path: path)
    var batch = RecordBatch()
    var rows = [reader.header]
    while try reader.read(into: &batch, maximumRecords: 1_000) {
      rows += batch.records.map { batch.cells(of: $0).map(batch.text) }
    }
    return rows
  }

  /// Write errors are reported, so that no file is truncated unnoticed.
  @Test func writeFailureIsReported() throws {
    struct Full: Error {}
    var archive = ZipWriter { _ in throw Full() }
    #expect(throws: Full.self) { try archive.append("a", "b") }
  }

  @Test(arguments: [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD")])
  func columnsHaveLetters(_ index: Int, _ letters: String) {
    #expect(WorkbookParts.column(index) == letters)
  }

  /// Leading zeros, line ends, formulas, control characters, and text that is too long for a cell.
  @Test func textIsUnchangedInAWorkbook() throws {
    let store = try TemporaryStore()
    let long = String(repeating: "x", count: 32_768)
    let names = [
      "007", "=1+1", "a\nb", " x ", "_x0041_", "tab\there", "\u{1}", "<&>\"'", "1e5", long,
    ]
    let lines = names.map { "900,\"\($0.replacing("\"", with: "\"\""))\",a@example.com" }
    try store.add("id,name,email\n" + lines.joined(separator: "\n") + "\n")
    let rows = try read(export(store))
    #expect(rows[0] == ["id", "name", "email", "_submission", "_line", "_errors", "_warnings"])
    #expect(rows.dropFirst().map { $0[1] } == names.dropLast() + ["•••"])
    #expect(rows[1][2] == "•••")
    #expect(rows[1][3...5] == ["1", "2", "id.range: id must be at most 100."])
    #expect(try read(export(store) { $0.showsSensitive = true })[1][2] == "a@example.com")
    let report = try store.recorder.importCorrections(CorrectionRequest(path: export(store)))
    #expect(report.corrections?.unchanged == names.count)
  }

  /// XML cannot represent these characters. Cells have a standard escape for them, but comments do
  /// not.
  @Test func charactersThatXMLCannotRepresentAreEscaped() throws {
    let store = try TemporaryStore(
      """
      form: people
      fields:
        - {name: id, label: "I\\u001BD\\uFFFE", type: integer}
        - {name: name, type: text}
      ---
      rules: people
      form: people
      fields:
        id:
          - range: {max: 100}
      """)
    try store.add("id,name\n900,a\u{FFFE}b\n901,\u{FFFF}\n902,c\n")
    let path = try export(store)
    let archive = try ZipArchive(FileByteSource(path: path))
    for entry in archive.entries where [".xml", ".vml"].contains(entry.name.suffix(4)) {
      // Expat rejects characters that XML does not allow.
      try XMLPart(archive.open(entry), AnyXML()).readAll()
    }
    #expect(archive.entry("xl/comments1.xml") != nil)
    #expect(try read(path)[3][1] == "c")
    #expect(
      try store.recorder.importCorrections(CorrectionRequest(path: path)).corrections?.unchanged
        == 3)
  }

  @Test(arguments: ["corrected-openpyxl.xlsx", "corrected-libreoffice.xlsx"])
  func correctionsSavedByOtherProgramsAreImported(name: String) throws {
    let store = try TemporaryStore(
      String(contentsOf: Repository.fixture("formats/orders.yaml"), encoding: .utf8))
    _ = try store.recorder.importFile(
      ImportRequest(path: Repository.fixture("formats/orders-openpyxl.xlsx").path))
    let request = CorrectionRequest(path: Repository.fixture("formats/\(name)").path)
    let report = try store.recorder.importCorrections(request)
    #expect(report.records == 4)
    #expect(report.accepted == 3)
    #expect(report.corrections?.unchanged == 2)
    try store.recorder.expectValid()
    #expect(try store.recorder.importCorrections(request).records == 0)
  }

  @Test func workbookIsStreamed() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n900,Ana,x\n")
    var request = ExportRequest()
    request.format = .xlsx
    var bytes: [UInt8] = []
    _ = try store.recorder.export(request, to: .stream { bytes += $0 })
    #expect(bytes.starts(with: Array("PK".utf8)))
  }
}

/// Workbooks lock the cells that a correction may not change, and validate the others.
@Suite struct WorkbookValidationTests {
  private static let definitions = """
    form: orders
    title: Bestellungen
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text, header: Full name, help: As in the passport.}
      - {name: country, type: text}
      - {name: amount, type: decimal, point: ",", group: ["."]}
      - {name: start, type: date, formats: [dd.MM.yyyy]}
      - {name: end, type: date}
    ---
    rules: orders
    form: orders
    fields:
      id: [{range: {min: 1, max: 100}}]
      name: [{length: {max: 20}}]
      country: [{in: [DE, "a,b"]}]
    record:
      - {must: "end > start", id: order}
    """

  /// The text of a part of a workbook.
  private func part(_ name: String, of path: String) throws -> String {
    let archive = try ZipArchive(FileByteSource(path: path))
    var source = try archive.open(#require(archive.entry(name)))
    var bytes: [UInt8] = []
    while try source.read(appendingTo: &bytes, atMost: 1 << 16) > 0 {}
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The style of each cell: 1 and 2 are locked, 4 is open, 5 has a failure.
  private func styles(of path: String) throws -> [String: String] {
    let sheet = try part("xl/worksheets/sheet1.xml", of: path)
    return Dictionary(
      uniqueKeysWithValues: sheet.matches(of: /<c r="([A-Z]+[0-9]+)"(?: s="([0-9])")?/)
        .map { (String($0.1), $0.2.map(String.init) ?? "0") })
  }

  @Test func onlyOpenCellsAreUnlocked() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(
      """
      id,Full name,country,amount,start,end
      900,Ana,DE,1,"01.02.2020",2020-03-01
      1,Bo,DE,1,"01.04.2020",2020-03-01
      """)
    var request = ExportRequest()
    request.format = .xlsx
    let path = store.path("open.xlsx")
    _ = try store.recorder.export(request, to: .file(path, replacing: true))
    let sheet = try part("xl/worksheets/sheet1.xml", of: path)
    let styles = try styles(of: path)
    let row = { (number: Int) in "ABCDEFGHI".map { styles["\($0)\(number)"] } }
    #expect(row(1) == Array(repeating: "2", count: 9))
    #expect(row(2) == ["5", "1", "1", "1", "1", "1", "0", "0", "1"])
    #expect(row(3) == ["1", "1", "1", "1", "4", "4", "0", "0", "1"])
    #expect(sheet.contains("<sheetProtection sheet=\"1\""))
    #expect(sheet.contains("sqref=\"A2:A3\""))
    let comments = try part("xl/comments1.xml", of: path)
    #expect(comments.matches(of: #/ref="(E3|F3)"[^!]*?order: /#).count == 2)
    let report = try store.recorder.importCorrections(CorrectionRequest(path: path))
    #expect(report.corrections?.unchanged == 2)
  }

  /// A column that became a field, a required field that the import lacks, and a malformed record
  /// that lacks cells.
  @Test func cellsThatTheImportLacksAreOpen() throws {
    let store = try TemporaryStore(
      "form: f\nfields: [{name: id, type: integer}]\n---\nrules: f\nform: f")
    try store.add("id,c\n1,bad\n2,ok\n3\n")
    try store.apply(
      """
      form: f
      fields:
        - {name: id, type: integer}
        - {name: c, type: text}
        - {name: co, header: Company, type: text, required: true, show: {when: c = 'bad'}}
      ---
      rules: f
      form: f
      fields: {c: [{in: [ok]}]}
      """)
    _ = try store.recorder.replay(ReplayRequest())
    var request = ExportRequest()
    request.format = .xlsx
    let path = store.path("open.xlsx")
    _ = try store.recorder.export(request, to: .file(path, replacing: true))
    let styles = try styles(of: path)
    #expect(["A2", "B2", "C2"].map { styles[$0] } == ["1", "5", "5"])
    #expect(["A3", "B3", "C3"].map { styles[$0] } == ["4", "4", "4"])
    #expect(try FileTable(reading: path).header.prefix(3) == ["id", "c", "Company"])
    let report = try store.recorder.importCorrections(CorrectionRequest(path: path))
    #expect(report.corrections?.unchanged == 2)
    // A returned file adds the column.
    let text = try store.export(.open).replacing("id,c,", with: "id,c,Company,")
      .replacing("1,bad,", with: "1,bad,ACME,").replacing("\n3,", with: "\n3,,")
    let added = try store.correct(text)
    #expect(added.corrections?.rows == 1, "\(added)")
    #expect(try store.rows("SELECT co FROM form_f WHERE co IS NOT NULL") == ["ACME"])
  }

  @Test func conditionsOfCellsFollowTypesAndRules() throws {
    let store = try TemporaryStore(Self.definitions)
    let path = store.path("t.xlsx")
    try store.recorder.writeTemplate(TemplateRequest(), to: .file(path, replacing: false))
    let sheet = try part("xl/worksheets/sheet1.xml", of: path)
    let expected = [
      """
      <formula1>AND(ISNUMBER(VALUE(A2)),VALUE(A2)=INT(VALUE(A2)),ISERROR(FIND(&quot;.&quot;,A2)),\
      ISERROR(FIND(&quot;,&quot;,A2)),VALUE(A2)&lt;=100,VALUE(A2)&gt;=1)</formula1>
      """,
      "type=\"textLength\" operator=\"between\" errorStyle=\"warning\"",
      "<formula1>Lists!$A$1:$A$2</formula1>",
      "SUBSTITUTE(SUBSTITUTE(D2,&quot;.&quot;,&quot;&quot;),&quot;,&quot;,MID(1/2,2,1))",
      "AND(LEN(E2)=10,MID(E2,3,1)=&quot;.&quot;,MID(E2,6,1)=&quot;.&quot;",
      "prompt=\"As in the passport.&#10;name must have at most 20 characters.\"",
    ]
    for text in expected { #expect(sheet.contains(text), "\(text)") }
    #expect(try part("xl/workbook.xml", of: path).contains("name=\"Lists\" sheetId=\"3\" state"))
    #expect(try part("xl/worksheets/sheet2.xml", of: path).contains("This must hold: end &gt;"))
  }

  /// An import accepts the values that a template offers.
  @Test func listsHaveTheNotationOfTheField() throws {
    let store = try TemporaryStore(
      """
      form: f
      fields:
        - {name: day, type: date, format: dd.MM.yyyy}
        - {name: price, type: decimal, point: ","}
      ---
      rules: f
      form: f
      fields:
        day: [in: [2026-01-31]]
        price: [in: [1.5, 2]]
      """)
    let path = store.path("t.xlsx")
    try store.recorder.writeTemplate(TemplateRequest(), to: .file(path, replacing: false))
    let sheet = try part("xl/worksheets/sheet1.xml", of: path)
    #expect(sheet.contains("<formula1>&quot;31.01.2026&quot;</formula1>"))
    #expect(sheet.contains("<formula1>Lists!$A$1:$A$2</formula1>"))
    #expect(try part("xl/worksheets/sheet3.xml", of: path).contains("1,5"))
  }

  /// A template has the headers that an import reads.
  @Test func anImportReadsTheTemplate() throws {
    let store = try TemporaryStore(Self.definitions)
    let path = store.path("t.xlsx")
    var request = TemplateRequest(form: VersionReference("orders"))
    request.localization = Localization("de")
    try store.recorder.writeTemplate(request, to: .file(path, replacing: false))
    let report = try store.recorder.importFile(ImportRequest(path: path))
    #expect(report.records == 0)
    #expect(report.unknownColumns.isEmpty && report.missingFields.isEmpty)
    #expect(throws: RecorderError.self) {
      try store.recorder.writeTemplate(request, to: .file(path, replacing: false))
    }
    request.localization = Localization("xx")
    #expect(throws: RecorderError.self) {
      try store.recorder.writeTemplate(request, to: .file(path, replacing: true))
    }
  }

  @Test(
    arguments: [
      ("", "Sheet"), ("a/b:c", "a b c"), ("'x'", " x "),
      (String(repeating: "ä", count: 40), String(repeating: "ä", count: 31)),
    ])
  func namesOfSheetsAreValid(_ title: String, _ name: String) {
    #expect(WorkbookSheet(title).name == name)
  }
}
