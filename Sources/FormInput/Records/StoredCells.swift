import FormBytes

/// Decodes stored cells to records. The inverse of `RecordBatch.appendCellsJSON`.
package enum StoredCells {
  /// Appends a record with the cells of a JSON array, in order.
  ///
  /// Parsing is strict (RFC 8259) and linear, about as fast as reading the file. The record's raw
  /// bytes are the JSON text, and its byte offset is 0. Does not check that the text is UTF-8. A
  /// batch contains at most 4 GiB.
  ///
  /// - Parameter line: The line number of the record.
  /// - Throws: A `RecordFault` with a byte offset in `json` if the text is not a JSON array. The
  ///   batch is unchanged then.
  package static func append(
    _ json: Span<UInt8>, line: Int = 0, to batch: inout RecordBatch
  ) throws(RecordFault) {
    let start = batch.bytes.count
    let firstCell = batch.cells.count
    batch.bytes.append(json)
    do throws(JSONError) {
      try appendCells(of: json, at: start, to: &batch)
    } catch {
      batch.bytes.removeLast(batch.bytes.count - start)
      batch.cells.removeLast(batch.cells.count - firstCell)
      throw RecordFault(
        code: error.code, line: line, column: error.position + 1,
        byteOffset: error.position)
    }
    batch.records.append(
      RecordRange(
        firstCell: UInt32(firstCell), cellCount: UInt32(batch.cells.count - firstCell),
        line: line, byteOffset: 0, rawStart: UInt32(start), rawEnd: UInt32(start + json.count)))
  }

  /// Appends a malformed record: its bytes, and its fault.
  package static func append(
    malformed raw: [UInt8], _ fault: RecordFault, line: Int, to batch: inout RecordBatch
  ) {
    let start = batch.bytes.count
    batch.bytes += raw
    batch.faults.append(fault)
    batch.records.append(
      RecordRange(
        firstCell: UInt32(batch.cells.count), cellCount: 0, line: line, byteOffset: 0,
        rawStart: UInt32(start), rawEnd: UInt32(start + raw.count),
        faultIndex: Int32(batch.faults.count - 1)))
  }

  private static func appendCells(
    of json: Span<UInt8>, at offset: Int, to batch: inout RecordBatch
  ) throws(JSONError) {
    var scanner = JSONScanner(json)
    guard scanner.skipBlanksAnd(.openBracket) else { throw scanner.syntaxError() }
    if !scanner.skipBlanksAnd(.closeBracket) {
      repeat {
        let value = try scanner.value()
        var cell = value.cell
        if value.hasEscapes {
          let start = batch.bytes.count
          json.appendStoredText(in: value.range, to: &batch.bytes)
          cell.start = UInt32(start)
          cell.end = UInt32(batch.bytes.count)
          if json.isStoredValue(in: value.range) {
            cell.kind = try kind(of: batch.bytes.span.extracting(start...))
          }
        } else if value.kind != .missing {
          cell.start &+= UInt32(truncatingIfNeeded: offset)
          cell.end &+= UInt32(truncatingIfNeeded: offset)
        }
        batch.cells.append(cell)
      } while scanner.skipBlanksAnd(.comma)
      guard scanner.skip(.closeBracket) else { throw scanner.syntaxError() }
    }
    scanner.skipBlanks()
    guard scanner.current == nil else { throw scanner.syntaxError() }
  }

  /// Returns the kind of a JSON value that was stored as a string.
  private static func kind(of text: Span<UInt8>) throws(JSONError) -> Cell.Kind {
    var scanner = JSONScanner(text)
    let value = try scanner.value()
    guard scanner.current == nil, value.range.lowerBound == 0, value.kind != .missing else {
      throw scanner.syntaxError()
    }
    return value.kind
  }
}

extension RecordBatch {
  /// Marks the last record as malformed if a cell is not UTF-8.
  package mutating func requireUTF8(ofLastRecordAt line: Int) {
    guard let record = records.last,
      let index = cells(of: record).firstIndex(where: {
        content(of: $0).firstInvalidUTF8() != nil
      })
    else { return }
    faults.append(
      RecordFault(
        code: .encoding, line: line, column: index - Int(record.firstCell) + 1, byteOffset: 0))
    records[records.count - 1].faultIndex = Int32(faults.count - 1)
  }
}

extension Span<UInt8> {
  /// Whether a stored string is the source text of another JSON value, which is indicated by an
  /// unnecessary escape of its first character.
  ///
  /// (A backslash begins a byte that is not UTF-8.)
  fileprivate func isStoredValue(in range: Range<Int>) -> Bool {
    guard let byte = escapedASCII(at: range.lowerBound, before: range.upperBound) else {
      return false
    }
    return byte >= 0x20 && byte != .quote && byte != .backslash
  }

  /// Returns the byte of an escape `\u00XX`.
  private func escapedASCII(at position: Int, before end: Int) -> UInt8? {
    guard position &+ 6 <= end, self[position] == .backslash,
      self[position &+ 1] == UInt8(ascii: "u"),
      self[position &+ 2] == UInt8(ascii: "0"), self[position &+ 3] == UInt8(ascii: "0")
    else { return nil }
    return hexadecimalByte(at: position &+ 4)
  }

  private func hexadecimalByte(at position: Int) -> UInt8? {
    let (high, low) = (self[position].hexValue, self[position &+ 1].hexValue)
    return high < 16 && low < 16 ? high << 4 | low : nil
  }

  /// Appends the text of a stored string, including bytes that are not UTF-8.
  ///
  /// The content must be validated.
  fileprivate func appendStoredText(in range: Range<Int>, to bytes: inout [UInt8]) {
    var (start, position) = (range.lowerBound, range.lowerBound)
    while position < range.upperBound {
      guard self[position] == .backslash else {
        position &+= 1
        continue
      }
      if position &+ 9 <= range.upperBound, self[position &+ 6] == UInt8(ascii: "x"),
        escapedASCII(at: position, before: range.upperBound) == .backslash,
        let byte = hexadecimalByte(at: position &+ 7)
      {
        appendString(in: start..<position, to: &bytes)
        bytes.append(byte)
        position &+= 9
        start = position
      } else {
        position &+= self[position &+ 1] == UInt8(ascii: "u") ? 6 : 2
      }
    }
    appendString(in: start..<range.upperBound, to: &bytes)
  }
}
