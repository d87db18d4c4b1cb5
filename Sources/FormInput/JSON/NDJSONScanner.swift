import FormBytes

/// Splits lines of JSON into records.
struct NDJSONScanner: JSONRecordScanner {
  private(set) var parser: JSONRecordParser
  private(set) var blankLines = 0
  private let maximumRecordBytes: Int
  private var lines = PhysicalLines()

  var error: ReaderError? { nil }

  init(_ options: ReaderOptions) {
    parser = JSONRecordParser(options)
    maximumRecordBytes = options.maximumRecordBytes
    lines.line = options.firstLine
  }

  mutating func scan(
    _ input: Span<UInt8>, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch, limit: BatchLimit
  ) -> Int {
    var start = lines.isSkipping ? lines.skip(input, from: 0, isAtEnd: isAtEnd) : 0
    while !lines.isSkipping, start < min(input.count, limit.bytes),
      batch.records.count < limit.records,
      batch.cells.count < JSONRecordParser.maximumCellsInBatch
    {
      let bound = min(input.count, start + maximumRecordBytes)
      let end = input.firstLineEnd(in: start..<bound)
      if end < input.count, !input[end].isLineEnd {
        let error = JSONError(code: .tooLong, position: bound)
        batch.appendJSONRecord(
          start..<input.scalarBoundary(before: bound, from: start), at: byteOffset,
          line: lines.line, error)
        start = lines.skip(input, from: bound, isAtEnd: isAtEnd)
        continue
      }
      guard let next = input.endOfLineEnd(at: end, isAtEnd: isAtEnd) else { break }
      read(input.extracting(..<end), from: start, at: byteOffset, into: &batch)
      lines.line += 1
      start = next
    }
    return start
  }

  /// Reads the line at the end of `input`.
  private mutating func read(
    _ input: Span<UInt8>, from start: Int, at byteOffset: Int, into batch: inout RecordBatch
  ) {
    var scanner = JSONScanner(input, from: start)
    scanner.skipBlanks()
    if scanner.current == nil {
      blankLines += 1
      return
    }
    let firstCell = batch.cells.count
    var jsonError: JSONError?
    do throws(JSONError) {
      try parser.parse(&scanner, isWhole: true, into: &batch)
    } catch {
      jsonError = error
    }
    batch.appendJSONRecord(
      start..<input.count, cellCount: batch.cells.count - firstCell, at: byteOffset,
      line: lines.line, jsonError)
  }
}

extension RecordBatch {
  /// Appends the record of the last `cellCount` cells.
  ///
  /// The column of a fault is a byte of the raw text.
  mutating func appendJSONRecord(
    _ raw: Range<Int>, cellCount: Int = 0, at byteOffset: Int, line: Int, _ error: JSONError?
  ) {
    var range = RecordRange(
      firstCell: UInt32(truncatingIfNeeded: cells.count - cellCount),
      cellCount: UInt32(truncatingIfNeeded: cellCount),
      line: line, byteOffset: byteOffset + raw.lowerBound,
      rawStart: UInt32(truncatingIfNeeded: raw.lowerBound),
      rawEnd: UInt32(truncatingIfNeeded: raw.upperBound))
    if let error {
      range.faultIndex = Int32(truncatingIfNeeded: faults.count)
      faults.append(
        RecordFault(
          code: error.code, line: line, column: error.position - raw.lowerBound + 1,
          byteOffset: byteOffset + error.position))
    }
    records.append(range)
  }
}
