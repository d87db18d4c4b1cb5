import FormBytes
import FormRecorderTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// An export has the encoding of the imported file, and its corrections are read in that encoding.
@Suite struct ExportEncodingTests {
  private static let definitions = """
    form: people
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
      - {name: secret, type: text, sensitive: true}
      - {name: age, type: integer, label: Wiek (lata życia)}
    ---
    rules: people
    form: people
    fields:
      age: [{range: {max: 120}}]
    """

  private static let records = """
    id;name;secret;age
    1;Jörg;geheim;200
    2;Zoë;x;20
    3;Ægir;y;300

    """

  private func export(
    _ store: TemporaryStore, _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> Data {
    var request = ExportRequest()
    request.writesCheck = false
    change(&request)
    var output: [UInt8] = []
    _ = try store.recorder.export(request, to: .stream { output += $0 })
    return Data(output)
  }

  @Test(arguments: [
    ("iso-8859-1", String.Encoding.isoLatin1, "···"), ("windows-1252", .windowsCP1252, "···"),
    ("utf-16le", .utf16LittleEndian, "•••"), ("utf-16be", .utf16BigEndian, "•••"),
  ])
  func exportKeepsTheEncoding(_ name: String, _ encoding: String.Encoding, _ mask: String) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(#require(Self.records.data(using: encoding)), encoding: name)
    let isWide = name.hasPrefix("utf-16")
    let label = isWide ? "Wiek (lata życia)" : "Wiek (lata ?ycia)"
    let text = try #require(String(data: export(store), encoding: encoding))
    #expect(
      text == (isWide ? "\u{FEFF}" : "") + """
        id;name;secret;age;_submission;_line;_errors
        1;Jörg;\(mask);200;1;2;age.range: \(label) must be at most 120.
        3;Ægir;\(mask);300;3;4;age.range: \(label) must be at most 120.

        """)
    // Import corrections without naming the encoding. One record is corrected, and masked cells are
    // unchanged.
    let back = try #require(text.replacing("200", with: "100").data(using: encoding))
    try back.write(to: URL(fileURLWithPath: store.path("back.csv")))
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.csv")))
    #expect(report.corrections?.rows == 1)
    #expect(report.corrections?.cells == 1)
    #expect(report.corrections?.closed == 1)
    // If the encoding detected for the corrections differs, such as windows-1252, the next export
    // is UTF-8.
    let next = try export(store) { $0.scope = .all }
    let isOwn = name != "iso-8859-1"
    #expect(String(data: next, encoding: isOwn ? encoding : .utf8)?.contains("Jörg") == true)
    #expect(next.starts(with: [0xEF, 0xBB, 0xBF]) == !isOwn)
  }

  @Test func filesOfSeveralEncodingsAreExportedAsUTF8() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.records, as: "other.csv")
    try store.add(#require(Self.records.data(using: .isoLatin1)), encoding: "iso-8859-1")
    let output = try export(store)
    #expect(output.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(String(decoding: output, as: UTF8.self).contains("Jörg;•••"))
    #expect(try !export(store) { $0.isRaw = true }.starts(with: [0xEF]))
  }

  @Test func unrepresentableCharacterStopsTheExport() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.records.replacing("Ægir", with: "Łukasz"))
    #expect {
      try export(store) { $0.encoding = "latin1" }
    } throws: {
      "\($0)" == "submission 3 contains a character, U+0141, that iso-8859-1 cannot represent"
        && ($0 as? RecorderError)?.remedies == [.chooseEncoding("utf-8")]
    }
    #expect(try export(store) { $0.encoding = "utf-16le" }.starts(with: [0xFF, 0xFE]))
  }

  @Test func invalidEncodingsAreRefused() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.records)
    #expect(throws: RecorderError.self) { try export(store) { $0.encoding = "ebcdic" } }
    #expect(throws: RecorderError.self) {
      try export(store) {
        $0.encoding = "utf-8"
        $0.format = .ndjson
      }
    }
    #expect(throws: RecorderError.self) {
      try export(store) {
        $0.encoding = "windows-1252"
        $0.hasByteOrderMark = true
      }
    }
  }

  /// A damaged character does not make the file be read in another encoding, which would change its
  /// other letters.
  @Test func damagedUTF8StaysUTF8() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.records)
    var back = try export(store) { $0.showsSensitive = true }
    back.append(contentsOf: Data([0xE9] + Array("\n".utf8)))
    try back.write(to: URL(fileURLWithPath: store.path("back.csv")))
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.csv")))
    #expect(report.corrections?.rows == 0)
    #expect(report.corrections?.unchanged == 2)
    #expect(report.corrections?.refused.count == 1)
  }

  /// Excel reads UTF-8 without a byte order mark in the system's encoding. Exports for programs
  /// have none.
  @Test func utf8BeginsWithAByteOrderMark() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.records)
    let mark = Data([0xEF, 0xBB, 0xBF])
    #expect(try export(store).starts(with: mark))
    #expect(try !export(store) { $0.hasByteOrderMark = false }.starts(with: mark))
    #expect(try !export(store) { $0.isRaw = true }.starts(with: mark))
    for format in [ExportFormat.ndjson, .json] {
      #expect(try !export(store) { $0.format = format }.starts(with: mark))
    }
  }

  /// A workbook has neither delimiter nor encoding, so corrections from a workbook are exported in
  /// the layout of the file that they correct.
  @Test(arguments: ["Jim", "Łukasz"])
  func correctionsFromAWorkbookKeepTheLayoutOfTheFile(name: String) throws {
    let store = try TemporaryStore(
      Self.definitions.replacing(
        "fields:\n  - {name: id",
        with: "file: {delimiter: ;, encoding: windows-1252}\nfields:\n  - {name: id"))
    try store.add(#require(Self.records.data(using: .windowsCP1252)))
    var request = ExportRequest()
    request.format = .xlsx
    let path = store.path("open.xlsx")
    _ = try store.recorder.export(request, to: .file(path, replacing: false))
    var table = try FileTable(reading: path)
    table.rows[0].cells[1] = name
    try table.write(to: path, sheet: "Sheet1", replacing: true)
    var correction = CorrectionRequest(path: path)
    correction.acceptedColumns = ["name"]
    let report = try store.recorder.importCorrections(correction)
    #expect(report.corrections?.cells == 1)
    let again = try export(store) { $0.selection.importID = report.importID }
    let encoding = name == "Jim" ? String.Encoding.windowsCP1252 : .utf8
    let text = try #require(String(data: again, encoding: encoding))
    #expect(text.contains("1;\(name);"))
    #expect(again.starts(with: [0xEF, 0xBB, 0xBF]) == (name != "Jim"))
  }

  /// Bytes that cannot be decoded are exported as escapes. Spreadsheet programs replace such bytes
  /// or read the whole file in another encoding.
  @Test(arguments: [ExportFormat.csv, .xlsx])
  func undecodableBytesAreEscaped(_ format: ExportFormat) throws {
    let store = try TemporaryStore(
      Self.definitions.replacing(", sensitive: true", with: ""))
    var file = Data("id;name;secret;age\n".utf8)
    for id in 1...1_200 { file.append(Data("\(id);Zoë \(id);;20\n".utf8)) }
    for id in 1_201...1_240 { file.append(Data("\(id);Nu".utf8) + [0xF1] + Data("ez;;20\n".utf8)) }
    for id in 1_241...1_243 { file.append(Data("\(id);Nuñez;;200\n".utf8)) }
    #expect(try store.add(file).rejected == 43)
    var request = ExportRequest()
    request.format = format
    let path = store.path("open.\(format.rawValue)")
    _ = try store.recorder.export(request, to: .file(path, replacing: true))
    let report = try store.recorder.importCorrections(CorrectionRequest(path: path))
    #expect(report.corrections?.unchanged == 43)
    #expect(report.corrections?.rows == 0)
    var table = try FileTable(reading: path)
    #expect(table.rows[0].cells[1] == #"Nu\xF1ez"#)
    table.rows[0].cells[1] = "Nuñez"
    try table.write(to: path, sheet: "Sheet1", replacing: true)
    #expect(
      try store.recorder.importCorrections(CorrectionRequest(path: path)).corrections?.closed == 1)
  }
}
