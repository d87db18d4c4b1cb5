import FormDefinitions
import FormRules

extension DefinitionNode {
  /// The items of a list. Empty for other nodes.
  var items: [DefinitionNode] { if case .sequence(let items) = content { items } else { [] } }

  /// The text of a scalar, or the texts of a list.
  var texts: [String] { scalar.map { [$0] } ?? items.compactMap(\.scalar) }

  /// Returns a rule without parameters.
  static func bare(_ name: String) -> DefinitionNode { rule(name, .null()) }

  static func rule(
    _ name: String, _ value: DefinitionNode, at location: DefinitionLocation = .none
  ) -> DefinitionNode {
    DefinitionNode(.mapping([.init(name, value)]), at: location)
  }

  /// Returns a rule with other rules as its parameters.
  static func rule(_ name: String, of rules: [DefinitionNode]) -> DefinitionNode {
    rule(name, DefinitionNode(.sequence(rules)))
  }

  static func pattern(_ pattern: String, mode: String? = nil) -> DefinitionNode {
    let rule = rule("pattern", .text(pattern))
    return mode.map { rule.adding("mode", $0) } ?? rule
  }

  /// Returns the mapping with another entry at its end.
  func adding(_ key: String, _ text: String) -> DefinitionNode {
    DefinitionNode(.mapping(entries + [.init(key, .text(text))]), at: location)
  }
}
