import FormBytes

/// The slow half of the scanner: malformed records, and how reading goes on after them.
extension DelimitedScanner {
  /// Decides about a record that the fast loop could not finish: it is not whole yet, or there is
  /// something wrong with it.
  ///
  /// Only its first `maximumRecordBytes` count, so the verdict does not depend on how much has
  /// been read. After quote trouble the faulty record is its first physical line and reading goes
  /// on with the next, so that every readable record is delivered. That stays linear: readings
  /// that began on two lines of one broken record take each quote for the opposite, so where one
  /// runs on to the bound, the other ends.
  ///
  /// - Returns: where reading goes on; nil when the record is not whole yet.
  mutating func resolve(
    _ record: OpenRecord, in input: Span<UInt8>, at byteOffset: Int, isAtEnd: Bool,
    _ cells: inout OutputSpan<Cell>, into batch: inout RecordBatch
  ) -> Int? {
    let limit = min(input.count, record.start + maximumRecordBytes)
    guard let trouble = diagnose(input, from: record.start, to: limit, isAtEnd: isAtEnd) else {
      return nil
    }
    var end = trouble.code == .tooLong ? limit : input.firstLineEnd(in: record.start..<limit)
    if end == input.count, !isAtEnd { return nil }
    if end == limit { end = input.scalarBoundary(before: end, from: record.start) }

    // The cells that were whole before the trouble, on the first line.
    let whole = trouble.code == .tooLong ? 0 : min(end, trouble.position)
    cells.drop(from: record.firstCell, endingFrom: whole)
    batch.dropEscapes(from: cells.count)
    batch.faults.append(
      RecordFault(
        code: trouble.code, line: lines.line + input.lineEnds(in: record.start..<trouble.position),
        column: trouble.column, byteOffset: byteOffset + trouble.position))
    var range = RecordRange(
      record, cellEnd: cells.count, line: lines.line, byteOffset, end: end)
    range.faultIndex = Int32(batch.faults.count - 1)
    batch.records.append(range)
    lines.line += input.lineEnds(in: record.start..<end)
    return lines.skip(input, from: end, isAtEnd: isAtEnd)
  }

  /// Looks at a record byte by byte.
  ///
  /// - Returns: what is wrong, and where; nil when that takes more input.
  private func diagnose(
    _ input: Span<UInt8>, from start: Int, to limit: Int, isAtEnd: Bool
  ) -> (code: FaultCode, position: Int, column: Int)? {
    enum State { case cellStart, unquoted, quoted, quoteInQuoted }
    var state = State.cellStart
    var column = 1
    var openingQuote = start
    for position in start..<limit {
      let byte = input[position]
      switch state {
      case .quoted:
        if byte == .quote { state = .quoteInQuoted }
      case .quoteInQuoted where byte == .quote:
        state = .quoted
      case _ where byte == delimiter:
        state = .cellStart
        column += 1
      case _ where byte.isLineEnd:
        return nil  // A good record, but for a CR that an LF may follow.
      case .cellStart where byte == .quote:
        state = .quoted
        openingQuote = position
      case .quoteInQuoted:
        return (.strayQuote, position, column)
      case .unquoted where byte == .quote:
        return (.strayQuote, position, column)
      case .cellStart, .unquoted:
        state = .unquoted
      }
    }
    let isCut = limit < input.count
    guard isCut || isAtEnd else { return nil }
    if state == .quoted { return (.unterminatedQuote, openingQuote, column) }
    return isCut && input[limit].isLineEnd ? nil : (.tooLong, limit, column)
  }

  /// Adds the fault of a whole record with a NUL or with another number of fields than expected.
  mutating func check(
    _ range: inout RecordRange, hasNUL: Bool, in input: Span<UInt8>, _ cells: Span<Cell>,
    into batch: inout RecordBatch
  ) {
    let found = Int(range.cellCount)
    let expected = expectedFields ?? found
    expect(expected, line: range.line)
    let start = Int(range.rawStart)
    var fault = RecordFault(
      code: found < expected ? .tooFewFields : .tooManyFields,
      line: range.line, column: min(found, expected) + 1, byteOffset: range.byteOffset)
    if hasNUL {
      var position = start
      while input[position] != 0 { position += 1 }
      fault.code = .nul
      fault.line += input.lineEnds(in: start..<position)
      fault.column = cells.extracting(Int(range.firstCell)...).column(at: position)
      fault.byteOffset += position - start
    } else if found == expected {
      return
    } else {
      fault.expectedFields = expected
      fault.foundFields = found
    }
    range.faultIndex = Int32(batch.faults.count)
    batch.faults.append(fault)
  }
}

extension OutputSpan<Cell> {
  /// Takes back the cells from `first` on that end at `end` or later.
  mutating func drop(from first: Int, endingFrom end: Int = 0) {
    while count > first, Int(self[count - 1].end) >= end { removeLast(1) }
  }
}

extension RecordRange {
  @inline(__always)
  init(
    _ record: DelimitedScanner.OpenRecord, cellEnd: Int, line: Int, _ byteOffset: Int, end: Int
  ) {
    self.init(
      firstCell: UInt32(truncatingIfNeeded: record.firstCell),
      cellCount: UInt32(truncatingIfNeeded: cellEnd &- record.firstCell),
      line: line, byteOffset: byteOffset &+ record.start,
      rawStart: UInt32(truncatingIfNeeded: record.start), rawEnd: UInt32(truncatingIfNeeded: end))
  }
}
