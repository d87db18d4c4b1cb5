import FormBytes
import FormDefinitions
import FormRules

/// The constraint of a subschema on the values of a field.
enum JSONSchemaConstraint: JSONSchemaLogic {
  case always, never
  case rule(DefinitionNode)

  var opposite: JSONSchemaConstraint {
    switch self {
    case .always: .never
    case .never: .always
    case .rule(let rule): .rule(.rule("not", of: [rule]))
    }
  }

  static func any(_ parts: [JSONSchemaConstraint]) -> JSONSchemaConstraint {
    var rules: [DefinitionNode] = []
    for part in parts {
      switch part {
      case .always: return .always
      case .never: break
      case .rule(let rule): rules.append(rule)
      }
    }
    if rules.isEmpty { return .never }
    return .rule(joinedChoices(rules) ?? joined(rules, by: "any"))
  }

  static func all(_ parts: [JSONSchemaConstraint]) -> JSONSchemaConstraint {
    var rules: [DefinitionNode] = []
    for part in parts {
      switch part {
      case .always: break
      case .never: return .never
      case .rule(let rule): rules.append(rule)
      }
    }
    return rules.isEmpty ? .always : .rule(joined(rules, by: "all"))
  }

  private static func joined(_ rules: [DefinitionNode], by name: String) -> DefinitionNode {
    rules.count == 1 ? rules[0] : .rule(name, of: rules)
  }

  /// Joins the rules to one list of choices, if each rule is one.
  private static func joinedChoices(_ rules: [DefinitionNode]) -> DefinitionNode? {
    var choices: [String] = []
    for rule in rules {
      guard rule.entries.count == 1, let items = rule["in"]?.items, !items.isEmpty else {
        return nil
      }
      choices += items.compactMap(\.scalar).filter { !choices.containsBytes(of: $0) }
    }
    return .rule("in", .list(choices))
  }
}
