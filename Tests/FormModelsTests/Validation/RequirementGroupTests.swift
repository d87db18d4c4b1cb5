import FormModels
import Testing

/// Requirements inside other rules keep their closures although their codes are equal.
@Suite struct RequirementGroupTests {
  private static func has(_ part: String) -> RuleEntry {
    .custom("part", "{label} lacks \(part).") { (text: String) in text.contains(part) }
  }

  private func isValid(_ text: String, _ rule: RuleEntry) throws -> Bool {
    try Validator(rule).isValid(text)
  }

  @Test func requirementsWithOneCodeAreDistinguished() throws {
    let (a, b) = (Self.has("a"), Self.has("b"))
    for (text, any, all, not) in [
      ("a", true, false, true), ("b", true, false, true), ("ab", true, true, false),
      ("c", false, false, true),
    ] {
      #expect(try isValid(text, .any(a, b)) == any, "\(text)")
      #expect(try isValid(text, .all(a, b)) == all, "\(text)")
      #expect(try isValid(text, .not(a, b)) == not, "\(text)")
      #expect(try isValid(text, .any(.all(a, b), .not(a, b))))
    }
    let each = try Validator(for: [String].self, .each(a, b))
    #expect(each.isValid(["ab", "ba"]))
    #expect(!each.isValid(["ab", "a"]))
  }

  @Test func eachOfThemHasItsMessage() throws {
    let validator = try Validator(.all(Self.has("a"), Self.has("b")))
    #expect(validator.validate("b").errors.map(\.message) == ["Value lacks a."])
    #expect(validator.validate("a").errors.map(\.message) == ["Value lacks b."])
    let list = try Validator(Self.has("a"), Self.has("b"))
    #expect(list.validate("c").errors.map(\.message) == ["Value lacks a.", "Value lacks b."])
    let any = try Validator(.any(Self.has("a"), Self.has("b")))
    #expect(any.validate("c").errors.map(\.code) == ["any.none"])

  }
}
