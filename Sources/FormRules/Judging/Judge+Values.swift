package import FormBytes

extension Judge {
  /// The values of a field in the last batch, one per record.
  package func values(ofField index: Int) -> ArraySlice<Value> {
    state.values[index * recordCount..<(index + 1) * recordCount]
  }

  /// The cells of these values, without leading and trailing blanks if the field trims.
  package func cells(ofField index: Int) -> ArraySlice<Cell> {
    state.cells[index * recordCount..<(index + 1) * recordCount]
  }
}
