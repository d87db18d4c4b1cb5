import FormBytes

extension Span where Element == UInt8 {
  /// Whether every byte is in the set. True if there are no bytes.
  func consists(of set: ASCIISet) -> Bool {
    for index in 0..<count where !set.contains(self[index]) { return false }
    return true
  }

  /// The first index of a byte, or nil.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    for index in start..<count where self[index] == byte { return index }
    return nil
  }

  /// The last index of a byte, or nil.
  func lastIndex(of byte: UInt8) -> Int? {
    var index = count - 1
    while index >= 0, self[index] != byte { index -= 1 }
    return index >= 0 ? index : nil
  }
}

extension ASCIISet {
  /// No character.
  static let none = ASCIISet("")
  /// `0` to `9`.
  static let digits = ASCIISet { $0.isASCIIDigit }
  /// `A` to `Z`, `a` to `z`.
  static let letters = ASCIISet { $0.isASCIILetter }
  /// `0` to `9`, `A` to `Z`, `a` to `z`.
  static let alphanumerics = ASCIISet { $0.isASCIIDigit || $0.isASCIILetter }
  /// `0` to `9`, `A` to `F`, `a` to `f`.
  static let hexDigits = ASCIISet { $0.hexValue < 16 }
}
