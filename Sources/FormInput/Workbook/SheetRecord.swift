import FormBytes

/// Converts a row to a record of a batch: collects the texts of its cells, then appends the record
/// in the form of CSV.
struct SheetRecord {
  private let line: Int
  /// The texts of the nonempty cells, concatenated.
  var text: [UInt8] = []
  private var cells: [(column: Int, start: Int, end: Int, isFormula: Bool)] = []
  /// The fault of the first cell that has one.
  private var fault: RecordFault?

  init(_ line: Int) { self.line = line }

  var isBlank: Bool { cells.isEmpty && fault == nil }

  /// The number of columns up to the last value.
  var width: Int { (cells.last?.column ?? -1) + 1 }

  /// Adds a cell with the text from `start`. If a column has two cells, the last one counts.
  mutating func close(column: Int, from start: Int, isFormula: Bool) {
    guard start < text.count else { return }
    if cells.last?.column == column { cells.removeLast() }
    cells.append((column, start, text.count, isFormula))
  }

  /// Notes that the cell of a column has no value that could be judged.
  mutating func add(_ code: FaultCode, column: Int) {
    fault = fault ?? RecordFault(code: code, line: line, column: column + 1, byteOffset: 0)
  }

  /// Appends the record.
  ///
  /// A record that is wider than expected has a fault. Missing cells at the end are empty.
  func append(expected: Int?, to batch: inout RecordBatch) {
    let start = batch.bytes.count
    let firstCell = batch.cells.count
    let count = max(expected ?? 0, width)
    var escaped: [(cell: Int, start: Int, end: Int)] = []
    var next = 0
    for column in 0..<count {
      if column > 0 { batch.bytes.append(UInt8(ascii: ",")) }
      guard next < cells.count, cells[next].column == column else {
        batch.append(cell: 0..<0, isPlain: true)
        continue
      }
      if cells[next].isFormula { batch.formulaCells.insert(batch.cells.count) }
      let content = text[cells[next].start..<cells[next].end]
      if content.contains(where: { $0 == .quote || $0 == UInt8(ascii: ",") || $0.isLineEnd }) {
        escaped.append((batch.cells.count, cells[next].start, cells[next].end))
        batch.append(quoted: content)
        batch.append(cell: 0..<0, isPlain: false)
      } else {
        let from = batch.bytes.count
        batch.bytes += content
        batch.append(
          cell: from..<batch.bytes.count,
          isPlain: content.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\\") })
      }
      next += 1
    }
    let end = batch.bytes.count
    for cell in escaped {
      batch.cells[cell.cell].start = UInt32(batch.bytes.count)
      batch.bytes += text[cell.start..<cell.end]
      batch.cells[cell.cell].end = UInt32(batch.bytes.count)
    }
    var record = RecordRange(
      firstCell: UInt32(firstCell), cellCount: UInt32(count), line: line, byteOffset: 0,
      rawStart: UInt32(start), rawEnd: UInt32(end))
    var fault = fault
    if let expected, count > expected {
      fault = RecordFault(code: .tooManyFields, line: line, column: expected + 1, byteOffset: 0)
      fault?.expectedFields = expected
      fault?.foundFields = count
    }
    if let fault {
      record.faultIndex = Int32(batch.faults.count)
      batch.faults.append(fault)
    }
    batch.records.append(record)
  }

  /// Appends a record without cells that is too long.
  func appendTooLong(to batch: inout RecordBatch) {
    let position = UInt32(batch.bytes.count)
    batch.records.append(
      RecordRange(
        firstCell: UInt32(batch.cells.count), cellCount: 0, line: line, byteOffset: 0,
        rawStart: position, rawEnd: position, faultIndex: Int32(batch.faults.count)))
    batch.faults.append(RecordFault(code: .tooLong, line: line, column: 1, byteOffset: 0))
  }
}

extension RecordBatch {
  fileprivate mutating func append(cell: Range<Int>, isPlain: Bool) {
    let position = cell.isEmpty ? bytes.count : cell.lowerBound
    cells.append(
      Cell(
        start: UInt32(position), end: UInt32(position + cell.count), kind: .string, isPlain: isPlain
      ))
  }

  fileprivate mutating func append(quoted content: ArraySlice<UInt8>) {
    bytes.append(.quote)
    for byte in content {
      if byte == .quote { bytes.append(.quote) }
      bytes.append(byte)
    }
    bytes.append(.quote)
  }
}
