package import FormBytes
package import FormInput
package import FormRules
import FormStore

/// The records of a batch with their columns. A class, so that each submission holds one
/// reference.
package final class ExportedRecords {
  /// The index of the import's layout in the export, and its columns.
  let layout: Int
  package let columns: DisplayColumns
  /// The records that contain the cells.
  package let records: RecordBatch
  /// The waived failures, if the export has only open ones.
  let waived: Set<DecidedFailure>

  init(
    layout: Int, columns: DisplayColumns, records: RecordBatch, waived: Set<DecidedFailure>
  ) {
    self.layout = layout
    self.columns = columns
    self.records = records
    self.waived = waived
  }
}

/// A submission to write.
package struct ExportedSubmission {
  package let batch: ExportedRecords
  /// The index of its record in the batch.
  var index: Int
  package var id: Int64
  package var importID: Int64
  var record: Int
  package var line: Int64
  var isRejected: Bool
  package var errors: [ReportedError]
  /// The plan that judged it, or nil if this program cannot read it.
  package var plan: Plan?
  /// The bytes of the record, if the reader could not parse it.
  package var raw: [UInt8]?

  /// The cells, in the order of columns. A malformed record may have fewer or more than the header.
  package var cells: ArraySlice<Cell> { batch.records.cells(of: batch.records.records[index]) }

  /// The errors that people are to read.
  var shownErrors: [ReportedError] {
    if batch.waived.isEmpty { return errors }
    return errors.filter { !batch.waived.contains(DecidedFailure(submission: id, rule: $0.rule)) }
  }

  /// Returns whether a cell is masked.
  package func masks(_ column: Int, _ cell: Cell) -> Bool {
    batch.columns.masks(column, cell, ofMalformed: raw != nil)
  }

  /// Returns a cell with undecodable bytes and NULs escaped; nil if it has none. Only a malformed
  /// record can contain undecodable bytes, and a plain cell contains neither.
  func escaped(_ cell: Cell) -> [UInt8]? {
    if raw == nil, cell.isPlain { return nil }
    let records = batch.records
    return SpreadsheetText.escaped(records.content(of: cell))
  }
}
