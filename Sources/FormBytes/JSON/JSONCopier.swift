extension [UInt8] {
  /// Appends cells as a JSON array that preserves their JSON text for SQL programs. `StoredCells`
  /// decodes it.
  ///
  /// - A string becomes a JSON string, and a missing cell becomes null.
  /// - A number, boolean, array or object becomes its JSON text as a JSON string whose first
  ///   character is escaped unnecessarily: `"\u0031.50"`. SQLite and DuckDB would display the JSON
  ///   number as 1.5. Integers of up to 15 digits, which they preserve, become JSON numbers.
  /// - A byte that is not UTF-8, which only occurs in malformed records, becomes `\u005cxF1`, so
  ///   that SQL displays it as `\xF1`. A backslash becomes `\\`.
  ///
  /// Allocates only if the array must grow.
  package mutating func appendCellsJSON(
    _ cells: Span<Cell>, in bytes: Span<UInt8>, isUTF8: Bool
  ) {
    // Copying may write up to 16 bytes beyond the end of the text.
    var bound = 2 + 16
    for index in cells.indices { bound &+= cells[index].longestJSON(isUTF8: isUTF8) }

    append(addingCapacity: bound) { output in
      // Safe because `bound` bytes are free, and the copier writes at most that many.
      unsafe output.withUnsafeMutableBufferPointer { buffer, used in
        let start = unsafe buffer.baseAddress! + used
        var copier = unsafe JSONCopier(start)
        unsafe copier.append(.openBracket)
        for index in cells.indices {
          if index > 0 { unsafe copier.append(.comma) }
          unsafe copier.append(cells[index], in: bytes, isUTF8: isUTF8)
        }
        unsafe copier.append(.closeBracket)
        unsafe used += copier.next - start
      }
    }
  }

  /// Appends one cell in the encoding of `appendCellsJSON`.
  package mutating func appendCellJSON(_ content: Span<UInt8>, _ kind: Cell.Kind) {
    let cell = Cell(start: 0, end: UInt32(content.count), kind: kind)
    append(addingCapacity: cell.longestJSON(isUTF8: false) &+ 16) { output in
      // Safe for the same reason as above.
      unsafe output.withUnsafeMutableBufferPointer { buffer, used in
        let start = unsafe buffer.baseAddress! + used
        var copier = unsafe JSONCopier(start)
        unsafe copier.append(cell, in: content, isUTF8: false)
        unsafe used += copier.next - start
      }
    }
  }

  /// Appends text as a JSON string (RFC 8259) in quotes. Escapes quotes, backslashes and bytes
  /// below U+0020; everything else is unchanged.
  ///
  /// - Parameter hasShortEscapes: Whether line ends and tabs become `\n`, `\r` and `\t`. Stored
  ///   cells use `\u00XX` for these.
  package mutating func appendJSONString(_ text: Span<UInt8>, hasShortEscapes: Bool = true) {
    append(addingCapacity: text.count &* 6 &+ 2 &+ 16) { output in
      // Safe for the same reason as above.
      unsafe output.withUnsafeMutableBufferPointer { buffer, used in
        let start = unsafe buffer.baseAddress! + used
        var copier = unsafe JSONCopier(start)
        unsafe copier.append(.quote)
        unsafe copier.appendText(0..<text.count, of: text, hasShortEscapes: hasShortEscapes)
        unsafe copier.append(.quote)
        unsafe used += copier.next - start
      }
    }
  }
}

extension Cell {
  /// The maximum length in bytes of the cell's JSON and a comma. A control byte takes six bytes,
  /// and a byte that is not UTF-8 takes nine.
  @inline(__always)
  fileprivate func longestJSON(isUTF8: Bool) -> Int {
    (isUTF8 ? isPlain ? count : count &* 6 : count &* 9) &+ 9
  }
}

/// Writes the cells of a JSON array into memory with room for them and 16 more bytes.
///
/// Uses unsafe pointers because a cell has ten bytes on average: checking bounds and ownership for
/// each part would cost more than copying it, 16 bytes at a time.
@unsafe
private struct JSONCopier {
  /// The address of the next byte to write.
  var next: UnsafeMutablePointer<UInt8>

  init(_ start: UnsafeMutablePointer<UInt8>) { unsafe next = start }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    unsafe next.pointee = byte
    unsafe next += 1
  }

  @inline(__always)
  mutating func append(_ cell: Cell, in bytes: Span<UInt8>, isUTF8: Bool) {
    let range = Int(cell.start)..<Int(cell.end)
    if cell.isPlain, isUTF8 {
      unsafe append(.quote)
      unsafe copy(range, of: bytes)
      unsafe append(.quote)
    } else if cell.kind == .string {
      unsafe append(.quote)
      if isUTF8 {
        unsafe appendText(range, of: bytes)
      } else {
        unsafe appendUncheckedText(range, of: bytes)
      }
      unsafe append(.quote)
    } else if cell.kind == .missing {
      for byte in "null".utf8 { unsafe append(byte) }
    } else if cell.kind == .number, bytes.extracting(range).isShortInteger {
      unsafe copy(range, of: bytes)
    } else {
      unsafe append(.quote)
      unsafe append("\\u00", hexadecimal: bytes[range.lowerBound])
      unsafe appendText(range.dropFirst(), of: bytes)
      unsafe append(.quote)
    }
  }

  /// Writes text that may require escapes.
  @inline(never)
  mutating func appendText(
    _ range: Range<Int>, of bytes: Span<UInt8>, hasShortEscapes: Bool = false
  ) {
    let text = bytes.extracting(..<range.upperBound)
    var position = range.lowerBound
    while position < range.upperBound {
      let special = text.firstSpecialInString(from: position)
      unsafe copy(position..<special, of: bytes)
      if special < range.upperBound {
        unsafe appendEscape(of: text[special], isShort: hasShortEscapes)
      }
      position = special &+ 1
    }
  }

  /// Writes text that may contain bytes that are not UTF-8.
  private mutating func appendUncheckedText(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let text = bytes.extracting(..<range.upperBound)
    var position = range.lowerBound
    while let invalid = text.firstInvalidUTF8(from: position) {
      unsafe appendText(position..<invalid, of: bytes)
      // In capitals, as in exports.
      unsafe append("\\u005cx", hexadecimal: text[invalid], capitals: true)
      position = invalid &+ 1
    }
    unsafe appendText(position..<range.upperBound, of: bytes)
  }

  private mutating func appendEscape(of byte: UInt8, isShort: Bool) {
    let letter: UInt8? =
      switch byte {
      case 0x20...: byte
      case .lineFeed where isShort: UInt8(ascii: "n")
      case .carriageReturn where isShort: UInt8(ascii: "r")
      case 0x09 where isShort: UInt8(ascii: "t")
      default: nil
      }
    guard let letter else { return unsafe append("\\u00", hexadecimal: byte) }
    unsafe append(.backslash)
    unsafe append(letter)
  }

  /// Writes a text and the two hexadecimal digits of a byte.
  private mutating func append(
    _ text: StaticString, hexadecimal byte: UInt8, capitals: Bool = false
  ) {
    // Safe because the bytes of a literal exist as long as the program.
    for index in 0..<text.utf8CodeUnitCount { unsafe append(text.utf8Start[index]) }
    for digit in [(byte >> 4).lowHexadecimalDigit, byte.lowHexadecimalDigit] {
      unsafe append(capitals && digit >= UInt8(ascii: "a") ? digit - 0x20 : digit)
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

extension Span<UInt8> {
  /// Whether the text is an integer of at most 15 digits, which every program displays unchanged.
  fileprivate var isShortInteger: Bool {
    var position = 0
    if count > 0, self[0] == UInt8(ascii: "-") { position = 1 }
    guard position < count, count &- position <= 15 else { return false }
    if self[position] == UInt8(ascii: "0") { return count == 1 }
    while position < count {
      guard self[position].isASCIIDigit else { return false }
      position &+= 1
    }
    return true
  }
}
