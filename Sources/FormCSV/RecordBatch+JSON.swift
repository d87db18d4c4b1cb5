import FormBytes

extension RecordBatch {
  /// Appends a record's cells as a JSON array: strings as JSON strings, numbers, booleans, arrays
  /// and objects as their source text, missing cells as null. (For a record with `csv.encoding`
  /// that is no valid UTF-8.)
  ///
  /// `record` is an index into `records`. Allocates only when `output` has to grow.
  package func appendCellsJSON(of record: Int, to output: inout [UInt8]) {
    let record = records[record]
    let cells = cells.span.extracting(
      Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount))
    let bytes = bytes.span
    // A copy may write 16 bytes behind the text.
    var bound = 2 + 16
    for index in cells.indices { bound &+= cells[index].longestJSON }

    output.append(addingCapacity: bound) { output in
      // safe because `bound` bytes are free, and the copier writes no more for these cells.
      unsafe output.withUnsafeMutableBufferPointer { buffer, used in
        let start = unsafe buffer.baseAddress! + used
        var copier = unsafe JSONCopier(start)
        unsafe copier.append(.openBracket)
        for index in cells.indices {
          if index > 0 { unsafe copier.append(.comma) }
          unsafe copier.append(cells[index], in: bytes)
        }
        unsafe copier.append(.closeBracket)
        unsafe used += copier.next - start
      }
    }
  }
}

extension RecordBatch {
  /// The same with the cells of some columns only, in their order.
  package func appendCellsJSON(of record: Int, columns: [Int], to output: inout [UInt8]) {
    let cells = cells(of: records[record])
    output.append(UInt8(ascii: "["))
    for (index, column) in columns.enumerated() where column < cells.count {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      let cell = cells[cells.startIndex + column]
      switch cell.kind {
      case .missing: output += "null".utf8
      case .string: output.appendJSONString(content(of: cell))
      case .number, .boolean, .array, .object: output.append(content(of: cell))
      }
    }
    output.append(UInt8(ascii: "]"))
  }
}

extension [UInt8] {
  /// Appends text as a JSON string with its quotes. Quote, backslash and the bytes below U+0020
  /// are escaped, these as `\u00XX`; everything else stays as it is.
  package mutating func appendJSONString(_ text: Span<UInt8>) {
    append(addingCapacity: text.count &* 6 &+ 2 &+ 16) { output in
      // safe for the same reason as above.
      unsafe output.withUnsafeMutableBufferPointer { buffer, used in
        let start = unsafe buffer.baseAddress! + used
        var copier = unsafe JSONCopier(start)
        unsafe copier.appendString(0..<text.count, of: text)
        unsafe used += copier.next - start
      }
    }
  }

  /// Appends all bytes of a span.
  package mutating func append(_ span: Span<UInt8>) {
    // safe because the buffer is only used within the call.
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension Cell {
  /// The most bytes that it becomes in a JSON array, with its comma: a control byte takes six.
  @inline(__always)
  fileprivate var longestJSON: Int { (isPlain ? count : count &* 6) &+ 5 }
}

/// Writes the cells of a JSON array into memory that has room for them, and for 16 bytes more.
///
/// It is unsafe because a cell is ten bytes long on average: checking bounds and ownership for
/// each of its parts would cost more than copying it, 16 bytes at a time.
@unsafe
private struct JSONCopier {
  /// Where the next byte goes.
  var next: UnsafeMutablePointer<UInt8>

  init(_ start: UnsafeMutablePointer<UInt8>) { unsafe next = start }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    unsafe next.pointee = byte
    unsafe next += 1
  }

  @inline(__always)
  mutating func append(_ cell: Cell, in bytes: Span<UInt8>) {
    let range = Int(cell.start)..<Int(cell.end)
    if cell.isPlain {
      unsafe append(.quote)
      unsafe copy(range, of: bytes)
      unsafe append(.quote)
    } else if cell.kind == .string {
      unsafe appendString(range, of: bytes)
    } else if cell.kind == .missing {
      for byte in "null".utf8 { unsafe append(byte) }
    } else {
      unsafe copy(range, of: bytes)
    }
  }

  /// Writes a string of which at least a byte may have to be escaped.
  @inline(never)
  mutating func appendString(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let text = bytes.extracting(..<range.upperBound)
    var position = range.lowerBound
    unsafe append(.quote)
    while position < range.upperBound {
      let special = text.firstSpecialInString(from: position)
      unsafe copy(position..<special, of: bytes)
      if special < range.upperBound { unsafe appendEscape(of: text[special]) }
      position = special &+ 1
    }
    unsafe append(.quote)
  }

  private mutating func appendEscape(of byte: UInt8) {
    unsafe append(.backslash)
    if byte >= 0x20 {
      unsafe append(byte)
    } else {
      for byte in "u00".utf8 { unsafe append(byte) }
      unsafe append(UInt8(ascii: "0") &+ byte >> 4)
      unsafe append(byte.lowHexadecimalDigit)
    }
  }

  @inline(__always)
  private mutating func copy(_ range: Range<Int>, of bytes: Span<UInt8>) {
    var position = range.lowerBound
    let end = range.upperBound
    var target = unsafe next
    while position &+ 16 <= bytes.count, position < end {
      unsafe UnsafeMutableRawPointer(target).storeBytes(
        of: bytes.vector(at: position), as: ByteVector.self)
      unsafe target += 16
      position &+= 16
    }
    while position < end {
      unsafe target.pointee = bytes[position]
      unsafe target += 1
      position &+= 1
    }
    unsafe next += range.count
  }
}
