import FormBytes

/// The slow path of the scanner, for malformed records, and the position at which reading
/// continues.
extension DelimitedScanner {
  /// Resolves a record that the fast loop could not finish because it is incomplete or malformed.
  ///
  /// If a quote is open at `maximumRecordBytes`, the search for the end of the record continues up
  /// to `maximumQuotedBytes`. If the record ends there, it is too long, otherwise its quote is not
  /// closed. No later bytes are examined, so the result does not depend on how much has been read.
  /// After a quote error the faulty record is its first physical line, and reading continues with
  /// the next line, so that every readable record is returned. The total cost stays linear: two
  /// attempts that begin on two lines of one broken record interpret each quote in opposite ways,
  /// so if one continues to the limit, the other ends before it.
  ///
  /// - Returns: The position at which reading continues, or nil if the record is incomplete.
  mutating func resolve(
    _ record: OpenRecord, in input: Span<UInt8>, isAtEnd: Bool,
    _ cells: inout OutputSpan<Cell>, into batch: inout RecordBatch
  ) -> Int? {
    let limit = min(input.count, record.start + maximumRecordBytes)
    guard let malformation = diagnose(input, from: record.start, limit, isAtEnd: isAtEnd) else {
      return nil
    }
    var end = malformation.code == .tooLong ? limit : input.firstLineEnd(in: record.start..<limit)
    if end == input.count, !isAtEnd { return nil }
    if end == limit { end = input.scalarBoundary(before: end, from: record.start) }

    // The cells on the first line that were complete before the error.
    let whole = malformation.code == .tooLong ? 0 : min(end, malformation.position)
    cells.drop(from: record.firstCell, endingFrom: whole)
    batch.dropEscapes(from: cells.count)
    batch.faults.append(
      RecordFault(
        code: malformation.code,
        line: lines.line + input.lineEnds(in: record.start..<malformation.position),
        column: malformation.column, byteOffset: byteOffset + malformation.position))
    var range = RecordRange(
      record, cellEnd: cells.count, line: lines.line, byteOffset, end: end)
    range.faultIndex = Int32(batch.faults.count - 1)
    batch.records.append(range)
    end = max(end, malformation.end)
    lines.line += input.lineEnds(in: record.start..<end)
    return lines.skip(input, from: end, isAtEnd: isAtEnd)
  }

  /// An error in a record.
  private struct Malformation {
    let code: FaultCode
    let position: Int
    let column: Int
    /// The end of a record that is too long, otherwise 0.
    var end = 0
  }

  /// A record that is examined byte by byte.
  private struct ExaminedRecord {
    enum State { case cellStart, unquoted, quoted, quoteInQuoted }
    var state = State.cellStart
    /// The number of the cell, from 1.
    var column = 1
    var openingQuote: Int
    /// The quote that is open at the limit, and its column.
    var long: (quote: Int, column: Int)?

    /// The error at a byte that cannot follow the quote before it, or a quote within a cell.
    func stray(at position: Int, in input: Span<UInt8>) -> Malformation {
      if let long {
        return Malformation(code: .unterminatedQuote, position: long.quote, column: long.column)
      }
      // If the cell began on an earlier line, its quote is probably the error.
      let isOpenQuote =
        state == .quoteInQuoted && input.lineEnds(in: openingQuote..<position) > 0
      return Malformation(
        code: .strayQuote, position: isOpenQuote ? openingQuote : position, column: column)
    }

    /// The error of a record that has not ended at `bound`.
    func endless(limit: Int, bound: Int) -> Malformation {
      let column = long?.column ?? column
      return state == .quoted
        ? Malformation(
          code: .unterminatedQuote, position: long?.quote ?? openingQuote, column: column)
        : Malformation(
          code: .tooLong, position: limit, column: column, end: long == nil ? limit : bound)
    }
  }

  /// Examines a record byte by byte.
  ///
  /// - Parameter limit: The position at which an unfinished record is too long.
  /// - Returns: The error, or nil if more input is required to decide.
  private func diagnose(
    _ input: Span<UInt8>, from start: Int, _ limit: Int, isAtEnd: Bool
  ) -> Malformation? {
    var record = ExaminedRecord(openingQuote: start)
    let bound = min(input.count, start + maximumQuotedBytes)
    let quote = dialect.quote
    var endOfEscape = start
    for position in start..<bound {
      let byte = input[position]
      if position == limit, record.long == nil {
        if record.state != .quoted {
          return byte.isLineEnd && position >= endOfEscape
            ? nil
            : Malformation(code: .tooLong, position: limit, column: record.column, end: limit)
        }
        record.long = (record.openingQuote, record.column)
      }
      if position < endOfEscape { continue }
      if record.state != .quoteInQuoted,
        let end = dialect.endOfEscape(in: input, at: position, delimiter)
      {
        endOfEscape = end
        if record.state == .cellStart { record.state = .unquoted }
        continue
      }
      switch record.state {
      case .quoted:
        if byte == quote { record.state = .quoteInQuoted }
      case .quoteInQuoted where byte == quote:
        record.state = .quoted
      case _ where byte == delimiter:
        record.state = .cellStart
        record.column += 1
      case _ where byte.isLineEnd:
        // Otherwise the record is valid, apart from a CR that an LF may follow.
        return record.long.map {
          Malformation(code: .tooLong, position: limit, column: $0.column, end: position)
        }
      case .cellStart where isBlank(byte): break
      case .cellStart where byte == quote:
        record.state = .quoted
        record.openingQuote = position
      case .quoteInQuoted, .unquoted:
        guard record.state == .quoteInQuoted || byte == quote else { continue }
        return record.stray(at: position, in: input)
      case .cellStart:
        record.state = .unquoted
      }
    }
    let isCut = bound == start + maximumQuotedBytes
    return isCut || isAtEnd ? record.endless(limit: limit, bound: bound) : nil
  }

  /// Adds the fault of a complete record that contains a NUL or has an unexpected number of fields.
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
  /// Removes the cells from `first` that end at `end` or later.
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
