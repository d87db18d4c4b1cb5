import FormRecorderTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Importing an unchanged export as corrections finds no changes, regardless of the encodings of
/// its rows.
@Suite struct UnchangedExportTests {
  private static let definitions = """
    form: people
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
      - {name: secret, type: text, sensitive: true}
      - {name: amount, type: decimal, point: ",", group: "."}
      - {name: day, type: date, format: dd.MM.yyyy}
      - {name: agreed, type: boolean}
    ---
    rules: people
    form: people
    fields:
      id: [{range: {max: 0}}]
    """

  @Test func unchangedExportHasNoCorrections() throws {
    let wrong = try RandomRounds.run("unchanged exports", 8) { random, show in
      let store = try TemporaryStore(Self.definitions)
      var shown: [String] = []
      for file in 1...Int.random(in: 1...3, using: &random) {
        let (bytes, encoding) = Self.file(&random)
        shown.append("\(encoding ?? "no encoding"): \(bytes.base64EncodedString())")
        try store.add(bytes, as: "\(file).csv", encoding: encoding)
      }
      let request = Self.request(&random)
      let path = store.path("back.\(request.format.rawValue)")
      show("\(request)\n\(shown)")
      do {
        _ = try store.recorder.export(request, to: .file(path, replacing: true))
      } catch let error as RecorderError where request.encoding != nil {
        // The encoding cannot represent a character.
        return error.description.contains("cannot represent") ? nil : "\(error)"
      }
      var correction = CorrectionRequest(path: path)
      if request.hasByteOrderMark == false, let encoding = try Self.wideEncoding(path) {
        correction.input.encoding = encoding
      }
      let report = try store.recorder.importCorrections(correction)
      let counts = try #require(report.corrections)
      let isUnchanged =
        counts.rows == 0 && counts.refused.isEmpty && counts.protectedChanges.isEmpty
      return isUnchanged && counts.unchanged > 0 ? nil : "\(counts)"
    }
    #expect(wrong == nil)
  }

  /// UTF-16 without a byte order mark must be given explicitly. The header begins with an ASCII
  /// letter.
  private static func wideEncoding(_ path: String) throws -> String? {
    let start = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(2)
    return start.first == 0 ? "utf-16be" : start.last == 0 ? "utf-16le" : nil
  }

  /// A file whose records are all rejected, and the encoding to be given for it, if any.
  private static func file(_ random: inout SeededGenerator) -> (Data, String?) {
    let encodings: [(String?, String.Encoding)] = [
      (nil, .utf8), (nil, .utf8), ("utf-8", .utf8), ("windows-1252", .windowsCP1252),
      ("iso-8859-1", .isoLatin1), ("utf-16le", .utf16LittleEndian), ("utf-16be", .utf16BigEndian),
    ]
    let (name, encoding) = encodings.randomElement(using: &random)!
    let delimiter = [",", ";", "\t"].randomElement(using: &random)!
    let end = ["\n", "\r\n"].randomElement(using: &random)!
    var bytes = Data()
    func append(_ text: String) { bytes.append(text.data(using: encoding) ?? Data("?".utf8)) }
    let header = ["id", "name", "secret", "amount", "day", "agreed", "Größe"]
    append(header.joined(separator: delimiter) + end)
    // Unless UTF-8 is given, evidence of another encoding stops an import.
    let undecodable = name == "utf-8" ? Int.random(in: 0...40, using: &random) : 0
    for id in 1...Int.random(in: 1...60, using: &random) {
      let cells = [
        "\(id)", text(&random), text(&random),
        ["1.234,50", "x", ""].randomElement(using: &random)!,
        ["01.02.2026", "31.02.2026", "2026-02-01"].randomElement(using: &random)!,
        ["true", "TRUE", "ja"].randomElement(using: &random)!, text(&random),
      ]
      for (column, cell) in cells.enumerated() {
        append((column == 0 ? "" : delimiter) + "\"" + cell.replacing("\"", with: "\"\"") + "\"")
      }
      append(end)
      if id <= undecodable {
        let byte = ([0xF1, 0x80, 0xFF, 0x00, 0xC3] as [UInt8]).randomElement(using: &random)!
        let rest = "ez" + String(repeating: delimiter, count: 5) + end
        bytes.append(Data("\(id)\(delimiter)Nu".utf8) + [byte] + Data(rest.utf8))
      }
    }
    return (bytes, name)
  }

  /// A text of pieces that programs often handle incorrectly.
  private static func text(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "b c", " ", "ñ", "Zoë", "ß", "€", "’", "Ł", "日本", "😀", "\u{301}", "•••", "···", "???",
      "=1+1",
      "-5", "+49", "@x", "'", "'=x", "\"", ",", ";", "\t", "\n", "\r\n", "\\xF1", "\\", "0", "1.10",
      "Ã±",
      "\u{A0}", "\u{FEFF}", "\u{FFFD}", "_submission", "â€¢â€¢â€¢", "\u{1}", "\u{FFFE}", "\u{85}",
    ]
    return (0..<Int.random(in: 0...3, using: &random)).map { _ in
      pieces.randomElement(using: &random)!
    }.joined()
  }

  private static func request(_ random: inout SeededGenerator) -> ExportRequest {
    var request = ExportRequest()
    request.scope = .all
    request.format = [.csv, .csv, .xlsx].randomElement(using: &random)!
    request.showsSensitive = .random(in: 0...2, using: &random) == 0
    request.keepsFormulas = .random(in: 0...2, using: &random) == 0
    if request.format == .csv {
      request.hasByteOrderMark = [nil, nil, false].randomElement(using: &random)!
      request.delimiter = [nil, ";", "tab"].randomElement(using: &random)!
      request.encoding =
        [nil, nil, "utf-8", "utf-16le", "windows-1252", "iso-8859-1"].randomElement(using: &random)!
    }
    return request
  }
}
