package import FormBytes

extension Judge {
  /// What a field's cells were read as, one a record of the batch that was judged last.
  package func values(ofField index: Int, _ batch: borrowing JudgedBatch) -> ArraySlice<Value> {
    values[index * batch.count..<(index + 1) * batch.count]
  }

  /// The cells that they were read from, without blanks at the ends where the field says so.
  package func cells(ofField index: Int, _ batch: borrowing JudgedBatch) -> ArraySlice<Cell> {
    cells[index * batch.count..<(index + 1) * batch.count]
  }
}
