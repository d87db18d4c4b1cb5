package import FormBytes

/// An error in a record, and its position. Never contains the record's text.
package struct RecordFault: Error, Sendable, Equatable {
  package var code: FaultCode
  /// The physical line of the error, from 1.
  ///
  /// For a quoted cell that is not closed, or is closed on a later line where no quote may be, the
  /// line of its first quote.
  package var line: Int
  /// The number of the cell, from 1. For JSON, the byte in the line, from 1.
  package var column: Int
  /// The offset in the decoded stream, from 0.
  package var byteOffset: Int
  /// The expected number of fields, for `tooFewFields` and `tooManyFields`.
  package var expectedFields: Int?
  /// The actual number of fields.
  package var foundFields: Int?

  package init(code: FaultCode, line: Int, column: Int, byteOffset: Int) {
    self.code = code
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
  }
}
