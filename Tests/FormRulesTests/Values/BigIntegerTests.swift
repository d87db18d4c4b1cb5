import FormTestSupport
import Testing

@testable import FormRules

@Suite struct BigIntegerTests {
  private static let limbs: [UInt64] = [0, 1, .max, .max - 1, 1 << 63, 1 << 63 - 1]

  /// A number of at most `count` limbs, many of which are near the bounds of estimates.
  private static func number(_ count: Int, _ random: inout SeededGenerator) -> BigInteger {
    var result = BigInteger(0)
    for _ in 0..<Int.random(in: 1...count, using: &random) {
      let limb =
        Bool.random(using: &random)
        ? UInt64.random(in: 0...(.max), using: &random)
        : limbs.randomElement(using: &random) ?? 0
      result = result * BigInteger(1 << 64) + BigInteger(Int128(limb))
    }
    return Bool.random(using: &random) ? -result : result
  }

  @Test func quotientAndRestAgreeWithTheDividend() {
    var exact = 0
    let failure = RandomRounds.run("BigInteger", 2_000, long: 50_000) { random, show in
      let divisor = Self.number(4, &random)
      if divisor.isZero { return nil }
      var dividend = Self.number(7, &random)
      if Bool.random(using: &random) { dividend = dividend * divisor }
      show("\(dividend) \(divisor)")
      let (quotient, isExact) = dividend.divided(by: divisor)
      let rest = dividend + -(quotient * divisor)
      if isExact { exact += 1 }
      if rest.isZero != isExact { return "isExact: \(isExact)" }
      // The rest has the sign of the dividend if the quotient is rounded toward zero.
      let zero = BigInteger(0)
      let isRest =
        rest.isZero
        || rest.magnitude.order(to: divisor.magnitude) == .ascending
          && rest.order(to: zero) == dividend.order(to: zero)
      return isRest ? nil : "\(quotient), rest \(rest)"
    }
    #expect(failure == nil)
    #expect(exact > 500)
  }

  @Test(arguments: [0, 1, -1, .max, -.max] as [Int128])
  func numbersOf127BitsAreConverted(_ number: Int128) {
    #expect(BigInteger(number).int128 == number)
  }

  @Test func longerNumbersAreNotConverted() {
    #expect((BigInteger(.max) + BigInteger(1)).int128 == nil)
    #expect(BigInteger(.min).int128 == nil)
    #expect((BigInteger(.max) * BigInteger(.max)).int128 == nil)
  }
}
