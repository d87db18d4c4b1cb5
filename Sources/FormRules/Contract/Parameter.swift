/// A parameter of a rule, declared once: its name, its effect on what the rule accepts, its
/// meaning, its Swift type and its default.
///
/// The rule lists it in its documentation and reads it as `parameters[Self.max]`; a factory in its
/// file passes it as `LengthRule.max(80)`. A parameter with an optional `Value` has no default.
struct Parameter<Value: ParameterValue>: DeclaredParameter {
  private(set) var declaration: ParameterDocumentation
  /// The value if the parameter is absent.
  let defaultValue: Value

  @inline(never)
  fileprivate init(_ declaration: ParameterDocumentation, default value: Value) {
    self.declaration = declaration
    self.declaration.valueType = Value.self
    let node = value.parameterNode
    if !node.isNull { self.declaration.defaultValue = node }
    defaultValue = value
  }

  /// Returns the entry of the parameter for a definition; nil and null omit the parameter.
  func callAsFunction(_ value: Value?) -> DefinitionNode.Entry {
    DefinitionNode.Entry(name, value?.parameterNode ?? .null())
  }
}

extension Parameter {
  /// Creates a parameter with a default.
  init(_ name: String, effect: ParameterEffect, _ text: String, default value: Value) {
    self.init(
      ParameterDocumentation(name, text, effect: effect, type: Value.parameterType), default: value)
  }

  /// - Parameters:
  ///   - type: The type of its values; nil means the type of `Value`.
  ///   - whenAbsent: The meaning of its absence, or how its default depends on other parameters.
  init<Wrapped>(
    _ name: String, effect: ParameterEffect, _ text: String, as type: ParameterType? = nil,
    whenAbsent: String? = nil
  ) where Value == Wrapped? {
    self.init(
      ParameterDocumentation(
        name, text, effect: effect, type: type ?? Wrapped.parameterType, whenAbsent: whenAbsent),
      default: nil)
  }
}

extension Parameter<Bool> {
  /// Creates a flag whose default is false.
  init(_ name: String, effect: ParameterEffect, _ text: String) {
    self.init(name, effect: effect, text, default: false)
  }
}

extension Parameter<Int> {
  init(
    _ name: String, effect: ParameterEffect, _ text: String, in range: ClosedRange<Int>,
    default value: Int
  ) {
    self.init(
      ParameterDocumentation(name, text, effect: effect, type: .integer(range)), default: value)
  }
}

extension Parameter<Int?> {
  init(
    _ name: String, effect: ParameterEffect, _ text: String, in range: ClosedRange<Int>,
    whenAbsent: String? = nil
  ) {
    self.init(
      ParameterDocumentation(
        name, text, effect: effect, type: .integer(range), whenAbsent: whenAbsent),
      default: nil)
  }
}

extension Parameter<[Int]?> {
  func callAsFunction(_ number: Int?) -> DefinitionNode.Entry {
    DefinitionNode.Entry(name, number?.parameterNode ?? .null())
  }
}

extension Parameter<[String]?> {
  func callAsFunction(_ text: String?) -> DefinitionNode.Entry {
    DefinitionNode.Entry(name, text?.parameterNode ?? .null())
  }
}

extension Parameter<ParameterOperand?> {
  func callAsFunction(_ operand: (any RuleOperand)?) -> DefinitionNode.Entry {
    DefinitionNode.Entry(name, operand?.parameterNode ?? .null())
  }

  /// Returns the entry for rules that read `RuleParameters.comparand`: a reference replaces the
  /// parameter.
  func comparand(_ operand: some RuleOperand) -> DefinitionNode.Entry {
    guard case .mapping(let reference) = operand.parameterNode.content else {
      return self(operand)
    }
    return reference[0]
  }
}

extension Parameter<[ParameterOperand]?> {
  func callAsFunction(_ operands: [any RuleOperand]?) -> DefinitionNode.Entry {
    let nodes = operands.map { DefinitionNode(.sequence($0.map(\.parameterNode))) }
    return DefinitionNode.Entry(name, nodes ?? .null())
  }
}

extension DefinitionNode.Entry {
  /// Creates the entry of a parameter, for generated factories; nil omits the parameter.
  init(_ name: String, parameter value: some ParameterValue) {
    self.init(name, value.parameterNode)
  }
}

extension DeclaredRule {
  /// Creates a rule; parameters that are null are omitted.
  init(_ rule: any Rule.Type, _ parameters: DefinitionNode.Entry...) {
    self.init(rule, parameters)
  }

  init(_ rule: any Rule.Type, _ parameters: [DefinitionNode.Entry]) {
    let parameters = parameters.filter { !$0.value.isNull }
    var entry = RuleEntry(rule.name, DefinitionNode(.mapping(parameters)))
    entry.parameters = entry.normalizedParameters(of: rule.documentation)
    self.init(entry)
  }

  /// Creates a rule that consists of nested rules.
  init(_ rule: any Rule.Type, rules: [Self]) {
    let name = rule.name
    self.init(containing: rules) { rules in
      var entry = RuleEntry(name)
      entry.rules = rules
      return entry
    }
  }
}

extension RuleEntry {

  /// Returns the parameters in the stored form: nil, the value of the main parameter, or a mapping
  /// in which the main parameter has the key `mainParameter`.
  func normalizedParameters(of documentation: RuleDocumentation) -> DefinitionNode? {
    guard let parameters, case .mapping(var entries) = parameters.sortedByKey.content,
      !entries.contains(where: { $0.key == Self.mainParameter })
    else { return parameters }
    if entries.isEmpty { return nil }
    if let index = entries.firstIndex(where: { $0.key == documentation.mainParameter }) {
      if entries.count == 1 { return entries[0].value }
      entries[index].key = Self.mainParameter
    }
    return DefinitionNode(.mapping(entries)).sortedByKey
  }
}
