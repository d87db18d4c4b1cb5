import FormBytes
import FormInput

/// Converts cells for spreadsheet programs.
package enum SpreadsheetText {
  /// The maximum length of a cell in UTF-16 units. Programs cut longer text.
  package static let maximumCell = 32_767

  /// Returns a cell with NUL and each byte that is not UTF-8, which spreadsheet programs do not
  /// preserve, written as `\xF1`; nil if there is none.
  ///
  /// Corrections compare the escaped texts to determine which cells were changed.
  package static func escaped(_ cell: Span<UInt8>) -> [UInt8]? {
    var escaped: [UInt8]?
    var position = 0
    var start = 0
    while let index = cell.firstUnwritable(from: position) {
      var text = escaped ?? []
      text.append(cell.extracting(start..<index))
      text.append(contentsOf: escape(of: cell[index]))
      escaped = text
      position = index + 1
      start = position
    }
    escaped?.append(cell.extracting(start...))
    return escaped
  }

  /// Returns the escapes that `escaped` writes for a cell.
  package static func escapes(in cell: Span<UInt8>) -> Set<[UInt8]> {
    var escapes: Set<[UInt8]> = []
    var position = 0
    while let index = cell.firstUnwritable(from: position) {
      escapes.insert(escape(of: cell[index]))
      position = index + 1
    }
    return escapes
  }

  private static func escape(of byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return Array("\\x".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
  }

  /// Returns whether a cell must be defused: after blanks, controls and invisible characters it
  /// begins with `=`, `@`, a tab or a line end (also a full-width or small variant), or with a sign
  /// that begins neither a number nor a phone number.
  package static func isFormula(_ cell: Span<UInt8>) -> Bool {
    var index = 0
    while index < cell.count {
      let byte = cell[index]
      switch byte {
      case 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: "@"): return true
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        let rest = cell.extracting((index + 1)...)
        return !rest.isNumber && !(byte == UInt8(ascii: "+") && rest.isPhoneNumber)
      case 0...0x20, 0x7F: index += 1
      case 0x80...:
        guard let scalar = cell.scalar(at: index) else { return false }
        if formulaSigns.contains(scalar) { return true }
        guard scalar.isPassedOver else { return false }
        index += UTF8.width(scalar)
      default: return false
      }
    }
    return false
  }

  /// Returns a cell with the apostrophe that defuses it; nil if it is no formula.
  static func defused(_ cell: Span<UInt8>) -> [UInt8]? {
    guard isFormula(cell) else { return nil }
    var defused = [UInt8(ascii: "'")]
    defused.append(cell)
    return defused
  }

  /// Returns a cell without the apostrophe that defused it; nil if it was not defused.
  package static func undefused(_ cell: [UInt8]) -> [UInt8]? {
    guard cell.first == UInt8(ascii: "'"), isFormula(cell.span.extracting(1...)) else { return nil }
    return Array(cell.dropFirst())
  }

  /// Returns a text without the apostrophe that defused it; nil if it was not defused.
  package static func undefused(_ text: String) -> String? {
    undefused(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// `+`, `-`, `=` and `@` in their full-width and small variants.
  private static let formulaSigns: Set<Unicode.Scalar> = [
    "\u{FF0B}", "\u{FF0D}", "\u{FF1D}", "\u{FF20}", "\u{FE62}", "\u{FE63}", "\u{FE66}", "\u{FE6B}",
  ]
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible at the beginning of a cell: a blank, a control, a direction
  /// mark, or a zero-width or other ignorable character.
  fileprivate var isPassedOver: Bool {
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
    // The blank Braille pattern.
    default: return value == 0x2800
    }
  }
}

extension Span<UInt8> {
  /// Returns the position of the first byte at or after `start` that is NUL or not UTF-8.
  fileprivate func firstUnwritable(from start: Int) -> Int? {
    var position = start
    while position < count {
      let byte = self[position]
      if byte == 0 { return position }
      if byte < 0x80 {
        position += 1
      } else if let length = lengthOfScalar(at: position) {
        position += length
      } else {
        return position
      }
    }
    return nil
  }

  /// Returns the character at `start`, whose first byte is above 0x7F; nil if it is not valid
  /// UTF-8.
  fileprivate func scalar(at start: Int) -> Unicode.Scalar? {
    var bytes: [UInt8] = []
    bytes.append(extracting(start..<Swift.min(start + 4, count)))
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }

  fileprivate func isDigit(_ index: Int) -> Bool {
    index < count && self[index].isASCIIDigit
  }

  /// Whether the bytes are digits with single separators between them and an optional exponent and
  /// percent sign. A spreadsheet does not evaluate these.
  fileprivate var isNumber: Bool {
    var index = 0
    var end = count
    if end > 0, self[end - 1] == UInt8(ascii: "%") { end -= 1 }
    if index < end, self[index] == UInt8(ascii: ".") { index += 1 }
    guard index < end, isDigit(index) else { return false }
    while index < end {
      if isDigit(index) {
        index += 1
        continue
      }
      switch self[index] {
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "'"), UInt8(ascii: " "):
        index += 1
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        index += 1
        if index < end, self[index] == UInt8(ascii: "+") || self[index] == UInt8(ascii: "-") {
          index += 1
        }
        return index < end && (index..<end).allSatisfy { isDigit($0) }
      default: return false
      }
      guard index == end || isDigit(index) else { return false }
    }
    return true
  }

  /// Whether the bytes may follow the plus sign of an international phone number: 7 to 15 digits,
  /// with blanks, dots, hyphens, slashes and parentheses. Without a blank between two digits, the
  /// latter three would make an expression, which a spreadsheet calculates.
  fileprivate var isPhoneNumber: Bool {
    var (digits, hasOperator, isSplit) = (0, false, false)
    for index in indices {
      switch self[index] {
      case _ where isDigit(index): digits += 1
      case _ where index == 0: return false
      case UInt8(ascii: " "): isSplit = isSplit || isDigit(index - 1) && isDigit(index + 1)
      case UInt8(ascii: "."): break
      case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"):
        hasOperator = true
      default: return false
      }
    }
    return (7...15).contains(digits) && (isSplit || !hasOperator)
  }
}
