extension Store {
  /// Returns the spans of an import, in the order of ids.
  package func spans(ofImport importID: Int64) throws(StoreError) -> [ClosedRange<Int64>] {
    try read { try SubmissionSpan.ranges($0, ofImport: importID) }
  }
}
