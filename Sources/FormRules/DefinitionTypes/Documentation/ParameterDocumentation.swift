/// The documentation of a parameter: its name, type, default and meaning.
public struct ParameterDocumentation: Sendable {
  /// The key.
  public let name: String
  /// The meaning, in one or more sentences.
  public let text: String
  /// The type of its values.
  public let type: ParameterType
  /// The Swift type of its values, which `Parameter` sets.
  package internal(set) var valueType: any Sendable.Type = Never.self
  /// How a change of the parameter changes the values that the rule accepts.
  package internal(set) var effect: ParameterEffect
  /// The default value; nil if there is none, or if it depends on other parameters.
  public internal(set) var defaultValue: DefinitionNode?
  /// The meaning of its absence, or how the default depends on other parameters; nil if
  /// `defaultValue` is the default.
  public let whenAbsent: String?

  @inline(never)
  init(
    _ name: String, _ text: String, effect: ParameterEffect, type: ParameterType,
    whenAbsent: String? = nil
  ) {
    self.name = name
    self.text = text
    self.effect = effect
    self.type = type
    self.whenAbsent = whenAbsent
  }

  /// The meaning, the accepted words unless the text names them, and the default.
  public var description: String {
    var sentences = [text]
    let unnamed = type.words.filter { !text.contains("`\($0)`") }
    if !unnamed.isEmpty {
      sentences.append("One of \(type.words.map { "`\($0)`" }.joined(separator: ", ")).")
    }
    let words = defaultValue?.values.map { "`\($0)`" }.joined(separator: ", ")
    if let words = whenAbsent ?? words { sentences.append("Default: \(words).") }
    return sentences.joined(separator: " ")
  }
}

/// A parameter that a rule declares, of any Swift type; see `Parameter`.
protocol DeclaredParameter: Sendable {
  /// The documentation of the parameter.
  var declaration: ParameterDocumentation { get }
}

extension DeclaredParameter {
  /// The key.
  var name: String { declaration.name }
}

/// The type of a parameter's values.
public enum ParameterType: Sendable, Equatable {
  /// true or false.
  case flag
  /// One of the given words.
  case choice([String])
  /// One or more of the given words.
  case choices([String])
  /// A whole number in the given range.
  case integer(ClosedRange<Int>)
  /// One or more whole numbers.
  case integers
  /// A single text.
  case text
  /// One or more texts.
  case texts
  /// A constant of the field's type.
  case value
  /// One or more constants of the field's type.
  case values
  /// A constant of the field's type, `now`, `today`, {field: …} or {param: …}.
  case operand
  /// One or more names of character sets, or characters.
  case characters
  /// The name of a field or run parameter.
  case name
  /// A condition.
  case condition
  /// One or more rules.
  case rules
  /// A mapping, or a list of mappings.
  case mapping

  /// The name in the catalogue of rules.
  public var name: String {
    switch self {
    case .flag: "flag"
    case .choice: "choice"
    case .choices: "choices"
    case .integer: "integer"
    case .integers: "integers"
    case .text: "text"
    case .texts: "texts"
    case .value: "value"
    case .values: "values"
    case .operand: "operand"
    case .characters: "characters"
    case .name: "name"
    case .condition: "condition"
    case .rules: "rules"
    case .mapping: "mapping"
    }
  }

  /// The accepted words, if these are the only values.
  public var words: [String] {
    switch self {
    case .choice(let words), .choices(let words): words
    default: []
    }
  }
}

extension DefinitionNode {
  /// The texts of all scalars in the node, without keys.
  package var values: [String] {
    switch content {
    case .scalar(let text, _): [text]
    case .sequence(let items): items.flatMap(\.values)
    case .mapping(let entries): entries.flatMap(\.value.values)
    }
  }
}
