import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Workbooks and compressed files are evaluated, stored and recognized like the CSV file with the
/// same records.
@Suite struct WorkbookImportTests {
  private func store() throws -> TemporaryStore {
    try TemporaryStore(
      String(contentsOf: Repository.fixture("formats/orders.yaml"), encoding: .utf8))
  }

  private func request(_ name: String) -> ImportRequest {
    ImportRequest(path: Repository.fixture("formats/\(name)").path)
  }

  /// The submissions with cells, verdicts and errors, without their numbers.
  private func content(_ store: TemporaryStore) throws -> [String] {
    try store.export(.all, .ndjson).split(separator: "\n").map {
      String($0).replacing(/^\{"submission":\d+,"import":\d+,/, with: "")
    }
  }

  @Test(
    arguments: [
      "orders.csv.zst", "orders.csv.xz", "orders.csv.lzma", "orders.csv.bz2", "orders.zip",
      "orders-openpyxl.xlsx",
      "orders-libreoffice.xlsx", "orders-strict.xlsx",
    ])
  func otherFormatsEqualTheCSV(name: String) throws {
    let plain = try store()
    _ = try plain.recorder.importFile(request("orders.csv"))
    let other = try store()
    let report = try other.recorder.importFile(request(name))
    #expect(report.rejected == 6)
    #expect(try content(other) == content(plain))
    try other.recorder.expectValid()
    #expect(try other.recorder.importFile(request(name)).isAlreadyImported)
  }

  /// A typed cell is written in the first format of its field that expresses its value, or in ISO
  /// 8601, which the field then refuses.
  @Test(arguments: [
    ("datetime, format: 'MM/dd/yyyy h:mm a'", 45_000.319_444_444_4, "03/15/2023 7:40 AM"),
    ("time, format: 'h:mm a'", 0.819_444_444_4, "7:40 PM"),
    ("time, format: 'hh:mm:ss.SS a'", 0.5, "12:00:00.00 PM"), ("time", 0.0, "00:00:00"),
    ("time, format: 'HH:mm'", 0.0, "00:00"), ("time, format: 'h:mm a'", 0.500_011_574, nil),
    ("time, format: ['h:mm a', 'HH:mm:ss']", 0.500_011_574, "12:00:01"),
    ("date, format: dd.MM.yyyy", 45_000.5, nil), ("date", 18_294, "1950-01-31"),
    ("date, format: dd.MM.yy", 18_294, nil), ("date, format: dd.MM.yy", 45_000, "15.03.23"),
    ("date, format: [dd.MM.yy, dd.MM.yyyy]", 18_294, "31.01.1950"),
    ("date, format: dd.MM.BBBB", 2_958_465, nil),
    ("time, format: 'HH:mm:ss.SS'", 0.5 + 0.251 / 86_400, nil),
    ("time, format: 'HH:mm:ss.SS'", 0.5 + 0.25 / 86_400, "12:00:00.25"),
    ("time, format: 'HH:mm:ss.S'", 0.5 + 0.251 / 86_400, "12:00:00.251"),
  ])
  func typedCellsHaveTheNotationOfTheField(
    _ type: String, _ serial: Double, _ text: String?
  ) throws {
    let store = try TemporaryStore(
      "form: f\nfields: [{name: a, type: \(type)}]\n---\nrules: f\nform: f\n")
    let style =
      type.hasPrefix("datetime")
      ? "yyyy-mm-dd hh:mm"
      : type.hasPrefix("date")
        ? "yyyy-mm-dd" : "hh:mm:ss"
    let bytes = Data(
      SmallWorkbook.bytes(
        "<row><c t='str'><v>a</v></c></row><row><c s='1'><v>\(serial)</v></c></row>",
        formats: [style]))
    try bytes.write(to: URL(fileURLWithPath: store.path("a.xlsx")))
    let report = try store.recorder.importFile(ImportRequest(path: store.path("a.xlsx")))
    #expect(report.accepted == (text == nil ? 0 : 1))
    guard let text else { return }
    #expect(try store.rows("SELECT a FROM form_f_current") == [text])
  }

  /// The ledger records a file once. Importing another sheet of it requires `again`.
  @Test func anotherSheetRequiresAgain() throws {
    let store = try store()
    var request = request("orders-openpyxl.xlsx")
    _ = try store.recorder.importFile(request)
    request.input.sheet = "1"
    var notes: [RecorderNote] = []
    let known = try store.recorder.importFile(request, ImportCallbacks(note: { notes.append($0) }))
    #expect(known.isAlreadyImported)
    #expect(notes.contains { $0.remedies == [.allowReimport] })
    request.allowsReimport = true
    #expect(try !store.recorder.importFile(request).isAlreadyImported)
  }

  /// An import that decodes a workbook to a temporary file is identified by the bytes of the
  /// workbook.
  @Test func stoppedImportIsResumed() throws {
    let rows = (1...2_500).map { "<row><c><v>\($0)</v></c><c t='str'><v>n\($0)</v></c></row>" }
    let header = "<row><c t='str'><v>id</v></c><c t='str'><v>name</v></c></row>"
    let bytes = Data(SmallWorkbook.bytes(header + rows.joined()))
    let whole = try TemporaryStore()
    let broken = try TemporaryStore()
    for store in [whole, broken] {
      try bytes.write(to: URL(fileURLWithPath: store.path("a.xlsx")))
      var request = ImportRequest(path: store.path("a.xlsx"))
      request.chunk = 1_000
      store.recorder.settings.clock = { Instant(seconds: 1_800_000_000) }
      if store === broken {
        var stop = false
        #expect(throws: RecorderError.self) {
          try store.recorder.importFile(
            request, ImportCallbacks(committed: { _ in stop = true }, shouldStop: { stop }))
        }
      }
      #expect(try store.recorder.importFile(request).records == 2_500)
    }
    #expect(try broken.dump() == whole.dump())
    try broken.recorder.expectValid()
  }
}
