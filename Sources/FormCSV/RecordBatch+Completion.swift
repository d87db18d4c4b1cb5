/// What is left to do when a reader has found the records of a batch.
extension RecordBatch {
  /// Takes the bytes in which the records' offsets are counted.
  mutating func take(_ input: borrowing InputBuffer, count: Int) {
    bytes.append(contentsOf: input.bytes[input.start..<(input.start + count)])
  }

  /// Makes every doubled quote one, in copies of the cells that have them.
  mutating func unescapeQuotes() {
    for index in escapedCells {
      let cell = cells[index]
      cells[index].start = UInt32(truncatingIfNeeded: bytes.count)
      var position = Int(cell.start)
      while position < Int(cell.end) {
        let byte = bytes[position]
        bytes.append(byte)
        position += byte == .quote ? 2 : 1
      }
      cells[index].end = UInt32(truncatingIfNeeded: bytes.count)
    }
  }

  /// Resolves JSON escapes, in copies of the cells that have them. `input` is what was taken.
  mutating func unescapeJSON(from input: Span<UInt8>) {
    for index in escapedCells {
      let cell = cells[index]
      cells[index].start = UInt32(truncatingIfNeeded: bytes.count)
      input.appendString(in: Int(cell.start)..<Int(cell.end), to: &bytes)
      cells[index].end = UInt32(truncatingIfNeeded: bytes.count)
    }
  }

  /// Finds the records that are not UTF-8. To be called before the unescaping.
  ///
  /// - Parameters:
  ///   - isNamed: whether the user said that it is UTF-8. Then such a record gets a fault, unless
  ///     it has a graver one; else the batch ends before it.
  ///   - hasColumns: whether a fault's column is a cell; else it is a byte.
  /// - Returns: why reading cannot go on after this batch.
  mutating func checkEncoding(isNamed: Bool, hasColumns: Bool) -> ReaderError? {
    var start = 0
    var index = 0
    while let invalid = bytes.span.firstInvalidUTF8(from: start) {
      while index < records.count, Int(records[index].rawEnd) <= invalid { index += 1 }
      guard index < records.count else { return nil }
      let record = records[index]
      start = Int(record.rawEnd)
      // What is not part of a record is the rest of a line that was too long.
      guard let place = placeOfInvalidUTF8(in: record, hasColumns: hasColumns) else { continue }
      if !isNamed {
        let error = ReaderError.notUTF8(place, likely: likelyEncoding)
        dropRecords(from: index)
        return error
      }
      if let fault = fault(of: record), !fault.code.yieldsToEncoding { continue }
      records[index].faultIndex = Int32(truncatingIfNeeded: faults.count)
      faults.append(place)
    }
    return nil
  }

  /// The encoding that the bytes look like, if they are not UTF-8.
  var likelyEncoding: TextEncoding {
    let offset = records.first.map { $0.byteOffset - Int($0.rawStart) } ?? 0
    return TextEncoding(likelyFor: bytes.span, at: offset)
  }

  private func placeOfInvalidUTF8(in record: RecordRange, hasColumns: Bool) -> RecordFault? {
    let raw = raw(of: record)
    guard let offset = raw.firstInvalidUTF8() else { return nil }
    let cells = cells.span.extracting(
      Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount))
    return RecordFault(
      code: .encoding, line: record.line + raw.lineEnds(in: 0..<offset),
      column: hasColumns ? cells.column(at: Int(record.rawStart) + offset) : offset + 1,
      byteOffset: record.byteOffset + offset)
  }

  /// Takes back the records from `index` on.
  private mutating func dropRecords(from index: Int) {
    dropCells(from: Int(records[index].firstCell))
    records.removeLast(records.count - index)
  }
}

extension Span<CellRange> {
  /// The number, from 1, of the cell that a byte belongs to; these are the cells of its record.
  func column(at position: Int) -> Int {
    var column = 1
    for index in indices where Int(self[index].end) <= position { column += 1 }
    return column
  }
}

extension FaultCode {
  /// Whether bytes that are not UTF-8 are the better explanation.
  fileprivate var yieldsToEncoding: Bool {
    self == .tooFewFields || self == .tooManyFields || self == .nul
  }
}

extension ReaderError {
  /// The error for bytes that are not UTF-8, with the likely encoding and how to say it.
  static func notUTF8(_ place: RecordFault, likely: TextEncoding) -> ReaderError {
    ReaderError(
      .encoding, line: place.line, byteOffset: place.byteOffset,
      """
      line \(place.line), byte \(place.byteOffset): the text is not UTF-8 but probably \
      \(likely.rawValue); if so, say --encoding \(likely.rawValue)
      """)
  }
}
