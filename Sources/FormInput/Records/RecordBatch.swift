package import FormBytes

/// Several records in one buffer, reused for each batch.
///
/// A reader clears and refills it. After the first few batches it no longer allocates. All ranges
/// are offsets in `bytes`, so that a batch can be copied, kept, or sent to another thread as a
/// whole.
package struct RecordBatch: Sendable {
  /// The records as read, followed by the unescaped copies of the cells that contained doubled
  /// quotes or JSON escapes.
  package var bytes: [UInt8] = []
  /// The cells of all records, in order.
  package var cells: [Cell] = []
  /// The records, in order. Never includes blank lines.
  package var records: [RecordRange] = []
  /// The faults that `RecordRange.faultIndex` refers to.
  package var faults: [RecordFault] = []
  /// The cells of a workbook that contain a formula, as indices into `cells`. Their text is the
  /// saved value.
  package var formulaCells: Set<Int> = []

  /// Cells that still contain doubled quotes or JSON escapes, as indices into `cells`, in the
  /// order in which they were read. Those of a record follow those of earlier records.
  var escapedCells: [Int] = []

  /// Creates an empty batch.
  package init() {}

  /// Twice the size required by the records of a 256 KiB block.
  private static let keptBytes = 1 << 20
  private static let keptCells = 1 << 19

  /// Whether the batch has no records.
  package var isEmpty: Bool { records.isEmpty }

  /// Empties the batch.
  ///
  /// Keeps its memory, except for that of records much longer than a block. Batches wait in queues,
  /// and each would eventually hold such a record.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
    cells.removeAll(keepingCapacity: cells.capacity <= Self.keptCells)
    records.removeAll(keepingCapacity: true)
    faults.removeAll(keepingCapacity: true)
    formulaCells.removeAll()
    escapedCells.removeAll(keepingCapacity: true)
  }

  /// Returns the cells of a record, as a slice of `cells`.
  package func cells(of record: RecordRange) -> ArraySlice<Cell> {
    cells[Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount)]
  }

  /// Returns the bytes of a cell. A missing cell has none.
  @_lifetime(borrow self)
  package func content(of cell: Cell) -> Span<UInt8> {
    bytes.span.extracting(Int(cell.start)..<Int(cell.end))
  }

  /// Returns the text of a cell.
  ///
  /// Bytes that are not UTF-8 (only in a record with `csv.encoding`) become U+FFFD. Allocates, so
  /// use it for messages and headers, not for every cell.
  package func text(of cell: Cell) -> String {
    String(decoding: bytes[Int(cell.start)..<Int(cell.end)], as: UTF8.self)
  }

  /// Returns a record's bytes as read, without its line end.
  @_lifetime(borrow self)
  package func raw(of record: RecordRange) -> Span<UInt8> {
    bytes.span.extracting(Int(record.rawStart)..<Int(record.rawEnd))
  }

  /// Returns the fault of a record, or nil.
  package func fault(of record: RecordRange) -> RecordFault? {
    record.faultIndex < 0 ? nil : faults[Int(record.faultIndex)]
  }

  /// Removes the cells from `first`.
  mutating func dropCells(from first: Int) {
    cells.removeLast(cells.count - first)
    dropEscapes(from: first)
  }

  /// Removes the escape marks of the cells from `first`.
  mutating func dropEscapes(from first: Int) {
    while let last = escapedCells.last, last >= first { escapedCells.removeLast() }
  }
}
