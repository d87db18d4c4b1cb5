import FormRecorder
import FormRecorderTestSupport
import Foundation
import GRDB
import Testing

@testable import FormInput

/// Every format exports the same cells.
@Suite struct ExportFormatTests {
  private func export(
    _ store: TemporaryStore, _ format: ExportFormat, _ change: (inout ExportRequest) -> Void
  ) throws -> String {
    var request = ExportRequest()
    request.format = format
    request.scope = .all
    change(&request)
    let path = store.path("x.\(format.rawValue)")
    try store.recorder.export(request, to: .file(path, replacing: true))
    return path
  }

  /// Returns a column of an exported file.
  private func cells(_ column: String, of format: ExportFormat, in path: String) throws -> [String?]
  {
    switch format {
    case .csv, .xlsx:
      var options = ReaderOptions()
      options.delimiter = UInt8(ascii: ",")
      var reader = try openReader(path: path, options: options)
      let index = try #require(reader.header.firstIndex(of: column))
      var batch = RecordBatch()
      var cells: [String?] = []
      while try reader.read(into: &batch, maximumRecords: 100) {
        cells += batch.records.map { batch.cells(of: $0).map(batch.text)[index] }
      }
      return cells
    case .ndjson:
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
        try Self.field(column, of: JSONSerialization.jsonObject(with: Data($0.utf8)))
      }
    case .json:
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let submissions = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
      return submissions.map { Self.field(column, of: $0) }
    case .sqlite:
      return try DatabaseQueue(path: path).read {
        try String?.fetchAll($0, sql: "SELECT \"\(column)\" FROM people")
      }
    }
  }

  private static func field(_ name: String, of submission: Any) -> String? {
    ((submission as? [String: Any])?["fields"] as? [String: Any])?[name] as? String
  }

  @Test(arguments: ExportFormat.allCases)
  func anExportMayHaveNoSubmissions(_ format: ExportFormat) throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,ana@example.com\n")
    let path = try export(store, format) { $0.scope = .rejected }
    #expect(try cells("name", of: format, in: path) == [])
  }

  @Test(arguments: ExportFormat.allCases)
  func textIsUnchanged(_ format: ExportFormat) throws {
    let store = try TemporaryStore()
    let names = [
      "Ana", "007", "=1+1", " x ", "a\nb", "a,b;c\td", "\"", "\\n", "<&>'", "é\u{301}漢😀", "-",
    ]
    let lines = names.map { "1,\"\($0.replacing("\"", with: "\"\""))\",ana@example.com\n" }
    try store.add("id,name,email\n" + lines.joined())
    let path = try export(store, format) { $0.isRaw = true }
    #expect(try cells("name", of: format, in: path) == names)
  }

  /// Exports are written in pieces of 64 KiB or more.
  @Test(arguments: ExportFormat.allCases)
  func piecesHaveEveryRecordOnce(_ format: ExportFormat) throws {
    let store = try TemporaryStore()
    let names = (1...1_500).map { "\($0)" + String(repeating: "n", count: 200) }
    try store.add("id,name,email\n" + names.map { "1,\($0),\n" }.joined())
    let path = try export(store, format) { $0.isRaw = true }
    #expect(try cells("name", of: format, in: path) == names)
  }

  @Test(arguments: ExportFormat.allCases)
  func sensitiveFieldsAreMasked(_ format: ExportFormat) throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,ana@example.com\n")
    let path = try export(store, format) { _ in }
    #expect(try cells("email", of: format, in: path) == ["•••"])
    let unmasked = try export(store, format) { $0.showsSensitive = true }
    #expect(try cells("email", of: format, in: unmasked) == ["ana@example.com"])
  }

  @Test(arguments: ExportFormat.allCases)
  func onlySomeFormatsAreWrittenToAStream(_ format: ExportFormat) throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,ana@example.com\n")
    var request = ExportRequest()
    request.format = format
    request.scope = .all
    var output: [UInt8] = []
    let destination = ExportDestination.stream { output += $0 }
    if format.properties.isStreamable {
      try store.recorder.export(request, to: destination)
      #expect(format.properties.isText == (String(validating: output, as: UTF8.self) != nil))
    } else {
      #expect(throws: RecorderError.self) { try store.recorder.export(request, to: destination) }
    }
  }

  @Test(arguments: ExportFormat.allCases)
  func onlyCSVHasADelimiter(_ format: ExportFormat) throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,ana@example.com\n")
    func exportWithDelimiter() throws { _ = try export(store, format) { $0.delimiter = ";" } }
    if format.properties.hasCSVOptions {
      try exportWithDelimiter()
    } else {
      #expect(throws: RecorderError.self, performing: exportWithDelimiter)
    }
  }
}
