import FormBytes
import FormInput

/// What the submissions of a page have in common. A class, so that each of them refers to it once.
final class ExportedPage {
  /// Which of the columns of the whole export its import has, and these.
  let layout: Int
  let columns: ShownColumns
  /// Where the cells are.
  let records: RecordBatch

  init(layout: Int, columns: ShownColumns, records: RecordBatch) {
    self.layout = layout
    self.columns = columns
    self.records = records
  }
}

/// One submission on its way out.
struct ExportedSubmission {
  let page: ExportedPage
  /// Its place in the page's records.
  var index: Int
  var id: Int64
  var importID: Int64
  var record: Int
  var line: Int64
  var isRejected: Bool
  var errors: [ReportedError]
  /// Its bytes, if the reader could not take it apart.
  var raw: [UInt8]?

  /// Its cells, in the order of columns. A malformed record may have fewer, or more.
  var cells: ArraySlice<Cell> { page.records.cells(of: page.records.records[index]) }

  /// Whether a cell is masked.
  func masks(_ column: Int, _ cell: Cell) -> Bool {
    page.columns.masks(column, cell, ofMalformed: raw != nil)
  }

  /// A cell with its undecodable bytes and NULs escaped; nil when it has none. Only a malformed record can
  /// hold the former, and a cell that is plain neither.
  func escaped(_ cell: Cell) -> [UInt8]? {
    if raw == nil, cell.isPlain { return nil }
    let records = page.records
    return SpreadsheetText.escaped(records.content(of: cell))
  }
}
