/// Where one cell lies in a piece of bytes that holds several records, and what it is in the source.
package struct Cell: Sendable {
  /// What the source says a cell is. Cells of CSV files are always `string`.
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
  package var start: UInt32
  /// The byte behind its last one.
  package var end: UInt32
  /// What the source says it is.
  package var kind: Kind

  /// A cell over a range of bytes.
  package init(start: UInt32, end: UInt32, kind: Kind) {
    self.start = start
    self.end = end
    self.kind = kind
  }

  /// A cell that is not there.
  package static let missing = Cell(start: 0, end: 0, kind: .missing)

  var range: Range<Int> { Int(start)..<Int(end) }
}
