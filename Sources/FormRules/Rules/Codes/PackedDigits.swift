/// Up to 24 decimal digits without an allocation: half a byte each, the last one lowest.
struct PackedDigits: Sendable {
  private var packed: UInt128 = 0
  /// How many there are.
  private(set) var count = 0

  /// The most that fit.
  static let capacity = 24

  /// Adds a digit, 0 to 9, at the end; false when there is no room.
  mutating func append(_ digit: UInt8) -> Bool {
    guard count < Self.capacity else { return false }
    packed = packed &<< 4 | UInt128(digit)
    count += 1
    return true
  }

  /// The digit at an index from 0, the first one written.
  subscript(_ index: Int) -> Int {
    Int(truncatingIfNeeded: packed &>> UInt128(4 * (count - 1 - index)) & 0xF)
  }

  /// The number that the first digits make; 0 when there are fewer.
  func prefix(_ length: Int) -> Int {
    guard length <= count else { return 0 }
    var value = 0
    for index in 0..<length { value = value &* 10 &+ self[index] }
    return value
  }

  /// Whether the last digit is the check digit of the others by Luhn's formula.
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
