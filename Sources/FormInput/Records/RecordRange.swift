/// The position of one record in its batch and in its file.
package struct RecordRange: Sendable, Equatable {
  /// The index of its first cell in `RecordBatch.cells`.
  package var firstCell: UInt32
  /// The number of its cells.
  package var cellCount: UInt32
  /// The physical line on which it starts, from 1, as an editor shows it; in a workbook, its row.
  package var line: Int
  /// The offset of its first byte in the decoded stream, from 0. A byte order mark counts. 0 in
  /// workbooks and for stored cells.
  package var byteOffset: Int
  /// The range of its raw bytes in `RecordBatch.bytes`, without the line end.
  package var rawStart: UInt32
  package var rawEnd: UInt32
  /// The index of its fault in `RecordBatch.faults`, or -1 if it has none.
  package var faultIndex: Int32 = -1

  /// Whether the record is malformed.
  package var isFaulty: Bool { faultIndex >= 0 }
}
