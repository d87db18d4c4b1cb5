import Foundation
import Testing

@testable import FormRecorder

/// What goes out has the encoding of what came in, and comes back in it.
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
    change(&request)
    var output: [UInt8] = []
    _ = try store.recorder.export(request, to: .stream { output += $0 })
    return Data(output)
  }

  @Test(arguments: [
    ("iso-8859-1", String.Encoding.isoLatin1, "···"), ("windows-1252", .windowsCP1252, "···"),
    ("utf-16le", .utf16LittleEndian, "•••"), ("utf-16be", .utf16BigEndian, "•••"),
  ])
  func theFilesOwn(_ name: String, _ encoding: String.Encoding, _ mask: String) throws {
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
    // Back without a word of its encoding, one record mended, what was masked left alone.
    let back = try #require(text.replacing("200", with: "100").data(using: encoding))
    try back.write(to: URL(fileURLWithPath: store.path("back.csv")))
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.csv")))
    #expect(report.corrections?.rows == 1)
    #expect(report.corrections?.cells == 1)
    #expect(report.corrections?.closed == 1)
    // What came back in another encoding than it went out, such as windows-1252, makes the next one UTF-8.
    let next = try export(store) { $0.choice = .all }
    let isOwn = name != "iso-8859-1"
    #expect(String(data: next, encoding: isOwn ? encoding : .utf8)?.contains("Jörg") == true)
    #expect(next.starts(with: [0xEF, 0xBB, 0xBF]) == !isOwn)
  }

  @Test func filesOfSeveralEncodingsShareUTF8() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.records, as: "other.csv")
    try store.add(#require(Self.records.data(using: .isoLatin1)), encoding: "iso-8859-1")
    let output = try export(store)
    #expect(output.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(String(decoding: output, as: UTF8.self).contains("Jörg;•••"))
    #expect(try !export(store) { $0.isRaw = true }.starts(with: [0xEF]))
  }

  @Test func whatAnEncodingLacksEndsTheExport() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.records.replacing("Ægir", with: "Łukasz"))
    #expect {
      try export(store) { $0.encoding = "latin1" }
    } throws: {
      "\($0)"
        == "submission 3 has a character, U+0141, that iso-8859-1 does not have; write it with --encoding utf-8"
    }
    #expect(try export(store) { $0.encoding = "utf-16le" }.starts(with: [0xFF, 0xFE]))
  }

  @Test func encodingsThatCannotBeAreRefused() throws {
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

  /// One damaged character makes UTF-8 no other encoding: its own letters would become others.
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
}
