import FormTestSupport
import Testing

@testable import FormRules

@Suite struct NumberRuleTests {
  private let text = Form(name: "f", fields: [Field(name: "value", type: .text)])

  /// The rule determines whether a number is in the range of `Double`, mostly without converting
  /// it.
  @Test func rangeIsThatOfBinaryNumbers() throws {
    let rules = try [".", ","].map {
      ($0, try bind(NumberRule.self, ["point": .text($0)], of: text))
    }
    var random = SeededGenerator(seed: TestSeed.value)
    func digits(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        String("0001234567890".randomElement(using: &random) ?? "0")
      }.joined()
    }
    var outOfRange = 0
    for index in 0..<3_000 {
      let number = digits(1...(index % 3 == 0 ? 320 : 20)) + "." + digits(1...20)
      let exponents = [-2_000...2_000, -400...400, 280...310]
      let exponent = Int.random(in: exponents[index % 3], using: &random)
      let source = index % 4 == 0 ? number : "\(number)e\(exponent)"
      let isFinite = Double(source)?.isFinite ?? false
      outOfRange += isFinite ? 0 : 1
      for (point, rule) in rules {
        let found = code(rule, of: text, ["value": source.replacing(".", with: point)])
        #expect(
          found == (isFinite ? nil : "number.outOfRange"), "SEED=\(TestSeed.value): \(source)")
      }
    }
    #expect(outOfRange > 100)
  }
}
