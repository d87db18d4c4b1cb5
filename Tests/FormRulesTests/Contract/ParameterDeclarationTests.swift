import Testing

@testable import FormRules

/// A parameter is declared once, consistently, and as the rule reads it.
@Suite struct ParameterDeclarationTests {
  /// One parameter of a rule.
  struct Declared: Sendable, CustomTestStringConvertible {
    let rule: any Rule.Type
    let parameter: ParameterDocumentation

    var testDescription: String { "\(rule.name).\(parameter.name)" }
  }

  static let all: [Declared] = RuleRegistry.all.flatMap { rule in
    rule.documentation.parameters.map { Declared(rule: rule, parameter: $0) }
  }

  @Test(arguments: all) func defaultsHaveTheParametersType(_ declared: Declared) throws {
    let parameter = declared.parameter
    // The generated page states the default.
    #expect(!parameter.text.contains("nless said"))
    #expect(parameter.text.hasSuffix("."))
    let defaultText = parameter.defaultValue?.scalar
    switch parameter.type {
    case .flag: #expect(["true", "false", nil].contains(defaultText))
    case .choice(let words):
      #expect(Set(words).count == words.count)
      #expect(defaultText.map(words.contains) ?? (parameter.whenAbsent != nil))
    case .choices(let words):
      #expect(Set(words).count == words.count)
      if case .sequence(let items)? = parameter.defaultValue?.content {
        #expect(items.allSatisfy { words.contains($0.scalar ?? "") })
      }
    case .integer(let range): #expect(defaultText.map { range.contains(Int($0) ?? .min) } ?? true)
    case .integers, .texts: break
    case .text: #expect(parameter.defaultValue == nil || defaultText != nil)
    default: #expect(parameter.defaultValue == nil)
    }
  }

  /// The error for an invalid value names the parameter.
  @Test(arguments: all.filter { $0.parameter.type == .flag || !$0.parameter.type.words.isEmpty })
  func invalidParameterValuesAreRefused(_ declared: Declared) throws {
    let documentation = declared.rule.documentation
    // `header` is read with the file; kinds of files include types.
    if ["exists.header", "media.kinds"].contains(declared.testDescription) { return }
    let wrong = DefinitionNode.Entry(declared.parameter.name, "zzzzzzzz")
    // Some parameters require others, which are taken from an example.
    let needed = documentation.examples.map { example -> [DefinitionNode.Entry] in
      switch example.parameters?.content {
      case .mapping(let said): said
      case nil: []
      default:
        [DefinitionNode.Entry(documentation.mainParameter ?? "", example.parameters ?? .null())]
      }
    }
    let refusals = zip(documentation.examples, needed).compactMap { example, needed in
      refusal(
        declared.rule,
        DefinitionNode(.mapping([wrong] + needed.filter { $0.key != wrong.key })), on: example.type)
    }
    #expect(
      refusals.contains { $0.contains(declared.parameter.name) }, "\(refusals.first ?? "taken")")
  }

  private func refusal(
    _ rule: any Rule.Type, _ parameters: DefinitionNode, on type: FieldType
  ) -> String? {
    func bound<R: Rule>(_ rule: R.Type) -> String? {
      bindingError(
        rule, parameters, on: rule.scope == .record ? nil : "value",
        of: Form(
          name: "f",
          fields: [Field(name: "value", type: type), Field(name: "key", type: .text)]))
    }
    return bound(rule)
  }
}
