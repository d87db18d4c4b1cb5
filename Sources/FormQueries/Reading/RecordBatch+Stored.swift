import FormInput
import FormStore

extension RecordBatch {
  /// Appends the stored cells of a submission as a record.
  package mutating func appendCells(
    _ json: Span<UInt8>, of submission: Int64, line: Int = 0
  ) throws(RecorderError) {
    do {
      try StoredCells.append(json, line: line, to: &self)
    } catch {
      throw RecorderError.damaged("the cells of submission \(submission) are damaged")
    }
  }

  /// Appends a row of stored submissions as a record.
  mutating func append(_ row: Int, of rows: borrowing StoredRows) throws(RecorderError) {
    try appendCells(
      rows.text.span.extracting(rows.range(row)), of: rows.ids[row], line: Int(rows.lines[row]))
  }
}
