/// Where one record stands in its batch and in its file.
package struct RecordRange: Sendable, Equatable {
  /// Its first cell, an index into `RecordBatch.cells`.
  package var firstCell: UInt32
  /// How many cells it has.
  package var cellCount: UInt32
  /// The physical line on which it starts, from 1, as an editor shows it.
  package var line: Int
  /// Where its first byte stands in the decoded stream, from 0; a byte order mark counts.
  package var byteOffset: Int
  /// Its raw bytes in `RecordBatch.bytes`, without the line end.
  package var rawStart: UInt32
  package var rawEnd: UInt32
  /// Its fault, an index into `RecordBatch.faults`; -1 for none.
  package var faultIndex: Int32 = -1

  /// Whether the record is malformed.
  package var isFaulty: Bool { faultIndex >= 0 }
}
