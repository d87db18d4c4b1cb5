import FormBytes
import FormInput
import FormTestSupport
import Foundation
import Testing

/// Third-party files with their expected content.
@Suite(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
struct CorpusTests {
  struct Entry: Decodable {
    var file: String
    var expect: String
    var kind: String?
    var encoding: String?
    var delimiter: String?
    var line: Int?
  }

  private func read(
    _ entry: Entry, _ change: (inout ReaderOptions) -> Void = { _ in }
  ) throws(ReaderError) -> (
    records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?
  ) {
    let url = Repository.shared("csv/\(entry.file)")
    let options = ReaderOptions {
      if entry.encoding == "latin-1" { $0.encoding = .latin1 }
      $0.maximumRecordBytes = 2 << 20
      change(&$0)
    }
    return readAll(
      try openReader(source: FileByteSource(path: url.path), name: url.path, options: options))
  }

  private func entries() throws -> [Entry] {
    try Data(contentsOf: Repository.shared("csv/manifest.jsonl")).split(separator: 0x0A).map {
      try JSONDecoder().decode(Entry.self, from: $0)
    }
  }

  @Test func wellFormedFilesAreReadUnchanged() throws {
    let entries = try entries().filter { $0.file.hasPrefix("wellformed/") }
    #expect(entries.count > 20)
    for entry in entries {
      let url = Repository.shared("csv/" + entry.file.replacing(".csv", with: ".json"))
      let expected = try JSONDecoder().decode([[String]].self, from: Data(contentsOf: url))
      let result = try read(entry) { $0.headerLine = 0 }
      #expect(result.error == nil, "\(entry.file)")
      let texts = result.records.map { $0.texts.map { $0 ?? "nil" } }
      #expect(texts == expected, "\(entry.file)")
      if let delimiter = entry.delimiter {
        #expect(result.detected.delimiter == Character(delimiter).asciiValue, "\(entry.file)")
      }
    }
  }

  /// The expected result for each malformed file: its faults with their lines, or its error.
  private static let expectedFaults: [String: String] = [
    "csvlint_inconsistent-line-endings": "", "csvlint_invalid_many_rows": "strayQuote 4",
    "rustcsv_strange": "header 1", "qsv_boston311_bad_tsv": "tooManyFields 41",
    "qsv_snifftest-flexible": (4...9).map { "tooManyFields \($0)" }.joined(separator: ", "),
    "gen_unterminated_quote": "unterminatedQuote 2",
    "gen_space_after_closing_quote": "strayQuote 2, tooManyFields 3",
    "gen_stray_quote_in_unquoted": "strayQuote 2", "gen_space_before_opening_quote": "strayQuote 2",
    "gen_lone_quote_field": "unterminatedQuote 2", "gen_odd_quotes": "unterminatedQuote 2",
    "gen_ragged_short": "tooFewFields 3", "gen_ragged_long": "tooManyFields 3",
    "gen_blank_line_middle": "", "gen_whitespace_only_line": "tooFewFields 3",
    "gen_nul_in_field": "nul 2", "gen_nul_only_tail": "nul 3",
    "gen_invalid_utf8_ff": "encoding 2", "gen_invalid_utf8_surrogate": "encoding 2",
    "gen_invalid_utf8_overlong": "encoding 2", "gen_cp1252": "encoding 2",
    "gen_bom_only": "missingHeader 1", "gen_utf16le_bom": "", "gen_utf16be_bom": "",
    "gen_utf16le_no_bom": "header 1", "gen_lf_cr": "", "gen_backslash_escape": "strayQuote 2",
    "gen_empty_file": "missingHeader 1", "gen_newline_only": "missingHeader 1",
    "gen_single_column_blank": "",
    "gen_duplicate_headers": "repeatedName 1", "gen_duplicate_headers_case": "", "gen_sep_line": "",
  ]

  @Test func malformedFilesAreReported() throws {
    let entries = try entries().filter { $0.file.hasPrefix("malformed/") }
    #expect(entries.count == Self.expectedFaults.count)
    for entry in entries {
      var found: [String] = []
      do throws(ReaderError) {
        let result = try read(entry)
        found = result.records.compactMap(\.fault).map {
          "\($0.code.rawValue.dropFirst(4)) \($0.line)"
        }
        if let error = result.error { found.append("\(error.kind) \(error.line ?? 0)") }
      } catch {
        found = ["\(error.kind) \(error.line ?? 0)"]
      }
      let name = entry.file.dropFirst("malformed/".count).dropLast(".csv".count)
      #expect(found.joined(separator: ", ") == Self.expectedFaults[String(name)], "\(name)")
    }
  }
}
