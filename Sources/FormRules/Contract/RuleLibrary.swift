/// The rules and presets that there are, as far as rules with rules inside must know: they are told
/// when they are bound, so that no rule refers to the list in which it stands (`RuleRegistry`).
package protocol RuleLibrary: Sendable {
  /// All rules.
  static var all: [any Rule.Type] { get }
  /// Their stored names.
  static var names: [String] { get }
  /// The rule of a stored name.
  static func rule(named name: String) -> (any Rule.Type)?
  /// Reads the rules inside a rule.
  ///
  /// - Throws: the first error.
  static func rules(
    _ node: DefinitionNode, inside outer: any Rule.Type
  ) throws(DefinitionError) -> [RuleEntry]
  /// The names of the presets.
  static var presetNames: [String] { get }
  /// The preset of a name.
  static func preset(named name: String) -> Preset?
}
