import FormStore

extension Recorder {
  /// Compares the store with an earlier copy, row by row.
  ///
  /// - Throws: `RecorderError` if the copy cannot be read.
  public func compareRows(withCopy copy: String) throws(RecorderError) -> ComparisonReport {
    try withStore { store in
      let found = try store.compare(withCopy: copy)
      return ComparisonReport(differences: found.differences, newRows: found.newRows)
    }
  }

  /// Writes the whole content as lines of JSON, including values of sensitive fields. Stores with
  /// equal content give equal bytes, regardless of the order in which it was added.
  ///
  /// - Throws: `RecorderError` if the store cannot be read or is damaged, or if the closure fails.
  public func dump(_ write: @escaping ([UInt8]) throws -> Void) throws(RecorderError) {
    try withStore { try $0.dump(write) }
  }
}
