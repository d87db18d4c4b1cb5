import FormBytes

/// Identifies files that are not text by their first bytes.
enum FileSignature {
  /// The first bytes of formats, and the description of the file.
  private static let known: [(start: [UInt8], description: String)] = [
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z file; unpack it first: 7z x FILE"),
    ([0x04, 0x22, 0x4D, 0x18], "an lz4 file; unpack it first: lz4 -d FILE"),
    (Array("Rar!".utf8) + [0x1A, 0x07], "a rar file; unpack it first: unrar x FILE"),
    // The header of the first page or of the metadata begins with a 32-bit integer in Thrift
    // encoding.
    (
      Array("PAR1".utf8) + [0x15],
      "a Parquet file; convert it first: duckdb -c \"COPY (FROM 'FILE') TO 'FILE.csv'\""
    ),
    (
      Array("ARROW1\0\0".utf8),
      "an Arrow file; convert it first: \(fromArrow("ipc", "open_file('FILE').read_all()"))"
    ),
    // Neither UTF-8 text nor a byte order mark begins this way.
    (
      [0xFF, 0xFF, 0xFF, 0xFF],
      "an Arrow stream; convert it first: \(fromArrow("ipc", "open_stream('FILE').read_all()"))"
    ),
    (Array("SQLite format 3\0".utf8), "a SQLite database, not text; export a table as CSV first"),
    (Array("%PDF-".utf8), "a PDF document, not text"),
    ([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A], "a PNG image, not text"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image, not text"),
  ]

  /// Returns the command that creates a CSV file from a file that this pyarrow call reads.
  private static func fromArrow(_ module: String, _ table: String) -> String {
    "python3 -c \"import duckdb, pyarrow.\(module) as a; t = a.\(table); "
      + "duckdb.sql('FROM t').write_csv('FILE.csv')\""
  }

  /// The command that creates a workbook (xlsx) from a spreadsheet in another format.
  static let toWorkbook = "soffice --headless --convert-to xlsx FILE"

  /// Describes a file whose first bytes have the signature of a format other than text. Returns nil
  /// if it may be text.
  static func description(for start: [UInt8]) -> String? {
    if let entry = known.first(where: { start.starts(with: $0.start) }) { return entry.description }
    // The outer compression has already been removed here.
    if let packing = CompressionFormat(of: start) {
      return "a nested \(packing) file; unpack it first"
    }
    if start.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      // The directory of such a file contains the names of its parts in UTF-16.
      let isEncrypted = start.contains(Array("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0".utf8))
      return isEncrypted
        ? "an encrypted workbook; save it without a password first"
        : "an old Office file such as xls; convert it first: \(toWorkbook)"
    }
    // Protocol buffer streams follow. A CSV header contains no such control bytes.
    if start.starts(with: "ORC".utf8), start.prefix(32).contains(where: { $0 < 0x09 }) {
      return "an ORC file; convert it first: \(fromArrow("orc", "read_table('FILE')"))"
    }
    // The records of Excel 2 to 4, which begin without the container of later versions.
    if start.count > 4, start[0] == 0x09, [0x00, 0x02, 0x04, 0x08].contains(start[1]),
      start[3] == 0, start[2] < 0x20
    {
      return "an old Excel file (xls); convert it first: \(toWorkbook)"
    }
    if let description = MarkupSignature.description(for: start) { return description }
    if start.count > 262, start[257..<262].elementsEqual("ustar".utf8) {
      return "a tar archive; unpack it first: tar -xf FILE"
    }
    return nil
  }

  /// Returns the error for a file in which a twentieth of the bytes, at least 32, are control
  /// bytes, or nil.
  ///
  /// Repetitions of a byte are not counted, because a crash can leave a run of NULs in a file. If
  /// the NULs are like those in UTF-16, the error names this encoding.
  ///
  /// - Parameter delimiter: The specified delimiter, which may be a control byte.
  static func error(forControlsIn start: [UInt8], delimiter: UInt8?) -> ReaderError? {
    var controls = 0
    var counted = 0
    var previous: UInt8 = 0x20
    for byte in start {
      defer { previous = byte }
      if byte == previous { continue }
      counted += 1
      // Blanks, ESC and the ASCII separators occur in text.
      let isControl = byte < 0x20 && !(0x09...0x0D).contains(byte) && byte < 0x1B
      if isControl, byte != delimiter { controls += 1 }
    }
    guard controls >= 32, controls * 20 >= counted else { return nil }
    guard let encoding = TextEncoding(utf16LikelyFor: start.span, at: 0) else {
      return ReaderError(.content, byteOffset: 0, "is a binary file, not text")
    }
    return ReaderError(
      .content, byteOffset: 0, "is probably text in UTF-16 without a byte order mark",
      likelyEncodings: [encoding])
  }
}
