extension PatternRule {
  /// Returns the changes between two patterns with their options, from the automata of both.
  /// Patterns that only PCRE2 supports are not compared.
  static func changes(
    from old: [String: DefinitionNode], to new: [String: DefinitionNode]
  ) -> Set<AcceptanceChange> {
    let keys = [pattern.name, mode.name, ignoreCase.name, unicode.name]
    if keys.allSatisfy({ old[$0] == new[$0] }) { return [] }
    guard let before = automaton(old), let after = automaton(new) else { return [.unknown] }
    let difference = before.difference(from: after)
    var changes: Set<AcceptanceChange> = []
    if difference.matchesMore { changes.insert(.stricter) }
    if difference.matchesLess { changes.insert(.looser) }
    return changes
  }

  private static func automaton(_ parameters: [String: DefinitionNode]) -> ScalarAutomaton? {
    let word = parameters[mode.name]?.scalar ?? mode.defaultValue.rawValue
    guard let source = parameters[pattern.name]?.scalar,
      let mode = RuleEntry.PatternMode(rawValue: word), mode != .once
    else { return nil }
    return ScalarAutomaton(
      source, isSearch: mode == .search,
      options: .init(
        ignoresCase: parameters[ignoreCase.name]?.scalar == "true",
        isUnicode: parameters[unicode.name]?.scalar == "true"))
  }
}
