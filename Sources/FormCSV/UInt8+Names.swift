/// The bytes that the formats give a meaning, by name.
extension UInt8 {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  /// Whether it ends a line: LF, or CR with or without an LF after it.
  @inline(__always)
  var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// Whether it can separate the cells of a delimited file.
  var canDelimit: Bool { self != 0 && self < 0x80 && self != .quote && !isLineEnd }

  /// Blank, tab, LF or CR: what JSON allows between its tokens.
  @inline(__always)
  var isJSONBlank: Bool { self == 0x20 || self == 0x09 || isLineEnd }

  @inline(__always)
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// The value of a hexadecimal digit.
  var hexadecimalValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// The hexadecimal digit of its low four bits.
  var lowHexadecimalDigit: UInt8 {
    let value = self & 0xF
    return value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
  }

  /// What it means after a backslash in a JSON string; nil for `u` and what may not stand there.
  var unescaped: UInt8? {
    switch self {
    case .quote, .backslash, UInt8(ascii: "/"): self
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): .lineFeed
    case UInt8(ascii: "r"): .carriageReturn
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}
