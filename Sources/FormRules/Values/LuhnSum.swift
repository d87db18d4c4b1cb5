/// The Luhn formula (ISO/IEC 7812-1, annex B): every second digit from the right is doubled, the
/// digits of the products are added, and the sum must be a multiple of 10.
struct LuhnSum {
  /// The sum so far.
  private(set) var value = 0
  private var isDoubled = false

  /// Adds the next digit, 0 to 9, starting with the last digit of the number.
  mutating func add(_ digit: Int) {
    value += isDoubled ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit
    isDoubled.toggle()
  }

  /// Whether the digits satisfy the formula.
  var isSatisfied: Bool { value.isMultiple(of: 10) }
}
