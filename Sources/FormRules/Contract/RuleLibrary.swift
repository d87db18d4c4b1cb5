/// The available rules and presets, for binding nested rules. Rules receive the library when they
/// are bound, so that no rule refers to the list that contains it (`RuleRegistry`).
package protocol RuleLibrary: Sendable {
  /// All rules.
  static var all: [any Rule.Type] { get }
  /// The stored names of all rules.
  static var names: [String] { get }
  /// Returns the rule with a stored name.
  static func rule(named name: String) -> (any Rule.Type)?
  /// Reads the nested rules of a rule.
  ///
  /// - Throws: `DefinitionError`, the first one, if a rule is invalid.
  static func rules(
    _ node: DefinitionNode, inside outer: any Rule.Type
  ) throws(DefinitionError) -> [RuleEntry]
  /// The names of the presets.
  static var presetNames: [String] { get }
  /// Returns the preset with a name.
  static func preset(named name: String) -> Preset?
}
