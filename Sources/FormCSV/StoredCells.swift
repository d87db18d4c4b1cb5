import FormBytes

/// The way back from `RecordBatch.appendCellsJSON`: stored cells to a record.
package enum StoredCells {
  /// Appends a record with the cells of a JSON array, in order.
  ///
  /// Strict (RFC 8259), and linear: about as fast as reading the file was. The record's raw bytes
  /// are the JSON text, its byte offset is 0. Whether the text is UTF-8 is not checked. A batch
  /// takes at most 4 GiB.
  ///
  /// - Parameter line: what the record shall say of its line.
  /// - Throws: a `RecordFault` when that is no JSON array, with a byte offset in `json`; the batch
  ///   is as before then.
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
        code: FaultCode(error.code), line: line, column: error.position + 1,
        byteOffset: error.position)
    }
    batch.records.append(
      RecordRange(
        firstCell: UInt32(firstCell), cellCount: UInt32(batch.cells.count - firstCell),
        line: line, byteOffset: 0, rawStart: UInt32(start), rawEnd: UInt32(start + json.count)))
  }

  /// Appends a record that could not be taken apart: its bytes, and what was wrong with it.
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
          cell.start = UInt32(batch.bytes.count)
          json.appendString(in: value.range, to: &batch.bytes)
          cell.end = UInt32(batch.bytes.count)
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
}
