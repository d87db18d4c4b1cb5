/// One cell: its kind in the input, and its position in a buffer of records.
@usableFromInline
package struct Cell: Sendable, Equatable {
  /// The kind of a cell in the input. Cells of CSV files are always `string`.
  @usableFromInline
  package enum Kind: UInt8, Sendable {
    /// The column is missing, or the value is JSON null.
    case missing
    /// Text.
    case string
    /// A JSON number. The bytes are its JSON text.
    case number
    /// JSON true or false. The bytes are its JSON text.
    case boolean
    /// A JSON array. The bytes are its JSON text.
    case array
    /// A JSON object. The bytes are its JSON text.
    case object
  }

  /// The index of the first byte.
  @usableFromInline package var start: UInt32
  /// The index after the last byte.
  @usableFromInline package var end: UInt32
  /// The kind of the cell in the input.
  @usableFromInline package var kind: Kind
  /// Whether the cell can be copied unchanged into a JSON string: it contains no quote, no
  /// backslash and no control byte.
  ///
  /// False is always correct.
  @usableFromInline package var isPlain: Bool

  /// Creates a cell for a range of bytes.
  @inlinable
  package init(start: UInt32, end: UInt32, kind: Kind, isPlain: Bool = false) {
    self.start = start
    self.end = end
    self.kind = kind
    self.isPlain = isPlain
  }

  /// A cell without a value.
  @inlinable
  package static var missing: Cell { Cell(start: 0, end: 0, kind: .missing) }

  /// The length in bytes.
  @inlinable
  package var count: Int { Int(end) - Int(start) }

  /// The range of the bytes.
  @inlinable
  package var range: Range<Int> { Int(start)..<Int(end) }
}
