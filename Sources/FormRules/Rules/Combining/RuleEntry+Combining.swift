// Rules made of rules.
extension RuleEntry {
  /// Every one of the rules is satisfied; there is one error for all.
  public static func all(_ rules: RuleEntry...) -> RuleEntry { combining("all", rules) }

  /// The same with the rules in an array.
  public static func all(_ rules: [RuleEntry]) -> RuleEntry { combining("all", rules) }

  /// Every item of a list satisfies every one of the rules.
  public static func each(_ rules: RuleEntry...) -> RuleEntry { combining("each", rules) }

  /// The same with the rules in an array.
  public static func each(_ rules: [RuleEntry]) -> RuleEntry { combining("each", rules) }

  /// At least one of the rules is satisfied.
  public static func any(_ rules: RuleEntry...) -> RuleEntry { combining("any", rules) }

  /// The same with the rules in an array.
  public static func any(_ rules: [RuleEntry]) -> RuleEntry { combining("any", rules) }

  /// The rules are not satisfied: not all of them.
  public static func not(_ rules: RuleEntry...) -> RuleEntry { combining("not", rules) }

  /// The same with the rules in an array.
  public static func not(_ rules: [RuleEntry]) -> RuleEntry { combining("not", rules) }

  /// Every rule of a preset is satisfied: one of the rule set's own, or one that the program brings
  /// along, such as `atg.length`.
  public static func use(
    _ preset: String, _ parameters: [String: DefinitionNode] = [:]
  ) -> RuleEntry {
    let given = parameters.map { DefinitionNode.Entry($0.key, $0.value) }
    var entry = RuleEntry("use", DefinitionNode(.mapping([.init("preset", .text(preset))] + given)))
    entry.parameters = entry.usualParameters(of: UseRule.documentation)
    return entry
  }

  private static func combining(_ rule: String, _ rules: [RuleEntry]) -> RuleEntry {
    var entry = RuleEntry(rule)
    entry.rules = rules
    return entry
  }
}
