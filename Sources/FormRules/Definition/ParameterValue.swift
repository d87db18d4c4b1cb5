/// A value that a parameter of a rule can have.
protocol ParameterValue {
  var parameterNode: DefinitionNode { get }
  /// The words that it is one of; nil when it is no word.
  static var parameterWords: [String]? { get }
  /// Whether a parameter that was declared so takes it.
  func fits(_ type: ParameterType) -> Bool
}

extension ParameterValue {
  static var parameterWords: [String]? { nil }
}

extension String: ParameterValue {
  func fits(_ type: ParameterType) -> Bool {
    [.text, .texts, .value, .values, .operand, .name, .condition].contains(type)
  }
}

extension Int: ParameterValue {
  func fits(_ type: ParameterType) -> Bool {
    if case .integer(let range) = type { return range.contains(self) || self < range.lowerBound }
    return [.integers, .text, .texts, .value, .values, .operand].contains(type)
  }
}

extension Bool: ParameterValue {
  func fits(_ type: ParameterType) -> Bool { [.flag, .value, .operand].contains(type) }
}

extension RuleReference: ParameterValue {
  func fits(_ type: ParameterType) -> Bool { [.value, .operand, .name].contains(type) }
}

extension ParameterValue where Self: RawRepresentable<String> {
  var parameterNode: DefinitionNode { .text(rawValue) }
}

extension ParameterValue where Self: RawRepresentable<String> & CaseIterable {
  static var parameterWords: [String]? { allCases.map(\.rawValue) }

  func fits(_ type: ParameterType) -> Bool {
    switch type {
    case .choice(let words), .choices(let words): words == Self.parameterWords
    default: type == .text || type == .texts
    }
  }
}

/// Several values.
struct ParameterList: ParameterValue {
  let parameterNode: DefinitionNode
  private let words: [String]?

  func fits(_ type: ParameterType) -> Bool {
    if case .choices(let words) = type { return words == self.words }
    return [.texts, .integers, .values, .characters, .rules, .mapping].contains(type)
  }

  init?(_ values: [some ParameterValue]?) {
    guard let values else { return nil }
    self.init(values)
  }

  init<Element: ParameterValue>(_ values: [Element]) {
    words = Element.parameterWords
    parameterNode = DefinitionNode(.sequence(values.map(\.parameterNode)))
  }
}

/// Texts by name.
struct ParameterMapping: ParameterValue {
  let parameterNode: DefinitionNode

  func fits(_ type: ParameterType) -> Bool { type == .mapping }

  init?(_ texts: [String: String]?) {
    guard let texts else { return nil }
    parameterNode = DefinitionNode(.mapping(texts.map { .init($0.key, .text($0.value)) }))
  }
}

/// A constant or reference.
struct ParameterOperand: ParameterValue {
  let parameterNode: DefinitionNode

  func fits(_ type: ParameterType) -> Bool {
    [.text, .value, .values, .operand, .name].contains(type)
  }

  init(_ operand: some RuleOperand) { parameterNode = operand.parameterNode }
}

extension ParameterValue where Self == ParameterList {
  /// Constants of the field's type.
  static func constants(_ values: [some FormValue]) -> ParameterList {
    ParameterList(values.map { ParameterOperand($0) })
  }
}
