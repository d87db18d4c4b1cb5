/// Check digits that several rules share.
extension CompactText {
  /// Whether the last digit makes the sum of all, every second one from the right times 3, a
  /// multiple of 10 (GS1 General Specifications, 7.9). All must be digits.
  var hasEANCheckDigit: Bool {
    var sum = 0
    for index in 0..<count { sum += digit(index) * ((count - index).isMultiple(of: 2) ? 3 : 1) }
    return sum.isMultiple(of: 10)
  }

  /// The sum of the characters of the range by Luhn's formula. All must be digits.
  func luhnSum(_ range: Range<Int>) -> LuhnSum {
    var sum = LuhnSum()
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      sum.add(digit(index))
    }
    return sum
  }

  /// Whether the digits of the range satisfy Luhn's formula. All must be digits.
  func satisfiesLuhn(_ range: Range<Int>? = nil) -> Bool {
    luhnSum(range ?? 0..<count).isSatisfied
  }

  /// The remainder modulo 97 of the number that arises when letters become 10 to 35 and the first
  /// `rotated` characters stand behind the others (ISO 7064, MOD 97-10; ISO 13616).
  func remainder97(rotated: Int = 0) -> Int {
    var remainder = 0
    for offset in 0..<count {
      let index = offset + rotated
      let value = value(index < count ? index : index - count)
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
    }
    return remainder
  }
}
