import FormBytes

/// The loop for dialects other than RFC 4180. It examines each byte.
extension DelimitedScanner {
  mutating func scanDialect(
    _ input: Span<UInt8>, isAtEnd: Bool, cells: inout OutputSpan<Cell>,
    into batch: inout RecordBatch, limit: BatchLimit
  ) -> Int {
    var start = lines.isSkipping ? lines.skip(input, from: 0, isAtEnd: isAtEnd) : 0
    let end = min(input.count, limit.bytes)
    while !lines.isSkipping, start < end, batch.records.count < limit.records {
      switch beginsComment(input, at: start, isAtEnd: isAtEnd) {
      case true?:
        blankLines += 1
        start = lines.skip(input, from: start, isAtEnd: isAtEnd)
        continue
      case false?: break
      case nil: return start
      }
      var record = OpenRecord(start: start, firstCell: cells.count)
      if let position = readCells(of: &record, in: input, isAtEnd: isAtEnd, &cells, into: &batch),
        position - start <= maximumRecordBytes,
        let next = input.endOfLineEnd(at: position, isAtEnd: isAtEnd)
      {
        if position > start { dropUnwantedCells(of: record, to: position, &cells, from: &batch) }
        if position > start, cells.count == record.firstCell {
          blankLines += 1
          lines.line += 1 + record.lineEnds
        } else {
          finish(record, to: position, in: input, &cells, into: &batch)
        }
        start = next
      } else if let resumed = resolve(record, in: input, isAtEnd: isAtEnd, &cells, into: &batch) {
        start = resumed
      } else {
        cells.drop(from: record.firstCell)
        batch.dropEscapes(from: record.firstCell)
        return start
      }
    }
    return start
  }

  /// Whether a line is a comment, or nil if more input is required to decide.
  private func beginsComment(_ input: Span<UInt8>, at start: Int, isAtEnd: Bool) -> Bool? {
    for (index, byte) in dialect.comment.enumerated() {
      guard start + index < input.count else { return isAtEnd ? false : nil }
      if input[start + index] != byte { return false }
    }
    return !dialect.comment.isEmpty
  }

  /// Reads the cells of a record.
  ///
  /// - Returns: The position of its line end, or of the end of the input. Nil if the record is
  ///   malformed or incomplete.
  private func readCells(
    of record: inout OpenRecord, in input: Span<UInt8>, isAtEnd: Bool,
    _ cells: inout OutputSpan<Cell>, into batch: inout RecordBatch
  ) -> Int? {
    var position = record.start
    while true {
      if dialect.skipInitialSpace { position = endOfBlanks(input, from: position) }
      let isQuoted = position < input.count && input[position] == dialect.quote
      if isQuoted { position += 1 }
      record.cellStart = position
      var isEscaped = false
      guard
        let end = endOfCell(
          isQuoted: isQuoted, in: input, from: position, isAtEnd: isAtEnd, &record, &isEscaped)
      else { return nil }
      position = isQuoted ? end + 1 : end
      let isLast = position == input.count || input[position].isLineEnd
      guard isLast || input[position] == delimiter else { return nil }
      if isEscaped { batch.escapedCells.append(cells.count) }
      record.isPlain = false
      cells.append(record.cell(to: end))
      if isLast { return position }
      position += 1
    }
  }

  /// Returns the position of the byte after the content of a cell: of its closing quote, or of the
  /// delimiter or line end.
  private func endOfCell(
    isQuoted: Bool, in input: Span<UInt8>, from start: Int, isAtEnd: Bool,
    _ record: inout OpenRecord, _ isEscaped: inout Bool
  ) -> Int? {
    var position = start
    while position < input.count {
      let byte = input[position]
      if let end = dialect.endOfEscape(in: input, at: position, delimiter) {
        // A LF may follow an escaped CR.
        if end == input.count, !isAtEnd { return nil }
        record.lineEnds += input.lineEnds(in: position..<end)
        isEscaped = true
        position = end
        continue
      }
      if byte == dialect.quote {
        guard isQuoted, position + 1 < input.count || isAtEnd else { return nil }
        guard position + 1 < input.count, input[position + 1] == byte else { return position }
        isEscaped = true
        position += 1
      } else if byte.isLineEnd {
        if !isQuoted { return position }
        if byte == .lineFeed || position + 1 == input.count || input[position + 1] != .lineFeed {
          record.lineEnds += 1
        }
      } else if byte == delimiter, !isQuoted {
        return position
      } else if byte == 0 {
        record.hasNUL = true
      }
      position += 1
    }
    return isQuoted || !isAtEnd ? nil : position
  }

  private func endOfBlanks(_ input: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < input.count, isBlank(input[position]) { position += 1 }
    return position
  }

  /// Whether a byte is a blank before a cell.
  func isBlank(_ byte: UInt8) -> Bool {
    dialect.skipInitialSpace && (byte == 0x20 || byte == 0x09) && byte != delimiter
  }

  /// Drops the empty cell after a last delimiter, and cells of a row without values.
  private func dropUnwantedCells(
    of record: OpenRecord, to end: Int, _ cells: inout OutputSpan<Cell>,
    from batch: inout RecordBatch
  ) {
    // A quoted cell ends before its quote.
    if dialect.trailingDelimiter, cells.count > record.firstCell + 1,
      Int(cells[cells.count - 1].start) == end
    {
      cells.removeLast(1)
    }
    guard dialect.skipBlankRows else { return }
    for index in record.firstCell..<cells.count where cells[index].count > 0 { return }
    cells.drop(from: record.firstCell)
    batch.dropEscapes(from: record.firstCell)
  }
}

extension RecordBatch {
  /// Removes escapes, and replaces doubled quotes by single ones, in copies of the cells with them.
  mutating func unescape(_ dialect: DelimitedDialect, _ delimiter: UInt8) {
    for index in escapedCells {
      let cell = cells[index]
      cells[index].start = UInt32(truncatingIfNeeded: bytes.count)
      var position = Int(cell.start)
      while position < Int(cell.end) {
        // Copies of other cells may follow the last record, so the escape ends within the cell.
        let end = dialect.endOfEscape(
          in: bytes.span.extracting(..<Int(cell.end)), at: position, delimiter)
        if let end {
          bytes += bytes[(position + 1)..<end]
          position = end
        } else {
          let byte = bytes[position]
          bytes.append(byte)
          position += byte == dialect.quote ? 2 : 1
        }
      }
      cells[index].end = UInt32(truncatingIfNeeded: bytes.count)
    }
  }
}
