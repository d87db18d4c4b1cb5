extension UInt8 {
  /// The value of a hexadecimal digit, 0 to 15, or 0xFF for any other byte.
  var hexValue: UInt8 {
    let digit = self &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : 0xFF
  }
}

extension Span where Element == UInt8 {
  /// Whether every byte is one of the set. True when there is none.
  func isMade(of set: ASCIISet) -> Bool {
    for index in 0..<count where !set.contains(self[index]) { return false }
    return true
  }

  /// Where the byte stands first, or nil.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    for index in start..<count where self[index] == byte { return index }
    return nil
  }
}

extension ASCIISet {
  /// `0` to `9`.
  static let digits = ASCIISet { $0.isASCIIDigit }
  /// `0` to `9`, `A` to `F`, `a` to `f`.
  static let hexDigits = ASCIISet { $0.hexValue < 16 }
}
