import FormRules
import Testing

@testable import FormConversion

@Suite struct NumberLiteralTests {
  @Test(
    arguments: [
      ("1.0", "1"), ("-2.50", "-2.5"), ("1e3", "1000"), ("1.25e1", "12.5"), ("5e-2", "0.05"),
      ("-0", "0"), ("007", "7"), ("1e400", nil), ("1e-9223372036854775808", nil), ("x", nil),
      ("", nil), ("-9.7e2", "-970"),
    ])
  func numbersAreWrittenInPlainNotation(text: String, plain: String?) {
    #expect(NumberLiteral.plain(text) == plain)
  }

  @Test func numbersHaveAtMostAHundredDigits() {
    let digits = String(repeating: "7", count: 99)
    #expect(NumberLiteral.plain("\(digits).7") == "\(digits).7")
    #expect(NumberLiteral.plain("7\(digits).7") == nil)
  }

  @Test func boundsAreRoundedToWholeNumbers() {
    #expect(NumberLiteral.whole("1.1", roundedUp: true) == 2)
    #expect(NumberLiteral.whole("1.1", roundedUp: false) == 1)
    #expect(NumberLiteral.whole("-1.1", roundedUp: true) == -1)
    for isUp in [false, true] {
      #expect(NumberLiteral.whole("1.0", roundedUp: isUp) == 1)
      #expect(NumberLiteral.whole("9223372036854775808", roundedUp: isUp) == nil)
    }
    #expect(NumberLiteral.whole("-0.5", roundedUp: true) == 0)
    #expect(NumberLiteral.whole("-0.5", roundedUp: false) == -1)
    #expect(NumberLiteral.whole("9223372036854775807.5", roundedUp: true) == nil)
    #expect(NumberLiteral.whole("9223372036854775807.5", roundedUp: false) == 9223372036854775807)
    #expect(NumberLiteral.whole("-9223372036854775808.5", roundedUp: false) == nil)
    #expect(NumberLiteral.whole("-1.1", roundedUp: false) == -2)
  }
}
