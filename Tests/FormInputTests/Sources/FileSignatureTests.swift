import FormBytes
import FormTestSupport
import Testing

@testable import FormInput

/// The format of files that are not text is named.
@Suite struct FileSignatureTests {
  private func message(_ bytes: [UInt8], _ options: ReaderOptions = ReaderOptions()) -> String? {
    do throws(ReaderError) {
      let reader = try openReader(source: MemoryByteSource(bytes), name: "x.csv", options: options)
      _ = reader.header
      return nil
    } catch {
      return error.message
    }
  }

  @Test(
    arguments: [
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0], "7z x FILE"),
      (
        StoredZip.bytes([("mimetype", ""), ("content.xml", "")]),
        "OpenDocument file (ods); convert it first: soffice --headless --convert-to xlsx FILE"
      ),
      (
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + Array(repeating: 0, count: 504),
        "such as xls; convert it first: soffice --headless --convert-to xlsx FILE"
      ),
      (
        Array("PAR1".utf8) + [0x15, 0x04, 0x15, 0x20],
        "a Parquet file; convert it first: duckdb -c \"COPY (FROM 'FILE') TO 'FILE.csv'\""
      ),
      (Array("ARROW1\0\0".utf8) + [0xFF, 0xFF, 0xFF, 0xFF], "a.open_file('FILE')"),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0x78, 0, 0, 0, 0x10, 0, 0, 0], "a.open_stream('FILE')"),
      (Array("ORC\n".utf8) + [6, 0x12, 4, 8, 5, 0x50], "a.read_table('FILE')"),
      (Array("SQLite format 3\0".utf8), "SQLite"), (Array("%PDF-1.7\n".utf8), "PDF"),
      ([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0], "PNG"),
      ((0..<4_000).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) }, "a binary file"),
      (Array(repeating: Array("a\0,\0b\0\n\0".utf8), count: 40).flatMap { $0 }, "UTF-16"),
    ] as [([UInt8], String)])
  func signaturesAreRecognized(_ bytes: [UInt8], words: String) {
    #expect(message(bytes)?.contains(words) == true, "\(message(bytes) ?? "nothing")")
  }

  /// A hole left by a crash is one malformed record, and an explicit format takes precedence.
  @Test func textWithControlCharactersIsRead() {
    let hole = Array("a,b\n1,2\n".utf8) + Array(repeating: 0, count: 40_000) + Array("\n3,4\n".utf8)
    #expect(message(hole) == nil)
    for header in ["PAR1,PAR2", "ARROW1,b", "ORC,b"] {
      #expect(message(Array("\(header)\n1,2\n".utf8)) == nil)
    }
    let controls = Array("a\n".utf8) + Array(repeating: [1, 2, 0x0A], count: 40).flatMap { $0 }
    #expect(message(controls) != nil)
    #expect(message(controls, ReaderOptions { $0.encoding = .utf8 }) == nil)
    // The delimiter of Hive, and the unit separator.
    let cells = Array(repeating: Array("1\u{1}2\u{1F}3\n".utf8), count: 400).flatMap { $0 }
    #expect(message(cells, ReaderOptions { $0.delimiter = 1 }) == nil)
  }
}
