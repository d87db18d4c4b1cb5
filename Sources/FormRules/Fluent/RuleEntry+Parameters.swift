/// A value that a parameter of a rule can have.
protocol ParameterValue {
  var parameterNode: DefinitionNode { get }
}

extension String: ParameterValue {}
extension Int: ParameterValue {}
extension Bool: ParameterValue {}
extension RuleReference: ParameterValue {}

extension ParameterValue where Self: RawRepresentable<String> {
  var parameterNode: DefinitionNode { .text(rawValue) }
}

/// Several values.
struct ParameterList: ParameterValue {
  let parameterNode: DefinitionNode

  init?(_ values: [some ParameterValue]?) {
    guard let values else { return nil }
    self.init(values)
  }

  init(_ values: [some ParameterValue]) {
    parameterNode = DefinitionNode(.sequence(values.map(\.parameterNode)))
  }
}

/// Texts by name.
struct ParameterMapping: ParameterValue {
  let parameterNode: DefinitionNode

  init?(_ texts: [String: String]?) {
    guard let texts else { return nil }
    parameterNode = DefinitionNode(.mapping(texts.map { .init($0.key, .text($0.value)) }))
  }
}

/// A constant or reference.
struct ParameterOperand: ParameterValue {
  let parameterNode: DefinitionNode

  init(_ operand: some RuleOperand) { parameterNode = operand.parameterNode }
}

extension RuleEntry {
  /// A rule with those of its parameters that are said; nil and null are not.
  init(_ rule: String, _ parameters: KeyValuePairs<String, (any ParameterValue)?>) {
    let said = parameters.compactMap { name, value in
      value.map { DefinitionNode.Entry(name, $0.parameterNode) }
    }.filter { !$0.value.isNull }
    self.init(rule, DefinitionNode(.mapping(said)))
    self.parameters = usualParameters
  }
}

extension ParameterValue where Self == ParameterList {
  /// Constants of the field's type.
  static func constants(_ values: [some FormValue]) -> ParameterList {
    ParameterList(values.map { ParameterOperand($0) })
  }
}
