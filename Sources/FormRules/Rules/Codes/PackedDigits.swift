/// Up to 24 decimal digits, stored without allocation in four bits each, the last digit lowest.
struct PackedDigits: Sendable {
  private var packed: UInt128 = 0
  /// The number of digits.
  private(set) var count = 0

  /// The maximum number of digits.
  static let capacity = 24

  /// Appends a digit, 0 to 9; returns false if the capacity is exhausted.
  mutating func append(_ digit: UInt8) -> Bool {
    guard count < Self.capacity else { return false }
    packed = packed &<< 4 | UInt128(digit)
    count += 1
    return true
  }

  /// The digit at an index, counted from 0 for the first digit.
  subscript(_ index: Int) -> Int {
    Int(truncatingIfNeeded: packed &>> UInt128(4 * (count - 1 - index)) & 0xF)
  }

  /// The number formed by the first `length` digits; 0 if there are fewer.
  func prefix(_ length: Int) -> Int {
    guard length <= count else { return 0 }
    var value = 0
    for index in 0..<length { value = value &* 10 &+ self[index] }
    return value
  }

  /// Whether the last digit is the Luhn check digit of the others.
  var hasLuhnCheckDigit: Bool {
    var sum = LuhnSum()
    var index = count
    while index > 0 {
      index -= 1
      sum.add(self[index])
    }
    return count > 1 && sum.isSatisfied
  }
}
