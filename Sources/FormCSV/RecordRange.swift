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

/// Where one cell stands in its batch, and what it is.
package struct CellRange: Sendable, Equatable {
  /// What a cell holds. Delimited files have only strings.
  package enum Kind: UInt8, Sendable {
    case missing, string, number, boolean, array, object
  }

  /// Offset of the first byte in `RecordBatch.bytes`.
  package var start: UInt32
  /// Offset after the last byte.
  package var end: UInt32
  /// `number`, `boolean`, `array` and `object` hold their JSON source text.
  package var kind: Kind
  /// Whether it can stand between the quotes of a JSON string as it is: it holds no quote, no
  /// backslash and no control byte. False is always safe.
  package var isPlain: Bool

  /// Its length in bytes.
  package var count: Int { Int(end) - Int(start) }

  /// A cell without a value: an absent JSON key, or null.
  package static let missing = CellRange(start: 0, end: 0, kind: .missing, isPlain: false)

  package init(start: UInt32, end: UInt32, kind: Kind, isPlain: Bool) {
    self.start = start
    self.end = end
    self.kind = kind
    self.isPlain = isPlain
  }
}
