package import FormBytes

/// Several records as one piece of memory, reused from batch to batch.
///
/// A reader clears and refills it; after the first few batches nothing is allocated. All ranges
/// are offsets in `bytes`, so a batch may be copied, kept, or handed to another thread whole.
package struct RecordBatch: Sendable {
  /// The records as they were read, then the unescaped copies of the cells that held doubled
  /// quotes or JSON escapes.
  package var bytes: [UInt8] = []
  /// The cells of all records, in order.
  package var cells: [Cell] = []
  /// The records, in order; never a blank line.
  package var records: [RecordRange] = []
  /// The faults that `RecordRange.faultIndex` refers to.
  package var faults: [RecordFault] = []

  /// Cells that still hold doubled quotes or JSON escapes: indices into `cells`, record
  /// after record.
  var escapedCells: [Int] = []

  /// An empty batch.
  package init() {}

  /// Twice what records of a block of 256 KiB need.
  private static let keptBytes = 1 << 20
  private static let keptCells = 1 << 19

  /// Whether there is no record.
  package var isEmpty: Bool { records.isEmpty }

  /// Makes the batch empty. It keeps its memory, but for that of a record much longer than a block:
  /// batches wait in queues, and each would meet one some day.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
    cells.removeAll(keepingCapacity: cells.capacity <= Self.keptCells)
    records.removeAll(keepingCapacity: true)
    faults.removeAll(keepingCapacity: true)
    escapedCells.removeAll(keepingCapacity: true)
  }

  /// The cells of a record, as a slice of `cells`.
  package func cells(of record: RecordRange) -> ArraySlice<Cell> {
    cells[Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount)]
  }

  /// The bytes of a cell; none for a missing one.
  @_lifetime(borrow self)
  package func content(of cell: Cell) -> Span<UInt8> {
    bytes.span.extracting(Int(cell.start)..<Int(cell.end))
  }

  /// The text of a cell; what is not UTF-8 (only in a record with `csv.encoding`) becomes U+FFFD.
  /// Allocates: for messages and headers, not for every cell.
  package func text(of cell: Cell) -> String {
    String(decoding: bytes[Int(cell.start)..<Int(cell.end)], as: UTF8.self)
  }

  /// A record's bytes as they were read, without its line end.
  @_lifetime(borrow self)
  package func raw(of record: RecordRange) -> Span<UInt8> {
    bytes.span.extracting(Int(record.rawStart)..<Int(record.rawEnd))
  }

  /// What is wrong with a record, or nil.
  package func fault(of record: RecordRange) -> RecordFault? {
    record.faultIndex < 0 ? nil : faults[Int(record.faultIndex)]
  }

  /// Takes back the cells from `first` on.
  mutating func dropCells(from first: Int) {
    cells.removeLast(cells.count - first)
    dropEscapes(from: first)
  }

  /// Forgets that the cells from `first` on have escapes.
  mutating func dropEscapes(from first: Int) {
    while let last = escapedCells.last, last >= first { escapedCells.removeLast() }
  }
}
