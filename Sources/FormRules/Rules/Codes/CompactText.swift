import FormBytes

/// A short code without its separators, its letters in upper case: what check digits are computed
/// over. It lives on the stack.
struct CompactText {
  /// The longest code there is room for, in bytes; an IBAN has 34 at most.
  static let capacity = 40

  private var bytes = InlineArray<40, UInt8>(repeating: 0)
  private(set) var count = 0

  /// The text without separators; nil when it is too long, has a byte that is neither an ASCII
  /// letter or digit nor a separator, or a separator that does not stand alone between two of
  /// these.
  ///
  /// - Parameters:
  ///   - takesLowerCase: whether lower-case letters are taken, as if in upper case.
  ///   - more: what is taken besides letters and digits.
  init?(
    _ text: Span<UInt8>, separators: ASCIISet = .none, takesLowerCase: Bool = false,
    more: ASCIISet = .none
  ) {
    // As if a separator stood before the text, so that none may begin it.
    var isAfterSeparator = true
    for index in 0..<text.count {
      let byte = text[index]
      if separators.contains(byte) {
        if isAfterSeparator { return nil }
        isAfterSeparator = true
        continue
      }
      isAfterSeparator = false
      guard byte.isASCIIDigit || byte.isASCIILetter || more.contains(byte),
        count < Self.capacity
      else { return nil }
      let upper = byte >= UInt8(ascii: "a") ? byte & 0xDF : byte
      if upper != byte, !takesLowerCase { return nil }
      bytes[count] = upper
      count += 1
    }
    if isAfterSeparator { return nil }
  }

  /// The byte at an index below `count`.
  subscript(_ index: Int) -> UInt8 { bytes[index] }

  /// The digit's value at an index; above 9 for a letter.
  func digit(_ index: Int) -> Int { Int(bytes[index] &- UInt8(ascii: "0")) }

  /// The value of a digit, or 10 to 35 for a letter, as ISO 7064, ISO 6166 and ISO 13616 count.
  func value(_ index: Int) -> Int {
    let byte = bytes[index]
    return Int(byte.isASCIIDigit ? byte - UInt8(ascii: "0") : byte - UInt8(ascii: "A") + 10)
  }

  /// Whether digits, and nothing else, stand in the range; all of it unless said.
  func isDigits(_ range: Range<Int>? = nil) -> Bool {
    for index in range ?? 0..<count where !bytes[index].isASCIIDigit { return false }
    return true
  }

  /// Whether letters, and nothing else, stand in the range.
  func isLetters(_ range: Range<Int>) -> Bool {
    for index in range where bytes[index].isASCIIDigit { return false }
    return true
  }

  /// The digits of the range as a number; they must be digits, at most 18.
  func number(_ range: Range<Int>) -> Int {
    var number = 0
    for index in range { number = number * 10 + digit(index) }
    return number
  }

  /// The characters from `start` on, each times its weight, added up. Letters count as `value`
  /// does.
  func weightedSum(_ weights: [Int], from start: Int = 0) -> Int {
    var sum = 0
    for (offset, weight) in weights.enumerated() { sum += value(start + offset) * weight }
    return sum
  }
}

extension ASCIISet {
  /// No character.
  static let none = ASCIISet { _ in false }
  /// Space.
  static let space = ASCIISet { $0 == UInt8(ascii: " ") }
  /// Hyphen.
  static let hyphen = ASCIISet { $0 == UInt8(ascii: "-") }
  /// Space and hyphen.
  static let spaceAndHyphen = ASCIISet { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
}
