import FormBytes

/// The parts of a pattern that stand for one character.
extension PatternSyntaxReader {
  /// Parses a character that stands for itself.
  mutating func literal() -> ScalarSet {
    let start = next
    repeat { next += 1 } while current.map { $0 & 0xC0 == 0x80 } ?? false
    return ScalarSet(String(decoding: bytes[start..<next], as: UTF8.self))
  }

  /// Characters as the pattern means them.
  func cased(_ set: ScalarSet) -> ScalarSet? {
    options.ignoresCase ? set.ignoringCase : set
  }

  /// Characters of a pattern, and whether they stand for themselves, so that case matters.
  typealias Item = (set: ScalarSet, isLiteral: Bool)

  /// Parses an escape for a single character.
  mutating func escape() -> Item? {
    next += 1
    guard let byte = current else { return nil }
    next += 1
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "w"), UInt8(ascii: "s"), UInt8(ascii: "h"),
      UInt8(ascii: "v"):
      return shorthand(byte).map { ($0, false) }
    case UInt8(ascii: "D"), UInt8(ascii: "W"), UInt8(ascii: "S"), UInt8(ascii: "H"),
      UInt8(ascii: "V"):
      return shorthand(byte | 0x20).map { ($0.inverted, false) }
    case UInt8(ascii: "p"): return property().map { ($0, false) }
    case UInt8(ascii: "P"): return property().map { ($0.inverted, false) }
    case UInt8(ascii: "x"): return codePoint().map { ($0, true) }
    case UInt8(ascii: "t"): return (ScalarSet("\t"), true)
    case UInt8(ascii: "n"): return (ScalarSet("\n"), true)
    case UInt8(ascii: "r"): return (ScalarSet("\r"), true)
    case UInt8(ascii: "f"): return (ScalarSet("\u{0C}"), true)
    default:
      // Other letters and digits have special meanings; punctuation is literal.
      guard byte < 0x80, !byte.isASCIILetter, !byte.isASCIIDigit else { return nil }
      return (ScalarSet(UInt32(byte)...UInt32(byte)), true)
    }
  }

  /// The class of a lowercase letter after a backslash.
  private func shorthand(_ letter: UInt8) -> ScalarSet? {
    let isUnicode = options.isUnicode
    if isUnicode, !options.usesUnicodeTables { return nil }
    return switch letter {
    case UInt8(ascii: "d"): isUnicode ? .unicodeDigits : .digits
    case UInt8(ascii: "w"): isUnicode ? .unicodeWordCharacters : .wordCharacters
    case UInt8(ascii: "s"): isUnicode ? .unicodeBlanks : .blanks
    case UInt8(ascii: "h"): .horizontalBlanks
    case UInt8(ascii: "v"): .verticalBlanks
    default: nil
    }
  }

  /// Parses the name of a property in braces, or a single letter.
  private mutating func property() -> ScalarSet? {
    guard options.usesUnicodeTables, var name = current.map({ [$0] }) else { return nil }
    next += 1
    if name == Array("{".utf8) {
      guard let end = bytes[next...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      name = Array(bytes[next..<end])
      next = end + 1
    }
    return ScalarSet.property(String(decoding: name, as: UTF8.self))
  }

  /// Parses a code point: two hexadecimal digits, or any number in braces.
  private mutating func codePoint() -> ScalarSet? {
    var digits = bytes[next...].prefix(2)
    if skip("{") {
      digits = bytes[next...].prefix { $0 != UInt8(ascii: "}") }
      next += 1
    } else if digits.count < 2 {
      return nil
    }
    next += digits.count
    guard next <= bytes.count, case let text = String(decoding: digits, as: UTF8.self),
      digits.first != UInt8(ascii: "+"),
      let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value)
    else { return nil }
    return ScalarSet(scalar.value...scalar.value)
  }

  /// Parses a class in brackets.
  mutating func bracket() -> ScalarSet? {
    next += 1
    let isNegated = skip("^")
    var (literals, others) = (ScalarSet([]), ScalarSet([]))
    var isFirst = true
    while let byte = current {
      if !isFirst, skip("]") {
        guard let set = cased(literals)?.union(others) else { return nil }
        return isNegated ? set.inverted : set
      }
      isFirst = false
      guard let item = bracketItem(byte) else { return nil }
      guard current == UInt8(ascii: "-"), next + 1 < bytes.count,
        bytes[next + 1] != UInt8(ascii: "]")
      else {
        if item.isLiteral {
          literals = literals.union(item.set)
        } else {
          others = others.union(item.set)
        }
        continue
      }
      next += 1
      guard let end = bracketItem(bytes[next]), item.isLiteral, end.isLiteral,
        let first = item.set.only, let last = end.set.only, first <= last
      else { return nil }
      literals = literals.union(ScalarSet(first...last))
    }
    return nil
  }

  private mutating func bracketItem(_ byte: UInt8) -> Item? {
    if byte == UInt8(ascii: "\\") { return escape() }
    // Classes such as `[:alpha:]` are not simple.
    if byte == UInt8(ascii: "["), next + 1 < bytes.count,
      [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "=")].contains(bytes[next + 1])
    {
      return nil
    }
    return (literal(), true)
  }
}
