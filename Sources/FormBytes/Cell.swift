/// Where one cell lies in a piece of bytes that holds several records, and what it is in the source.
@usableFromInline
package struct Cell: Sendable, Equatable {
  /// What the source says a cell is. Cells of CSV files are always `string`.
  @usableFromInline
  package enum Kind: UInt8, Sendable {
    /// No such column, or JSON null.
    case missing
    /// Text.
    case string
    /// A JSON number; the bytes are its source text.
    case number
    /// JSON true or false; the bytes are its source text.
    case boolean
    /// A JSON array; the bytes are its source text.
    case array
    /// A JSON object; the bytes are its source text.
    case object
  }

  /// Its first byte.
  @usableFromInline package var start: UInt32
  /// The byte behind its last one.
  @usableFromInline package var end: UInt32
  /// What the source says it is.
  @usableFromInline package var kind: Kind
  /// Whether it can stand between the quotes of a JSON string as it is: it holds no quote, no
  /// backslash and no control byte. False is always safe.
  @usableFromInline package var isPlain: Bool

  /// A cell over a range of bytes.
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

  /// Its length in bytes.
  @inlinable
  package var count: Int { Int(end) - Int(start) }

  /// Its bytes' places.
  @inlinable
  package var range: Range<Int> { Int(start)..<Int(end) }
}
