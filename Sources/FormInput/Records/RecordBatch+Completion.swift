import FormBytes

/// Completes a batch after a reader has found its records.
extension RecordBatch {
  /// Copies the bytes to which the records' offsets refer.
  mutating func copyInput(_ input: borrowing InputBuffer, count: Int) {
    // Also reserves space for the unescaped copies. Growing would temporarily take twice the
    // memory.
    bytes.reserveCapacity(count + escapedCells.reduce(0) { $0 + cells[$1].count })
    bytes.append(contentsOf: input.bytes[input.start..<(input.start + count)])
  }

  /// Replaces doubled quotes by single ones, in copies of the cells that contain them.
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

  /// Resolves JSON escapes, in copies of the cells that contain them.
  ///
  /// `input` contains the copied bytes.
  mutating func unescapeJSON(from input: Span<UInt8>) {
    for index in escapedCells {
      let cell = cells[index]
      cells[index].start = UInt32(truncatingIfNeeded: bytes.count)
      input.appendString(in: Int(cell.start)..<Int(cell.end), to: &bytes)
      cells[index].end = UInt32(truncatingIfNeeded: bytes.count)
    }
  }

  /// Finds the records that are not UTF-8, and examines the encoding of the file.
  ///
  /// Each gets a fault, unless it has a more serious one. Call this before unescaping.
  ///
  /// - Parameters:
  ///   - evidence: Receives the records until it has decided.
  ///   - hasColumns: Whether the column of a fault is a cell. Otherwise it is a byte.
  mutating func checkEncoding(_ evidence: inout EncodingEvidence, hasColumns: Bool) {
    var index = 0
    while evidence.recordsLeft > 0, index < records.count {
      let record = records[index]
      let fault = invalidUTF8(in: record, hasColumns: hasColumns)
      evidence.add(raw(of: record), at: record.byteOffset, line: record.line, fault)
      if let fault { addFault(fault, toRecord: index) }
      index += 1
    }
    guard index < records.count else { return }
    var start = Int(records[index].rawStart)
    while let invalid = bytes.span.firstInvalidUTF8(from: start) {
      while index < records.count, Int(records[index].rawEnd) <= invalid { index += 1 }
      guard index < records.count else { return }
      start = Int(records[index].rawEnd)
      // Bytes outside of records are the rest of a line that is too long.
      if let fault = invalidUTF8(in: records[index], hasColumns: hasColumns) {
        addFault(fault, toRecord: index)
      }
    }
  }

  /// Removes the record that contains a byte of the file, and all following ones.
  mutating func dropRecords(fromByte byteOffset: Int) {
    guard let index = records.lastIndex(where: { $0.byteOffset <= byteOffset }) else { return }
    dropCells(from: Int(records[index].firstCell))
    records.removeLast(records.count - index)
  }

  private mutating func addFault(_ newFault: RecordFault, toRecord index: Int) {
    if let fault = fault(of: records[index]), !fault.code.yieldsToEncoding { return }
    records[index].faultIndex = Int32(truncatingIfNeeded: faults.count)
    faults.append(newFault)
  }

  private func invalidUTF8(in record: RecordRange, hasColumns: Bool) -> RecordFault? {
    let raw = raw(of: record)
    guard let offset = raw.firstInvalidUTF8() else { return nil }
    let cells = cells.span.extracting(
      Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount))
    return RecordFault(
      code: .encoding, line: record.line + raw.lineEnds(in: 0..<offset),
      column: hasColumns ? cells.column(at: Int(record.rawStart) + offset) : offset + 1,
      byteOffset: record.byteOffset + offset)
  }
}

extension Span<Cell> {
  /// Returns the number, from 1, of the cell that contains a byte.
  ///
  /// The span contains the cells of the record.
  func column(at position: Int) -> Int {
    var column = 1
    for index in indices where Int(self[index].end) <= position { column += 1 }
    return column
  }
}

extension FaultCode {
  /// Whether invalid UTF-8 in the same record is the more helpful fault.
  fileprivate var yieldsToEncoding: Bool {
    switch self {
    case .tooFewFields, .tooManyFields, .nul, .jsonSyntax, .notAnObject: true
    default: false
    }
  }
}
