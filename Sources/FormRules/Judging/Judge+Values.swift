package import FormBytes

extension Judge {
  /// The values of a field in the last batch, one per record.
  package func values(ofField index: Int, _ batch: borrowing JudgedBatch) -> ArraySlice<Value> {
    state.values[index * batch.count..<(index + 1) * batch.count]
  }

  /// The cells of these values, without leading and trailing spaces if the field trims.
  package func cells(ofField index: Int, _ batch: borrowing JudgedBatch) -> ArraySlice<Cell> {
    state.cells[index * batch.count..<(index + 1) * batch.count]
  }
}
