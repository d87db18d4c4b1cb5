import FormModels
import Testing

@testable import FormRules

extension Trait where Self == ConditionTrait {
  /// Skips tests of patterns that only PCRE2 supports.
  static var requiresPCRE2: Self { .enabled(if: hasPCRE2, "requires the trait PCRE2") }
}

#if PCRE2
let hasPCRE2 = true
#else
let hasPCRE2 = false
#endif

/// The patterns that the built-in automaton supports, with and without PCRE2.
@Suite struct PatternEngineTests {
  @Test func caseAndScriptsNeedNoPCRE2() throws {
    #expect(try Validator(.pattern("[a-z]+k", ignoreCase: true)).isValid("ABK"))
    let name = try Validator(.pattern(#"\p{L}[\w'-]*"#, unicode: true))
    #expect(name.isValid("Łukasz") && name.isValid("Zoë") && !name.isValid("1"))
  }

  @Test(arguments: [
    ("[A-Z]{2}-[0-9]{4}", "AB-1234", "AB-12"), (#"[^@\s]+@[^@\s]+"#, "a@b", "a b"),
    ("(ab|a)(bc|c)?", "abbc", "abb"), (".*é.*", "née", "nee"), (#"\d+(\.\d+)?"#, "1.5", "1."),
  ])
  func simplePatternsNeedNoPCRE2(_ pattern: String, _ good: String, _ bad: String) throws {
    let validator = try Validator(.pattern(pattern))
    #expect(validator.isValid(good) && !validator.isValid(bad))
    #expect(ScalarAutomaton(pattern, isSearch: false) != nil)
  }

  @Test(arguments: [
    RuleEntry.pattern(#"(a)\1"#), .pattern("(?=a)a"), .pattern("é", ignoreCase: true),
    .pattern("a", mode: .once), .pattern(#"\p{Greek}"#),
  ])
  func otherPatternsNeedPCRE2(_ rule: RuleEntry) throws {
    if hasPCRE2 {
      _ = try Validator(rule)
      return
    }
    let error = try #require(throws: DefinitionErrors.self) { try Validator(rule) }
    #expect(error.errors.map(\.cause) == [.requiresTrait("PCRE2")])
    #expect(error.description.contains("build formrec with the trait PCRE2"))
  }
}
