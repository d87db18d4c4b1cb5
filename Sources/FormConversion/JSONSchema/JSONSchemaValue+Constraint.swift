import FormDefinitions
import FormRules

extension JSONSchemaValue {
  /// The constraint of a subschema.
  enum Constraint {
    case always, never
    case rule(DefinitionNode)

    var inverse: Constraint {
      switch self {
      case .always: .never
      case .never: .always
      case .rule(let rule): .rule(.wrapping("not", [rule]))
      }
    }

    static func any(_ parts: [Constraint]) -> Constraint {
      var rules: [DefinitionNode] = []
      for part in parts {
        switch part {
        case .always: return .always
        case .never: break
        case .rule(let rule): rules.append(rule)
        }
      }
      return rules.isEmpty
        ? .never : rules.count == 1 ? .rule(rules[0]) : .rule(.wrapping("any", rules))
    }

    static func all(_ parts: [Constraint]) -> Constraint {
      var rules: [DefinitionNode] = []
      for part in parts {
        switch part {
        case .always: break
        case .never: return .never
        case .rule(let rule): rules.append(rule)
        }
      }
      return rules.isEmpty
        ? .always : rules.count == 1 ? .rule(rules[0]) : .rule(.wrapping("all", rules))
    }
  }
}

extension DefinitionNode {
  /// Returns a rule entry without parameters.
  static func bare(_ name: String) -> DefinitionNode { rule(name, .null()) }

  static func rule(_ name: String, _ value: DefinitionNode) -> DefinitionNode {
    DefinitionNode(.mapping([.init(name, value)]))
  }

  static func wrapping(_ name: String, _ rules: [DefinitionNode]) -> DefinitionNode {
    rule(name, DefinitionNode(.sequence(rules)))
  }
}
