package import FormBytes

/// Options for reading a file. Nil means that the value is detected.
package struct ReaderOptions: Sendable {
  /// The format of the file.
  package var format: RecordFormat?
  /// The delimiter: one ASCII byte, neither a quote, a line end nor NUL.
  package var delimiter: UInt8?
  /// How a delimited file differs from RFC 4180.
  package var dialect = DelimitedDialect()
  /// The number of records at the end that are not data. Not with `declaredColumns`.
  package var footer = 0
  /// The name of a column in the header of a delimited file. The delimiter is the character next to
  /// it.
  package var delimiterHint: String?
  /// The encoding.
  ///
  /// Bytes that are not UTF-8 are a fault of their record. Unless `utf8` is specified, reading ends
  /// if the text appears to be in another encoding: see `EncodingEvidence`.
  package var encoding: TextEncoding?
  /// The physical line of the header, from 1.
  ///
  /// The lines before it are skipped. Nil means the first line that is not blank, and 0 means that
  /// there is no header.
  package var headerLine: Int?
  /// Whether a name that occurs repeatedly in the header gets a number, because the names do not
  /// determine the fields. Otherwise, the header is refused.
  package var numbersRepeatedNames = false
  /// The number of fields of a record in a file without a header.
  ///
  /// Nil means the number in the first record.
  package var fieldCount: Int?
  /// The column names of a delimited file or NDJSON, if they are not in the file.
  ///
  /// Everything is then a record, and nothing is detected: the text is UTF-8, and the format
  /// defaults to CSV and the delimiter to a comma.
  package var declaredColumns: [String]?
  /// With `declaredColumns`: the range of bytes in which records begin.
  ///
  /// The last record may extend beyond it, and so may the bytes that determine whether a record is
  /// malformed.
  package var bytes: Range<Int>?
  /// With `declaredColumns`: the physical line of the first byte.
  package var firstLine = 1
  /// The entry of a zip file. Nil means the only one with records.
  package var entry: String?
  /// The name of a workbook sheet, or its number from 1. Nil means the first visible sheet.
  package var sheet: String?
  /// Returns the format of each column of a workbook, given the header.
  ///
  /// The header is empty if the sheet has none. Nil means that the cells' formats decide.
  package var cellFormats: (@Sendable (_ header: [String]) -> [CellFormat])?
  /// Returns the field that a key of a JSON object means, or nil. Keys that mean the same field are
  /// one column, so an object with two of them is malformed.
  package var fieldOfKey: (@Sendable (_ key: String) -> Int?)?
  /// The initial columns of a JSON file, in order.
  package var initialJSONColumns: [String] = []
  /// The maximum size of a record in bytes, without its line end. At most `longestRecord`.
  package var maximumRecordBytes = 1 << 20
  /// The number of bytes in which the end of a record is searched if a quote is open at
  /// `maximumRecordBytes`: 8 times that size up to 64 MiB, and never less than that size.
  package var maximumQuotedBytes: Int {
    max(maximumRecordBytes, min(8 * maximumRecordBytes, 1 << 26))
  }
  /// 256 MiB.
  package static let longestRecord = 1 << 28
  /// The maximum number of columns of a header, and of keys in a JSON file.
  package var maximumColumns = 16_384
  /// The total size of the shared texts to which the cells of any workbook may refer, in bytes. In
  /// a larger workbook, it may be a thousand times the size of the file.
  package var sharedBytes = 64 << 20
  /// The maximum size in bytes of the shared texts to which the cells of a workbook refer, or nil
  /// for the default.
  package var maximumSharedBytes: Int?
  /// The number of bytes read at a time, from 1 byte to 256 MiB.
  ///
  /// Affects only memory and speed.
  ///
  /// A reader uses one block, or up to twice the longest record, or up to twice
  /// `maximumQuotedBytes` while it searches for a closing quote. A batch ends with the record that
  /// reaches the end of a block. It contains at most one block and one record, twice as much if all
  /// of its cells contain escapes, and 12 bytes per cell.
  package var bufferBytes = 1 << 18

  package init() {}

  static let delimiterConflict = "the delimiter must differ from the quote and the escape"

  /// Throws a `ReaderError` of kind `options` if a value is out of range.
  func check() throws(ReaderError) {
    if let delimiter, !delimiter.canDelimit {
      throw ReaderError(.options, UInt8.delimiterRequirement)
    }
    if let delimiter, delimiter == dialect.quote || delimiter == dialect.escape {
      throw ReaderError(.options, Self.delimiterConflict)
    }
    guard (1...Self.longestRecord).contains(maximumRecordBytes) else {
      throw ReaderError(.options, "the maximum size of a record must be 1 byte to 256 MiB")
    }
    guard (1...Self.longestRecord).contains(bufferBytes) else {
      throw ReaderError(.options, "the size of a block must be 1 byte to 256 MiB")
    }
    guard maximumColumns > 0, headerLine ?? 0 >= 0, fieldCount ?? 1 > 0 else {
      throw ReaderError(.options, "numbers of lines, fields and columns must be positive")
    }
  }
}
