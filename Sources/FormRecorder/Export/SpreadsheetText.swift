/// Text that a spreadsheet program would run as a formula.
package enum SpreadsheetText {
  /// Whether a cell has to be defused: behind blanks, NULs and invisible bytes it begins with `=`,
  /// `@`, a tab or a line end, also full-width, or with a sign that begins neither a number nor a
  /// phone number.
  package static func isFormula(_ cell: Span<UInt8>) -> Bool {
    var index = 0
    while index < cell.count {
      switch cell[index] {
      case 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: "@"): return true
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        let rest = cell.extracting((index + 1)...)
        return !rest.isNumber && !(cell[index] == UInt8(ascii: "+") && rest.isPhoneNumber)
      case 0...0x20, 0x7F: index += 1
      case 0xC2 where cell.starts(with: [0xC2, 0xA0], at: index): index += 2  // no-break space
      case 0xE2 where cell.starts(with: [0xE2, 0x80], at: index):
        // U+2000–U+200F are blanks and invisible marks.
        guard index + 2 < cell.count, cell[index + 2] <= 0x8F else { return false }
        index += 3
      case 0xEF where cell.starts(with: [0xEF, 0xBB, 0xBF], at: index): index += 3
      case 0xEF where cell.starts(with: [0xEF, 0xBC], at: index) && index + 2 < cell.count:
        // Full-width + - = @.
        return [0x8B, 0x8D, 0x9D, 0xA0].contains(cell[index + 2])
      default: return false
      }
    }
    return false
  }
}

extension Span<UInt8> {
  fileprivate func starts(with bytes: [UInt8], at start: Int) -> Bool {
    guard start + bytes.count <= count else { return false }
    return bytes.indices.allSatisfy { self[start + $0] == bytes[$0] }
  }

  fileprivate func isDigit(_ index: Int) -> Bool {
    index < count && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[index])
  }

  /// Digits with single separators between them, an exponent and a percent sign if need be. Nothing
  /// of it calculates.
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

  /// What may follow the plus of an international phone number: 7 to 15 digits, with blanks, dots,
  /// hyphens, slashes and parentheses.
  fileprivate var isPhoneNumber: Bool {
    var digits = 0
    for index in indices {
      if isDigit(index) {
        digits += 1
      } else if index == 0 || !" .-/()".utf8.contains(self[index]) {
        return false
      }
    }
    return (7...15).contains(digits)
  }
}
