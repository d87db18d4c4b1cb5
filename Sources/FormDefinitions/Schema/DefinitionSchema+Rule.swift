import FormRules

extension DefinitionSchema {
  /// A rule's bare name, or a mapping of one rule and its modifiers.
  ///
  /// Parameters may also be adjacent to the rule: `{pattern: x, mode: search}`.
  static var rule: JSON {
    let known =
      modifiers + RuleRegistry.all.map { ($0.name, $0.documentation.summary, value(of: $0)) }
    let names = Set(known.map(\.name))
    let parameters = Set(
      RuleRegistry.all.flatMap { $0.documentation.parameters.map(\.name) }
    ).subtracting(names).sorted()
    let object = object(
      "A rule with its parameters and modifiers.",
      known + parameters.map { ($0, "A parameter of the rule in this entry.", .object([])) },
      translated: ["message."], value: reference("message"))
    // The parameters of these rules have arbitrary names.
    let open = RuleRegistry.all.filter { $0.documentation.acceptsMoreParameters }
    return .object([
      "anyOf": .array(
        [words(RuleRegistry.names), object]
          + open.map {
            .object(["type": .string("object"), "required": .array([.string($0.name)])])
          })
    ])
  }

  /// The value of a rule's key: a mapping of its parameters, or its main parameter.
  private static func value(of rule: any Rule.Type) -> JSON {
    let documentation = rule.documentation
    // The parameter `rules` contains rule entries, which this schema does not restrict.
    let isOpen = documentation.parameters.allSatisfy { $0.name == "rules" }
    if documentation.acceptsMoreParameters || isOpen { return .object([]) }
    var keys: [Key] = documentation.parameters.map { ($0.name, $0.text, .object([])) }
    if documentation.mainParameter != nil {
      // The main parameter may itself be a mapping.
      for (name, text) in [
        ("field", "Another field."), ("param", "A parameter of the run."),
        ("list", "A list of the form."),
      ] where !keys.contains(where: { $0.name == name }) {
        keys.append((name, text, scalar))
      }
    }
    return .object([
      "if": .object(["type": .string("object")]), "then": object(documentation.summary, keys),
    ])
  }

  static var modifiers: [Key] {
    [
      ("id", "The rule's id in reports. Default: field.rule.", scalar),
      (
        "message", "The message, or a message per code; message.de for German, and so on.",
        reference("message")
      ),
      ("code", "A custom code, or one per code of the rule.", reference("message")),
      (
        "severity", "The severity of a failure; only errors reject the record.",
        words(Severity.allCases.map(\.rawValue))
      ),
      ("when", "The rule applies only if this condition is true.", scalar),
      ("needs", "Ids of rules that must have passed.", texts),
      ("scenarios", "The rule applies only in these scenarios.", texts),
      (
        "empty", "How to treat missing and empty values.",
        words(RuleEntry.Empty.allCases.map(\.rawValue))
      ),
      (
        "trim", "Whether leading and trailing blanks are removed before the rule is evaluated.",
        flag
      ),
      (
        "stop", "What happens after a failure.", words(RuleEntry.Stop.allCases.map(\.rawValue))
      ),
      ("at", "For rules of records: the field that errors refer to.", scalar),
    ]
  }

  static var message: JSON {
    .object(["anyOf": .array([scalar, mapping(of: scalar)])])
  }

  static var preset: JSON {
    .object([
      "anyOf": .array([
        .object(["type": .string("array")]),
        object("A preset.", Preset.keys.map { ($0, presetTexts[$0] ?? "", .object([])) }),
      ])
    ])
  }

  private static let presetTexts = [
    "note": "A description.",
    "types": "The types of fields to which it applies.",
    "blank": "How to treat missing and empty values: skip, validate or fail.",
    "missing": "How to treat missing values.",
    "empty": "How to treat empty values.",
    "parameters": "Its parameters with their defaults; null for required parameters.",
    "rules": "Its rules, in which {parameter: NAME} is replaced by a parameter.",
  ]
}
