import Testing

@testable import FormConversion

/// Groups and anchors of whole patterns.
@Suite struct PatternGroupingTests {
  /// What is written is read as the same pattern.
  @Test(arguments: [
    ("cat|dog", "(cat|dog)", "^(?:cat|dog)$"), ("(a|b)c", "(a|b)c", "^(a|b)c$"),
    ("(a)|(b)", "((a)|(b))", "^(?:(a)|(b))$"), ("[(|]x", "[(|]x", "^[(|]x$"),
    (#"a\|b"#, #"a\|b"#, #"^a\|b$"#), ("|", "(|)", "^(?:|)$"), ("", "", "^$"),
    (#"a|\)"#, #"(a|\))"#, #"^(?:a|\))$"#), ("a|b$", "(a|b$)", "^(?:a|b$)$"),
    ("^a$", "^a$", "^^a$$"), ("(?:a)(?:b)", "(?:a)(?:b)", "^(?:a)(?:b)$"),
  ])
  func groupsAreRemovedWhenRead(pattern: String, grouped: String, anchored: String) {
    #expect(PatternGrouping.grouped(pattern) == grouped)
    #expect(PatternGrouping.anchored(pattern) == anchored)
    #expect(PatternGrouping.withoutGroup(grouped) == pattern)
    #expect(PatternGrouping.withoutAnchors(anchored) == pattern)
  }

  /// Groups and anchors that do not enclose the whole pattern stay.
  @Test(arguments: [
    "(a|b)|(c|d)", "(a)", #"(a|b\1)"#, #"(a|b\)"#, "(a|[b)", "^a|b$", #"^a\$"#, "^", "(", "^a",
  ])
  func otherPatternsStay(pattern: String) {
    #expect(PatternGrouping.withoutGroup(pattern) == pattern)
    #expect(PatternGrouping.withoutAnchors(pattern) == pattern)
  }
}
