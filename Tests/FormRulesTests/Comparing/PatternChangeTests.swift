import Testing

@testable import FormRules

/// Inclusion of patterns.
@Suite struct PatternChangeTests {
  @Test(arguments: [
    ("[a-z]+", "[a-z]+", ""), ("[a-z]+", "[a-z]{1,}", ""), ("a|b", "[ab]", ""),
    ("[a-z]+", "[a-y]+", "stricter"), ("[a-z]{2,5}", "[a-z]{2,6}", "looser"),
    ("[a-z]+", "[A-Z]+", "looser stricter"), ("a.c", "abc", "stricter"),
    ("[0-9]{5}", "[0-9]{5}(-[0-9]{4})?", "looser"), ("é+", "[éè]+", "looser"),
    ("[\u{4E00}-\u{9FFF}]+", "[\u{4E00}-\u{9FFE}]+", "stricter"), ("a", "(?=a)a", "unknown"),
    ("(?i)a", "a", "unknown"),
  ])
  func wholePatternsAreCompared(_ old: String, _ new: String, _ expected: String) {
    #expect(changes(["pattern": old], ["pattern": new]) == expected)
  }

  @Test(arguments: [
    (["pattern": "a"], ["pattern": "a", "mode": "search"], "looser"),
    (["pattern": "^a$", "mode": "search"], ["pattern": "a"], ""),
    (["pattern": "a"], ["pattern": "a", "ignoreCase": "true"], "looser"),
    (["pattern": "a", "ignoreCase": "true"], ["pattern": "a"], "stricter"),
    (["pattern": "a", "mode": "once"], ["pattern": "a", "mode": "search"], "unknown"),
    (["pattern": "a", "mode": "once"], ["pattern": "a", "mode": "once"], ""),
  ])
  func optionsAreCompared(_ old: [String: String], _ new: [String: String], _ expected: String) {
    #expect(changes(old, new) == expected)
  }

  private func changes(_ old: [String: String], _ new: [String: String]) -> String {
    PatternRule.changes(
      from: old.mapValues(DefinitionNode.text), to: new.mapValues(DefinitionNode.text)
    ).map(\.rawValue).sorted().joined(separator: " ")
  }
}
