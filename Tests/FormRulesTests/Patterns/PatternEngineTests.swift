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
  @Test(arguments: [
    ("[A-Z]{2}-[0-9]{4}", "AB-1234", "AB-12"), (#"[^@\s]+@[^@\s]+"#, "a@b", "a b"),
    ("(ab|a)(bc|c)?", "abbc", "abb"), (".*é.*", "née", "nee"), (#"\d+(\.\d+)?"#, "1.5", "1."),
  ])
  func simplePatternsNeedNoPCRE2(_ pattern: String, _ good: String, _ bad: String) throws {
    let validator = try Validator(.pattern(pattern))
    #expect(validator.isValid(good) && !validator.isValid(bad))
    #expect(ByteAutomaton(pattern, isSearch: false) != nil)
  }

  @Test(arguments: [
    RuleEntry.pattern(#"(a)\1"#), .pattern("(?=a)a"), .pattern("a", ignoreCase: true),
    .pattern("a", mode: .once), .pattern(#"\d"#, unicode: true),
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
