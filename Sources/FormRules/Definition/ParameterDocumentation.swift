/// A parameter as people read about it: its name, what it takes, its default and what it means.
public struct ParameterDocumentation: Sendable {
  /// The key.
  public let name: String
  /// What it means.
  public let text: String
  /// What it takes.
  public let type: ParameterType
  /// The default; nil if there is none, or if it depends on other parameters.
  public let defaultValue: DefinitionNode?
  /// What its absence means, or how the default depends on other parameters; nil if `defaultValue` says it.
  public let whenAbsent: String?

  @inline(never)
  init(
    _ name: String, _ text: String, _ type: ParameterType, defaultValue: DefinitionNode? = nil,
    whenAbsent: String? = nil
  ) {
    self.name = name
    self.text = text
    self.type = type
    self.defaultValue = defaultValue
    self.whenAbsent = whenAbsent
  }

  /// Its meaning, the words that it takes unless the text names them, and its default.
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

/// A parameter that a rule declares, of whatever Swift type; see `Parameter`.
protocol DeclaredParameter: Sendable {
  /// What people read about it.
  var declaration: ParameterDocumentation { get }
}

extension DeclaredParameter {
  /// The key.
  var name: String { declaration.name }
}

/// What a parameter takes.
public enum ParameterType: Sendable, Equatable {
  /// true or false.
  case flag
  /// One of these words.
  case choice([String])
  /// One or several of these words.
  case choices([String])
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// One or several whole numbers.
  case integers
  /// A single text.
  case text
  /// One or several texts.
  case texts
  /// A constant of the field's type.
  case value
  /// One or several of these.
  case values
  /// A constant of the field's type, `now`, `today`, {field: …} or {param: …}.
  case operand
  /// One or several names of sets of characters, or characters.
  case characters
  /// The name of a field or run parameter.
  case name
  /// A condition.
  case condition
  /// One or several rules.
  case rules
  /// A mapping, or a list of mappings.
  case mapping

  /// What it is called in the catalogue of rules.
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

  /// The words it takes, when these are all.
  public var words: [String] {
    switch self {
    case .choice(let words), .choices(let words): words
    default: []
    }
  }
}

extension DefinitionNode {
  /// The values that stand in it.
  package var values: [String] {
    switch content {
    case .scalar(let text, _): [text]
    case .sequence(let items): items.flatMap(\.values)
    case .mapping(let entries): entries.flatMap(\.value.values)
    }
  }
}
