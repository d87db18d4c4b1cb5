extension UInt8 {
  /// Whether the byte is a space, tab, line feed, vertical tab, form feed or carriage return.
  @inlinable
  package var isASCIIBlank: Bool { self == 0x20 || self &- 9 < 5 }

  /// Whether the byte is `0` to `9`.
  @inlinable
  package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether the byte is `A` to `Z` or `a` to `z`.
  @inlinable
  package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// The lowercase letter of an uppercase ASCII letter, otherwise the byte itself.
  @inlinable
  package var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  /// Whether the byte is LF or CR, each of which ends a line.
  @inlinable @inline(__always)
  package var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// Whether the byte is a space, tab, LF or CR, which JSON permits between tokens.
  @inlinable @inline(__always)
  package var isJSONBlank: Bool { self == 0x20 || self == 0x09 || isLineEnd }

  /// The value of a hexadecimal digit, 0 to 15, or 0xFF for any other byte.
  @inlinable
  package var hexValue: UInt8 {
    let digit = self &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : 0xFF
  }

  /// The hexadecimal digit of the low four bits, in lowercase.
  @inlinable
  package var lowHexadecimalDigit: UInt8 {
    let value = self & 0xF
    return value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
  }
}
