import GRDB

/// Rows on their way into a plain table: typed cells, row after row, and their text as one piece of
/// memory. Reused from batch to batch.
package struct TableRows: Sendable {
  /// How many cells a row has.
  private(set) package var width: Int
  fileprivate(set) package var cells: [TableCell] = []
  private(set) package var text: [UInt8] = []
  /// What all rows have in a column, where that was said: then their cells are not asked.
  fileprivate(set) var shared: [Int: TableCell] = [:]

  package init(width: Int = 1) { self.width = width }

  package var count: Int { cells.count / width }

  /// Makes it that many rows without any value.
  ///
  /// - Parameter bytes: exchanged for the text, for cells that are parts of it.
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

  /// Changes cells, row after row, and the text side by side: no check a cell.
  @inline(__always)
  package mutating func withCells(
    _ body: (inout MutableSpan<TableCell>, _ text: inout [UInt8]) -> Void
  ) {
    // Apart while they are changed: the span borrows all of the rows.
    var apart: [UInt8] = []
    swap(&apart, &text)
    do {
      var span = cells.mutableSpan
      body(&span, &apart)
    }
    swap(&apart, &text)
  }

  /// Gives up the text, and with it what the cells mean, until `reset` or `removeAll`.
  package mutating func removeText() {
    text.removeAll(keepingCapacity: text.capacity <= 4 << 20)
  }

  /// Makes it no rows.
  package mutating func removeAll(width: Int) {
    self.width = width
    shared.removeAll(keepingCapacity: true)
    removeText()
    cells.removeAll(keepingCapacity: true)
  }

  /// Appends a row without any value.
  package mutating func appendRow() {
    cells.append(contentsOf: repeatElement(.null, count: width))
  }

  /// The cell in a row and column, both from 0. Text cells are of these rows only.
  package subscript(row: Int, column: Int) -> TableCell {
    get { cells[row &* width &+ column] }
    set { cells[row &* width &+ column] = newValue }
  }

  /// Gives all rows the same cell in a column. One argument a statement costs less than a cell a row.
  package mutating func share(_ cell: TableCell, inColumn column: Int) { shared[column] = cell }

  /// A cell with what the body appends to the text.
  @inline(__always)
  package mutating func text(_ body: (inout [UInt8]) -> Void) -> TableCell {
    let start = text.count
    body(&text)
    return .text(from: start, count: text.count - start)
  }

  /// What a cell holds.
  func value(_ cell: TableCell) -> (any DatabaseValueConvertible & Sendable)? {
    switch cell.kind {
    case .null: nil
    case .integer: cell.bits
    case .real: Double(bitPattern: UInt64(bitPattern: cell.bits))
    case .text:
      String(
        decoding: text[Int(cell.bits)..<Int(cell.bits) + Int(cell.count)], as: UTF8.self)
    }
  }

  /// A cell with a text, or NULL.
  package mutating func text(_ value: String?) -> TableCell {
    value.map { value in text { $0.append(contentsOf: value.utf8) } } ?? .null
  }
}

/// A typed cell of `TableRows`.
package struct TableCell: Sendable {
  enum Kind: UInt8 { case null, integer, real, text }
  let kind: Kind
  /// Bytes of text.
  let count: UInt32
  /// The integer, the double's bits, or where the text begins.
  let bits: Int64

  package static let null = TableCell(kind: .null, count: 0, bits: 0)

  /// A part of the text of its rows.
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
