import FormRecorder

/// A format for checked records, which are appended to the output one by one.
protocol CheckOutput {
  mutating func begin(_ bytes: inout [UInt8])
  mutating func append(_ record: CheckedRecord, of file: String, to bytes: inout [UInt8])
  /// Called after the last record of a file.
  ///
  /// - Parameter limits: The limits that the file exceeds.
  mutating func finish(_ file: String, records: Int, limits: [String], to bytes: inout [UInt8])
  /// Called instead of `finish` if a file cannot be read to its end.
  mutating func interrupt(_ bytes: inout [UInt8])
  /// - Parameter isWhole: Whether all files were read to their ends.
  mutating func end(_ bytes: inout [UInt8], isWhole: Bool)
}

extension CheckOutput {
  mutating func begin(_ bytes: inout [UInt8]) {}
  mutating func finish(_ file: String, records: Int, limits: [String], to bytes: inout [UInt8]) {}
  mutating func interrupt(_ bytes: inout [UInt8]) {}
  mutating func end(_ bytes: inout [UInt8], isWhole: Bool) {}
}
