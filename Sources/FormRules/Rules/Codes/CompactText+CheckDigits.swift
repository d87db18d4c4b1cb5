/// Check digit algorithms that several rules share.
extension CompactText {
  /// Whether the sum of all digits, every second digit from the right times 3, is a multiple of 10
  /// (GS1 General Specifications, 7.9).
  ///
  /// - Precondition: all characters are digits.
  var hasEANCheckDigit: Bool {
    var sum = 0
    for index in 0..<count { sum += digit(index) * ((count - index).isMultiple(of: 2) ? 3 : 1) }
    return sum.isMultiple(of: 10)
  }

  /// The Luhn sum of the characters of the range.
  ///
  /// - Precondition: all characters of the range are digits.
  func luhnSum(_ range: Range<Int>) -> LuhnSum {
    var sum = LuhnSum()
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      sum.add(digit(index))
    }
    return sum
  }

  /// Whether the digits of the range satisfy the Luhn formula; of the whole code if `range` is nil.
  ///
  /// - Precondition: all characters of the range are digits.
  func satisfiesLuhn(_ range: Range<Int>? = nil) -> Bool {
    luhnSum(range ?? 0..<count).isSatisfied
  }

  /// The remainder modulo 97 of the number that results from replacing letters with 10 to 35 and
  /// moving the first `rotated` characters to the end (ISO 7064, MOD 97-10; ISO 13616).
  func remainder97(rotated: Int) -> Int {
    var remainder = 0
    for offset in 0..<count {
      let index = offset + rotated
      let value = value(index < count ? index : index - count)
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
    }
    return remainder
  }
}
