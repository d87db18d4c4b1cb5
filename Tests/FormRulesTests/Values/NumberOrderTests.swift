import Testing

@testable import FormRules

/// Binary numbers compared with exact ones.
@Suite struct NumberOrderTests {
  private func decimal(_ text: String) throws -> Value {
    .decimal(try #require(ExactDecimal(text)))
  }

  /// Neighbouring integers have the same binary number from 2^53 on.
  @Test(
    arguments: [
      (9_007_199_254_740_992, 9_007_199_254_740_992, .equal),
      (9_007_199_254_740_993, 9_007_199_254_740_992, .descending),
      (-9_007_199_254_740_993, -9_007_199_254_740_992, .ascending),
      (.max, 0x1p63, .ascending), (5, 5, .equal), (5, 5.5, .ascending),
      (0, -0.0, .equal),
    ] as [(Int64, Double, Ordering)])
  func integersAreComparedExactly(_ integer: Int64, _ number: Double, _ order: Ordering) {
    #expect(Value.integer(integer).order(to: .number(number)) == order)
    #expect(Value.number(number).order(to: .integer(integer)) == order.reversed)
  }

  /// A binary number counts as its shortest decimal.
  @Test(
    arguments: [
      ("0.1", 0.1, .equal), ("0.10000000000000000555", 0.1, .descending),
      ("0.1000000000000000", 0.1, .equal),
      ("9007199254740993.0", 9_007_199_254_740_992, .descending),
      ("-0.10000000000000000555", -0.1, .ascending),
    ] as [(String, Double, Ordering)])
  func decimalsAreComparedExactly(_ text: String, _ number: Double, _ order: Ordering) throws {
    #expect(try decimal(text).order(to: .number(number)) == order)
    #expect(Value.number(number).order(to: try decimal(text)) == order.reversed)
  }
}
