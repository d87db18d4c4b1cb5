/// How a file is to be read. Whatever is nil is detected.
package struct ReaderOptions: Sendable {
  /// What kind of file it is.
  package var format: RecordFormat?
  /// One ASCII byte, neither a quote, a line end nor NUL.
  package var delimiter: UInt8?
  /// A column that the header of a delimited file has: the delimiter is what stands beside its name.
  package var knownColumn: String?
  /// Bytes that are not UTF-8 are a fault of their record. Unless `utf8` is said, reading ends when
  /// they look like another encoding: see `EncodingEvidence`.
  package var encoding: TextEncoding?
  /// The physical line of the header, from 1; the lines before it are passed over. nil: the first
  /// line that is not blank. 0: there is none.
  package var headerLine: Int?
  /// Without a header, how many fields a record has; nil: as many as the first.
  package var fieldCount: Int?
  /// Delimited files and NDJSON: the column names, when they stand outside. Then everything is a record,
  /// and nothing is detected: the text is UTF-8, the format CSV and the delimiter a comma unless they are
  /// given.
  package var columns: [String]?
  /// With `columns`: the first byte that is read, and where the records end: none begins at or behind
  /// that byte, but the last one may reach beyond it, and so does what tells a broken one.
  package var bytes: Range<Int>?
  /// With `columns`: the physical line of the first byte.
  package var firstLine = 1
  /// In a zip file: which entry. nil: the only one with records.
  package var entry: String?
  /// In a workbook: the name of a sheet, or its number from 1. nil: the first that is not hidden.
  package var sheet: String?
  /// In a workbook: how the typed cells of each column are written, by the header; without a header it
  /// is empty. nil: as their formats show.
  package var cellForms: (@Sendable (_ header: [String]) -> [CellForm])?
  /// JSON: the columns that are known beforehand, in order.
  package var knownColumns: [String] = []
  /// The longest record in bytes, without its line end; at most `longestRecord`.
  package var maximumRecordBytes = 1 << 20
  /// How far the end of a record is looked for that has a quote open at `maximumRecordBytes`: 8 times that, at
  /// most 64 MiB.
  package var maximumQuotedBytes: Int {
    max(maximumRecordBytes, min(8 * maximumRecordBytes, 1 << 26))
  }
  /// 256 MiB.
  package static let longestRecord = 1 << 28
  /// How many columns a header may have, and how many a JSON file's keys may come to.
  package var maximumColumns = 16_384
  /// How much is read at a time, from 1 byte to 256 MiB; only memory and speed depend on it. A
  /// reader needs a block, or up to twice the longest record; while it looks for a closing quote, up to
  /// twice `maximumQuotedBytes`. A batch ends with the record that
  /// reaches the end of a block: it holds at most a block and one record, twice as much if all of
  /// its cells have to be unescaped, and 12 bytes a cell.
  package var blockBytes = 1 << 18

  package init() {}

  /// Throws a `ReaderError` of kind `options` when a value is out of bounds.
  func check() throws(ReaderError) {
    if let delimiter, !delimiter.canDelimit {
      throw ReaderError(
        .options, "the delimiter must be one ASCII character, neither a quote nor a line end")
    }
    guard (1...Self.longestRecord).contains(maximumRecordBytes) else {
      throw ReaderError(.options, "the longest record must have from 1 byte to 256 MiB")
    }
    guard (1...(1 << 28)).contains(blockBytes) else {
      throw ReaderError(.options, "a block must have from 1 byte to 256 MiB")
    }
    guard maximumColumns > 0, headerLine ?? 0 >= 0, fieldCount ?? 1 > 0 else {
      throw ReaderError(.options, "numbers of lines, fields and columns must be positive")
    }
  }
}

/// What kind of file it is.
package enum RecordFormat: String, Sendable, CaseIterable {
  case csv, tsv, ndjson, json
  /// A sheet of a workbook.
  case xlsx

  /// Whether records have columns, rather than keys.
  package var hasColumns: Bool { self == .csv || self == .tsv || self == .xlsx }
}

/// What a reader found out about its file.
package struct ReaderNotes: Sendable, Equatable {
  package var format = RecordFormat.csv
  /// What it was decoded from.
  package var encoding = TextEncoding.utf8
  /// Whether it was unpacked.
  package var isCompressed = false
  package var hasByteOrderMark = false
  /// What separates the cells; delimited files only.
  package var delimiter: UInt8?
  /// Excel's `sep=;` stood on the first line; it is not data.
  package var hasSeparatorLine = false
  /// Lines with nothing on them, which are no records.
  package var blankLines = 0
  /// What the user should know when the file was opened, and when it was read.
  package var openingRemarks: [String] = []
  package var closingRemarks: [String] = []

  package init() {}
}
