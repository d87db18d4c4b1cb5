import GRDB

/// Rows for a plain table: typed cells in row-major order, with their text in one buffer.
///
/// Reused between batches.
package struct TableRows: Sendable {
  /// The number of cells in a row.
  private(set) package var width: Int
  fileprivate(set) package var cells: [TableCell] = []
  private(set) package var text: [UInt8] = []
  /// By column, the value that all rows share. It overrides the column's cells.
  fileprivate(set) var shared: [Int: TableCell] = [:]

  package init(width: Int = 1) { self.width = width }

  package var count: Int { cells.count / width }

  /// Replaces the content by rows without values.
  ///
  /// - Parameter bytes: Swapped with the text, so that cells can refer to parts of it.
  package mutating func reset(width: Int, count: Int, text bytes: inout [UInt8]) {
    self.width = width
    shared.removeAll(keepingCapacity: true)
    swap(&text, &bytes)
    let needed = count * width
    if cells.count > needed { cells.removeLast(cells.count - needed) }
    var kept = cells.mutableSpan
    kept.update(repeating: .null)
    cells.append(contentsOf: repeatElement(.null, count: needed - cells.count))
  }

  /// Gives access to the cells, in row-major order, and the text together, without a bounds check
  /// per cell.
  @inline(__always)
  package mutating func withCells(
    _ body: (inout MutableSpan<TableCell>, _ text: inout [UInt8]) -> Void
  ) {
    // The text is moved out during the change because the span borrows the whole value.
    var apart: [UInt8] = []
    swap(&apart, &text)
    do {
      var span = cells.mutableSpan
      body(&span, &apart)
    }
    swap(&apart, &text)
  }

  /// Discards the text. The cells are invalid until `reset` or `removeAll`.
  package mutating func removeText() {
    text.removeAll(keepingCapacity: text.capacity <= 4 << 20)
  }

  /// Removes all rows.
  package mutating func removeAll(width: Int) {
    self.width = width
    shared.removeAll(keepingCapacity: true)
    removeText()
    cells.removeAll(keepingCapacity: true)
  }

  /// Appends a row without values.
  package mutating func appendRow() {
    cells.append(contentsOf: repeatElement(.null, count: width))
  }

  /// The cell in a row and column, both from 0. Text cells are valid only in these rows.
  package subscript(row: Int, column: Int) -> TableCell {
    get { cells[row &* width &+ column] }
    set { cells[row &* width &+ column] = newValue }
  }

  /// Sets the same cell for all rows of a column.
  ///
  /// This costs one argument per statement instead of one cell per row.
  package mutating func fill(_ cell: TableCell, inColumn column: Int) { shared[column] = cell }

  /// Returns a cell with the text that the body appends.
  @inline(__always)
  package mutating func text(_ body: (inout [UInt8]) -> Void) -> TableCell {
    let start = text.count
    body(&text)
    return .text(from: start, count: text.count - start)
  }

  /// Returns the value of a cell.
  func value(_ cell: TableCell) -> (any DatabaseValueConvertible & Sendable)? {
    switch cell.kind {
    case .null: nil
    case .integer: cell.bits
    case .real: Double(bitPattern: UInt64(bitPattern: cell.bits))
    case .text:
      String(decoding: text[Int(cell.bits)..<Int(cell.bits) + Int(cell.count)], as: UTF8.self)
    }
  }

  /// Returns a cell with a text, or NULL.
  package mutating func text(_ value: String?) -> TableCell {
    value.map { value in text { $0.append(contentsOf: value.utf8) } } ?? .null
  }
}

/// A typed cell of `TableRows`.
package struct TableCell: Sendable {
  enum Kind: UInt8 { case null, integer, real, text }
  let kind: Kind
  /// The length of the text in bytes.
  let count: UInt32
  /// The integer, the bits of the double, or the start of the text.
  let bits: Int64

  package static let null = TableCell(kind: .null, count: 0, bits: 0)

  /// Returns a cell that is part of the text of its rows.
  @inline(__always)
  package static func text(from start: Int, count: Int) -> TableCell {
    TableCell(kind: .text, count: UInt32(count), bits: Int64(start))
  }

  package static func integer(_ value: Int64) -> TableCell {
    TableCell(kind: .integer, count: 0, bits: value)
  }

  package static func real(_ value: Double) -> TableCell {
    TableCell(kind: .real, count: 0, bits: Int64(bitPattern: value.bitPattern))
  }
}
