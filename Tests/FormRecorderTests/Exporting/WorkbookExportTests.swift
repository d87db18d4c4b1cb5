import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormInput
@testable import FormRecorder

private final class AnyXML: XMLHandler, @unchecked Sendable {
  let failure: ReaderError? = nil
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
