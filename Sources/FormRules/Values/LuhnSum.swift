/// Luhn's formula (ISO/IEC 7812-1, annex B): every second digit from the right is doubled, the digits of
/// what arises are added up, and the sum is a multiple of 10.
struct LuhnSum {
  /// The sum so far.
  private(set) var value = 0
  private var isDoubled = false

  /// Adds the next digit, 0 to 9; the last one of the number comes first.
  mutating func add(_ digit: Int) {
    value += isDoubled ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit
    isDoubled.toggle()
  }

  /// Whether the digits satisfy the formula.
  var isSatisfied: Bool { value.isMultiple(of: 10) }
}
