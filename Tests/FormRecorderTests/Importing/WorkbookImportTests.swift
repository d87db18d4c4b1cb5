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

  /// The ledger records a file once. Importing another sheet of it requires `again`.
  @Test func anotherSheetRequiresAgain() throws {
    let store = try store()
    var request = request("orders-openpyxl.xlsx")
    _ = try store.recorder.importFile(request)
    request.input.sheet = "1"
    var notes: [RecorderNote] = []
    let known = try store.recorder.importFile(request, ImportEvents(note: { notes.append($0) }))
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
            request, ImportEvents(committed: { _ in stop = true }, shouldStop: { stop }))
        }
      }
      #expect(try store.recorder.importFile(request).records == 2_500)
    }
    #expect(try broken.dump() == whole.dump())
    try broken.recorder.expectValid()
  }
}
