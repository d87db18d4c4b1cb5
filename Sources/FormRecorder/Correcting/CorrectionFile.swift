import FormBytes
import FormInput
import FormRules

/// A file of corrections, read whole: the columns of an export with those that the export added.
///
/// Memory grows with the file; what goes out to be mended by people is small beside what came in.
struct CorrectionFile {
  /// A record.
  struct Row {
    let line: Int
    /// The submission that it is of; nil when the cell holds no number.
    let submission: Int64?
    /// The line that the submission came in with, as the record has it; empty when it says nothing.
    let origin: String
    fileprivate let batch: Int
    fileprivate let record: Int
  }

  let rows: [Row]
  /// The columns, without those that the export added.
  let header: [String]
  /// The records that could not be taken apart.
  let malformed: [CorrectionCounts.Refused]
  let digest: StreamDigest
  let notes: ReaderNotes

  /// For each column its place in a record.
  private let places: [Int]
  private let batches: [RecordBatch]

  /// What an export adds to the columns.
  static let ownHeaders = ["_submission", "_line", "_errors", "_warnings"]

  /// - Throws: when the file could not be read, or lacks the column `_submission`.
  init(_ content: WholeFile, _ path: String) throws(RecorderError) {
    if let error = content.error { throw RecorderError(error).inFile(path) }
    let header = content.header
    guard let key = header.firstIndex(of: Self.ownHeaders[0]) else {
      throw RecorderError(
        .failed,
        "\(path): has no column _submission, which says what each record corrects; 'formrec export' "
          + "writes such files")
    }
    places = header.indices.filter { !Self.ownHeaders.contains(header[$0]) }
    self.header = places.map { header[$0] }
    (rows, malformed) = Self.rows(
      content.batches, key: key, origin: header.firstIndex(of: Self.ownHeaders[1]))
    batches = content.batches
    digest = content.digest
    notes = content.notes
  }

  private static func rows(
    _ batches: [RecordBatch], key: Int, origin: Int?
  ) -> ([Row], [CorrectionCounts.Refused]) {
    var rows: [Row] = []
    var malformed: [CorrectionCounts.Refused] = []
    for (index, batch) in batches.enumerated() {
      for (record, range) in batch.records.enumerated() {
        if let fault = batch.fault(of: range) {
          let words = Localization.english.words(
            ofReader: fault.code.rawValue, fault.messageArguments)
          malformed.append(.init(line: fault.line, reason: .malformed(words)))
          continue
        }
        let cells = batch.cells(of: range)
        // Spreadsheet programs save empty rows as delimiters alone.
        if cells.allSatisfy({ $0.range.isEmpty }) { continue }
        func text(_ column: Int) -> String {
          column < cells.count
            ? batch.text(of: cells[cells.startIndex + column]).filter { !$0.isWhitespace } : ""
        }
        rows.append(
          Row(
            line: range.line, submission: Int64(text(key)), origin: origin.map(text) ?? "",
            batch: index, record: record))
      }
    }
    return (rows, malformed)
  }

  /// Whether the file is in no other encoding than the one that it was read in, whatever its records say:
  /// it says so itself, or has nothing but ASCII.
  var isCertain: Bool {
    notes.hasByteOrderMark || notes.encoding == .utf16LittleEndian
      || notes.encoding == .utf16BigEndian || !(notes.format == .csv || notes.format == .tsv)
      || header.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        && batches.allSatisfy { $0.bytes.allSatisfy { $0 < 0x80 } }
  }

  /// Whether it has characters that are UTF-8 and not ASCII.
  var hasUTF8: Bool {
    batches.contains { batch in batch.records.contains { batch.raw(of: $0).encodingSigns.isUTF8 } }
  }

  /// The text of a record's cell in a column; nil when it has none.
  func cell(_ row: Row, _ column: Int) -> [UInt8]? {
    let batch = batches[row.batch]
    let cells = batch.cells(of: batch.records[row.record])
    guard places[column] < cells.count else { return nil }
    let cell = cells[cells.startIndex + places[column]]
    return cell.kind == .missing ? nil : Array(batch.bytes[Int(cell.start)..<Int(cell.end)])
  }
}
