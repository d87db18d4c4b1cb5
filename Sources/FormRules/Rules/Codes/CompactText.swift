import FormBytes

/// A short code without separators and with letters in upper case, the input of check digit
/// algorithms. It does not allocate.
struct CompactText {
  /// The maximum length of a code, in bytes. An IBAN has at most 34.
  static let capacity = 40

  private var bytes = InlineArray<40, UInt8>(repeating: 0)
  private(set) var count = 0

  /// Removes the separators from a text. Returns nil if the text is too long, contains a byte that
  /// is neither an ASCII letter or digit nor a separator, or contains a separator that is not
  /// single or not between two characters.
  ///
  /// - Parameters:
  ///   - acceptsLowerCase: Whether lowercase letters are accepted; they are converted to upper
  ///     case.
  ///   - more: Characters that are accepted besides letters and digits.
  init?(
    _ text: Span<UInt8>, separators: ASCIISet = .none, acceptsLowerCase: Bool = false,
    more: ASCIISet = .none
  ) {
    // Treats the start of the text like a separator, so that the text cannot begin with one.
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
      if upper != byte, !acceptsLowerCase { return nil }
      bytes[count] = upper
      count += 1
    }
    if isAfterSeparator { return nil }
  }

  /// The byte at an index below `count`.
  subscript(_ index: Int) -> UInt8 { bytes[index] }

  /// The value of the digit at an index; greater than 9 for a letter.
  func digit(_ index: Int) -> Int { Int(bytes[index] &- UInt8(ascii: "0")) }

  /// The value of a digit, or 10 to 35 for a letter (ISO 7064, ISO 6166, ISO 13616).
  func value(_ index: Int) -> Int {
    let byte = bytes[index]
    return Int(byte.isASCIIDigit ? byte - UInt8(ascii: "0") : byte - UInt8(ascii: "A") + 10)
  }

  /// Whether the range contains only digits; the whole code if `range` is nil.
  func isDigits(_ range: Range<Int>? = nil) -> Bool {
    for index in range ?? 0..<count where !bytes[index].isASCIIDigit { return false }
    return true
  }

  /// Whether the range contains only letters. Characters of `more` count as letters.
  func isLetters(_ range: Range<Int>) -> Bool {
    for index in range where bytes[index].isASCIIDigit { return false }
    return true
  }

  /// The digits of the range as a number.
  ///
  /// - Precondition: the range contains only digits, at most 18.
  func number(_ range: Range<Int>) -> Int {
    var number = 0
    for index in range { number = number * 10 + digit(index) }
    return number
  }

  /// The sum of the characters from `start` on, each times its weight. A letter has its
  /// `value(_:)`.
  func weightedSum(_ weights: [Int], from start: Int = 0) -> Int {
    var sum = 0
    for (offset, weight) in weights.enumerated() { sum += value(start + offset) * weight }
    return sum
  }
}

extension ASCIISet {
  static let space = ASCIISet(" ")
  static let hyphen = ASCIISet("-")
  static let spaceAndHyphen = ASCIISet(" -")
}
