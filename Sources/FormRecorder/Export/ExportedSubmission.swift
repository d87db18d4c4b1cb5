import FormCSV

/// One submission on its way out.
struct ExportedSubmission {
  var id: Int64
  var importID: Int64
  var record: Int
  var line: Int64
  var isRejected: Bool
  var errors: [ReportedError]
  /// Its bytes, if the reader could not take it apart.
  var raw: [UInt8]?
  /// Its import's columns: which of those of the whole export, and these.
  var layout: Int
  var columns: ShownColumns
  /// Where its cells are.
  var records: RecordBatch
  var index: Int
  /// Whether sensitive fields are masked.
  var isMasked: Bool

  /// Its cells, in the order of columns. A malformed record may have fewer, or more.
  var cells: ArraySlice<CellRange> { records.cells(of: records.records[index]) }

  /// Whether a cell is masked.
  func masks(_ column: Int, _ cell: CellRange) -> Bool {
    isMasked && columns.masks(column, cell, ofMalformed: raw != nil)
  }
}
