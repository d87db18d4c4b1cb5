import FormTestSupport
import Testing

@testable import FormRules

@Suite struct NumberRuleTests {
  private let text = Form(name: "f", fields: [Field(name: "value", type: .text)])

  /// The rule determines whether a number is in the range of `Double`, mostly without converting
  /// it.
  @Test func rangeMatchesBinaryFloatingPoint() throws {
    let rules = try [".", ","].map {
      ($0, try bind(NumberRule.self, ["point": .text($0)], of: text))
    }
    var outOfRange = 0
    let failure = RandomRounds.run("numbers", 1_000, long: 3_000) { random, show in
      func digits(_ count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &random)).map { _ in
          String("0001234567890".randomElement(using: &random) ?? "0")
        }.joined()
      }
      let kind = Int.random(in: 0..<3, using: &random)
      let number = digits(1...(kind == 0 ? 320 : 20)) + "." + digits(1...20)
      let exponents = [-2_000...2_000, -400...400, 280...310]
      let exponent = Int.random(in: exponents[kind], using: &random)
      let source = Int.random(in: 0..<4, using: &random) == 0 ? number : "\(number)e\(exponent)"
      show(source)
      let isFinite = Double(source)?.isFinite ?? false
      outOfRange += isFinite ? 0 : 1
      for (point, rule) in rules {
        let found = code(rule, of: text, ["value": source.replacing(".", with: point)])
        if found != (isFinite ? nil : "number.outOfRange") { return found ?? "accepted" }
      }
      return nil
    }
    #expect(failure == nil)
    #expect(outOfRange > 30)
  }
}
