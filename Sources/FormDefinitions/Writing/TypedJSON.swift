import FormBytes
package import FormRules

extension Definition {
  /// The definition as JSON for programs: numbers and booleans for keys that accept nothing else,
  /// and other scalars as text.
  ///
  /// Reading it returns an equal definition.
  package var typedJSON: JSON {
    switch self {
    case .form(let form): form.node.typedJSON(ScalarKind.ofForms)
    case .ruleSet(let ruleSet): ruleSet.node.typedJSON(ScalarKind.ofLimits)
    // The keys of a source are names of columns, fields and texts.
    case .source(let source): source.node.textJSON()
    }
  }
}

/// The type of a scalar.
private enum ScalarKind {
  case text, flag, number

  static let ofForms: [String: ScalarKind] = [
    "required": .flag, "sensitive": .flag, "trim": .flag, "prefill": .flag, "scale": .number,
  ]
  static let ofLimits: [String: ScalarKind] = ["min": .number, "max": .number, "trim": .flag]

  /// - Parameter rule: The rule to which the parameter belongs.
  init(_ parameter: ParameterDocumentation, of rule: RuleDocumentation) {
    switch parameter.type {
    case .flag: self = .flag
    case .integer, .integers: self = .number
    // Constants of a field's type are numbers if the rule applies only to numbers or times.
    case .value, .operand:
      self = rule.types.contains("text") || rule.types.isEmpty ? .text : .number
    default: self = .text
    }
  }

  func json(_ text: String) -> JSON {
    switch self {
    case .flag where text == "true" || text == "false": .bool(text == "true")
    case .number where text.utf8.span.isJSON(.number): .number(text)
    default: .string(text)
    }
  }
}

extension DefinitionNode {
  /// - Parameters:
  ///   - kinds: By key, the types of scalars, outside of rules.
  ///   - own: The type of this node if it is a scalar, otherwise of the scalars in it.
  fileprivate func typedJSON(_ kinds: [String: ScalarKind], own: ScalarKind = .text) -> JSON {
    switch content {
    case .scalar(let text, _): isNull ? .null : own.json(text)
    case .sequence(let items): .array(items.map { $0.typedJSON(kinds, own: own) })
    case .mapping(let entries):
      .object(
        entries.map { entry in
          guard kinds[entry.key] == nil,
            let rule = RuleRegistry.documentation(ofRule: entry.key)
          else {
            return .init(entry.key, entry.value.typedJSON(kinds, own: kinds[entry.key] ?? .text))
          }
          let parameters = Dictionary(
            rule.parameters.map { ($0.name, ScalarKind($0, of: rule)) }, uniquingKeysWith: { $1 })
          return .init(
            entry.key,
            entry.value.typedJSON(
              parameters, own: rule.mainParameter.flatMap { parameters[$0] } ?? .text))
        })
    }
  }
}
