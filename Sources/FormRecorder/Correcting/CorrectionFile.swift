import FormBytes
import FormInput

/// A correction file, read as a whole. It has the columns of an export, including the columns that
/// the export added.
///
/// Memory use grows with the file, which is small compared to the original deliveries.
struct CorrectionFile {
  /// A record of the file.
  struct Row {
    let line: Int
    /// The number of the submission, or nil if the cell does not contain a number.
    let submission: Int64?
    /// The submission's original line as stated in the record, or an empty string.
    let origin: String
    /// The code of the column `_check`, or nil.
    let code: String?
    fileprivate let batch: Int
    fileprivate let record: Int
  }

  let rows: [Row]
  /// The columns, without those that exports add.
  let header: [String]
  /// Whether the columns are named by fields, not by headers.
  let hasFieldNames: Bool
  /// The records that could not be parsed.
  let malformed: [CorrectionCounts.Refused]
  let digest: StreamDigest
  let detected: DetectedProperties

  /// The position of each column in a record.
  private let positions: [Int]
  private let batches: [RecordBatch]
  /// By column of a JSON file with malformed records, the number in names such as `column 9`.
  private let numbers: [Int?]
  /// The positions of the columns `_rest` and `_raw`.
  private let rest, raw: Int?
  /// What the column `_check` shows about the encoding.
  let evidence: MarkerEvidence
  /// The encoding that lacks characters that the file has lost, or nil if it has lost none.
  let lossyEncoding: TextEncoding?
  /// Whether the file has lost all characters outside ASCII, among them those of its marker.
  let isReducedToASCII: Bool

  /// - Throws: `RecorderError` if the file cannot be read or lacks the column `_submission`.
  init(_ content: WholeFile, _ path: String, arePatches: Bool = false) throws(RecorderError) {
    if let error = content.error { throw RecorderError(error).inFile(path) }
    let unpacked = content.unpackedFields()
    hasFieldNames = arePatches || unpacked != nil
    let content = unpacked?.file ?? content
    let header = content.header
    func position(_ column: AddedColumn) -> Int? { header.firstIndex(of: column.rawValue) }
    // JSON has the names of columns in its records only.
    let isEmpty = header.isEmpty && content.batches.allSatisfy(\.records.isEmpty)
    guard let key = position(.submission) ?? (isEmpty ? 0 : nil) else {
      throw RecorderError(
        .refused,
        "\(path): has no column _submission, which identifies the submission that a record corrects",
        .exportFailures)
    }
    positions = header.indices.filter { !AddedColumn.has(header[$0]) }
    self.header = positions.map { AddedColumn.unescaped(header[$0]) }
    let read = Self.rows(
      content.batches, header: header, key: key, origin: position(.line), check: position(.check))
    (rows, malformed) = (read.rows, (unpacked?.refused ?? []) + read.malformed)
    rest = position(.rest)
    let raw = position(.raw)
    self.raw = raw
    numbers = self.header.map { name in
      guard unpacked != nil, raw != nil else { return nil }
      return name.wholeMatch(of: /column ([0-9]+)/).flatMap { Int($0.1) }
    }
    batches = content.batches
    digest = content.digest
    detected = content.detected
    let marker = position(.check).flatMap {
      Self.marker(content.batches, header: header, column: $0)
    }
    evidence = marker.map { MarkerEvidence($0, readAs: content.detected.encoding) } ?? .none
    isReducedToASCII =
      marker?.hasPrefix("-") == true
      && content.batches.allSatisfy { $0.bytes.allSatisfy { $0 < 0x80 } }
    lossyEncoding =
      evidence == .lossy
      ? marker.map { Self.lossyEncoding($0, detected: content.detected.encoding) } : nil
  }

  /// The first cell of the column `_check`.
  private static func marker(
    _ batches: [RecordBatch], header: [String], column: Int
  ) -> String? {
    for batch in batches {
      for record in batch.records where fault(of: record, in: batch, header: header) == nil {
        let cells = batch.cells(of: record)
        guard column < cells.count else { continue }
        let cell = cells[cells.startIndex + column]
        if !cell.range.isEmpty { return batch.text(of: cell) }
      }
    }
    return nil
  }

  /// The encoding to which a file has lost characters of its marker.
  private static func lossyEncoding(
    _ marker: String, detected: TextEncoding
  ) -> TextEncoding {
    let text = marker.prefix { $0 != "-" }
    return ([detected] + TextEncoding.allCases).first {
      $0.approximation(of: SubmissionChecksum.marker) == text
    } ?? .windows1252
  }

  /// The cell of a record in the column `_raw`. Nil if the file lacks the column.
  func raw(_ row: Row) -> [UInt8]? { raw.map { addedCell($0, row) } }

  /// The cell of a record in the column `_rest`, or its counterpart in JSON. Nil if the file lacks
  /// it.
  ///
  /// - Parameter width: The number of the import's columns.
  func rest(_ row: Row, beyond width: Int) -> [UInt8]? {
    if let rest { return addedCell(rest, row) }
    guard raw != nil else { return nil }
    var (writer, text) = (DelimitedWriter(), [UInt8]())
    for column in header.indices where isSurplus(column, beyond: width) {
      if let cell = cell(row, column) { writer.append(Array(cell).span, to: &text) }
    }
    return text
  }

  /// Whether a column has the cells of malformed records at a position beyond the import's columns,
  /// which JSON names `column 9`.
  func isSurplus(_ column: Int, beyond width: Int) -> Bool {
    numbers[column].map { $0 > width } ?? false
  }

  private func addedCell(_ column: Int, _ row: Row) -> [UInt8] {
    let batch = batches[row.batch]
    let cells = batch.cells(of: batch.records[row.record])
    return column < cells.count ? Array(batch.bytes[cells[cells.startIndex + column].range]) : []
  }

  /// Whether the file has columns for malformed records.
  var hasMalformedColumns: Bool { rest != nil || raw != nil }

  /// Whether the column `_raw` has a text other than that of a malformed record.
  func contradicts(_ raw: [UInt8], _ row: Row) -> Bool {
    guard let text = self.raw(row), !text.isEmpty else { return false }
    return ReturnedCell(raw, text, isMasked: true, lossyIn: lossyEncoding) != .unchanged
  }

  /// The fault of a record. None if it lacks only cells at its end in columns that exports add
  /// and may leave empty: spreadsheet programs omit the delimiters of empty cells there.
  ///
  /// - Parameter isLast: Whether it is the last record of the file.
  private static func fault(
    of record: RecordRange, in batch: RecordBatch, header: [String], isLast: Bool = false
  ) -> RecordFault? {
    guard let fault = batch.fault(of: record), fault.code == .tooFewFields else {
      return batch.fault(of: record)
    }
    let isWhole = header.dropFirst(Int(record.cellCount)).allSatisfy {
      switch AddedColumn(rawValue: $0) {
      case .check, .errors, .warnings: true
      // A file that was cut ends like one in which a person has cleared these cells.
      case .rest, .raw: !isLast
      case .submission, .line, nil: false
      }
    }
    return isWhole ? nil : fault
  }

  private static func rows(
    _ batches: [RecordBatch], header: [String], key: Int, origin: Int?, check: Int?
  ) -> (rows: [Row], malformed: [CorrectionCounts.Refused]) {
    var rows: [Row] = []
    var malformed: [CorrectionCounts.Refused] = []
    for (index, batch) in batches.enumerated() {
      for (record, range) in batch.records.enumerated() {
        let isLast = index == batches.count - 1 && record == batch.records.count - 1
        if let fault = fault(of: range, in: batch, header: header, isLast: isLast) {
          malformed.append(.init(line: fault.line, reason: .malformed(fault.message)))
          continue
        }
        let cells = batch.cells(of: range)
        // Spreadsheet programs save empty rows as delimiters only.
        if cells.allSatisfy({ $0.range.isEmpty }) { continue }
        func text(_ column: Int) -> String {
          column < cells.count
            ? batch.text(of: cells[cells.startIndex + column]).withoutWhitespace : ""
        }
        rows.append(
          Row(
            line: range.line, submission: Int64(text(key)), origin: origin.map(text) ?? "",
            code: check.flatMap { column in
              column < cells.count
                ? SubmissionChecksum.code(in: batch.text(of: cells[cells.startIndex + column]))
                : nil
            }, batch: index,
            record: record))
      }
    }
    return (rows, malformed)
  }

  /// Whether the encoding of the file is certain regardless of its records: the file specifies it
  /// or contains only ASCII.
  var isCertain: Bool {
    detected.hasByteOrderMark || detected.encoding == .utf16LittleEndian
      || detected.encoding == .utf16BigEndian
      || !(detected.format == .csv || detected.format == .tsv)
      || header.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        && batches.allSatisfy { $0.bytes.allSatisfy { $0 < 0x80 } }
  }

  /// Whether a record has bytes that are not UTF-8.
  var hasUndecodableRecords: Bool {
    batches.contains { $0.faults.contains { $0.code == .encoding } }
  }

  /// The text of a record's cell in a column, or nil if the cell is missing.
  func cell(_ row: Row, _ column: Int) -> ArraySlice<UInt8>? {
    let batch = batches[row.batch]
    let cells = batch.cells(of: batch.records[row.record])
    guard positions[column] < cells.count else { return nil }
    let cell = cells[cells.startIndex + positions[column]]
    return cell.kind == .missing ? nil : batch.bytes[cell.range]
  }

  /// Whether a record's cell in a column is a formula of a workbook.
  func isFormula(_ row: Row, _ column: Int) -> Bool {
    let batch = batches[row.batch]
    let cells = batch.cells(of: batch.records[row.record])
    return batch.formulaCells.contains(cells.startIndex + positions[column])
      && positions[column] < cells.count
  }
}
