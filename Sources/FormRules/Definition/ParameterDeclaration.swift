extension RuleDocumentation {
  /// A parameter as it is declared, once: its name, what it takes, what holds when it is not said, and
  /// what it means. The documentation, the check for unknown keys, the reading of its value and the
  /// factories in Swift go by this.
  public struct Parameter: Sendable {
    /// The key.
    public let name: String
    /// What it means.
    public let text: String
    /// What it takes.
    public let type: ParameterType
    /// What holds when it is not said; nil when that is nothing, or depends on others.
    public let usual: DefinitionNode?
    /// How what is usual depends on others, or what its absence means; nil when `usual` says it.
    public let unsaid: String?

    @inline(never)
    fileprivate init(
      _ name: String, _ text: String, _ type: ParameterType, usual: DefinitionNode? = nil,
      unsaid: String? = nil
    ) {
      self.name = name
      self.text = text
      self.type = type
      self.usual = usual
      self.unsaid = unsaid
    }

    /// What people read: what it means, its words as far as the text does not name them, and what
    /// holds when it is not said.
    public var description: String {
      var sentences = [text]
      let unnamed = type.words.filter { !text.contains("`\($0)`") }
      if !unnamed.isEmpty {
        sentences.append("One of \(type.words.map { "`\($0)`" }.joined(separator: ", ")).")
      }
      let words = usual?.values.map { "`\($0)`" }.joined(separator: ", ")
      if let usual = unsaid ?? words { sentences.append("Default: \(usual).") }
      return sentences.joined(separator: " ")
    }
  }
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

extension RuleDocumentation.Parameter {
  /// - Parameter usual: nil when it depends on other parameters; `unsaid` says how.
  @inline(never)
  static func flag(
    _ name: String, _ text: String, usual: Bool? = false, unsaid: String? = nil
  ) -> Self {
    Self(name, text, .flag, usual: usual?.parameterNode, unsaid: unsaid)
  }

  @inline(never)
  static func choice<Words: ParameterValue & CaseIterable & RawRepresentable<String>>(
    _ name: String, _ text: String, usual: Words
  ) -> Self {
    Self(name, text, .choice(Words.words), usual: usual.parameterNode)
  }

  /// - Parameter unsaid: how what is usual depends on other parameters.
  @inline(never)
  static func choice<Words: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ text: String, of type: Words.Type, unsaid: String
  ) -> Self {
    Self(name, text, .choice(type.words), unsaid: unsaid)
  }

  @inline(never)
  static func choices<Words: ParameterValue & CaseIterable & RawRepresentable<String>>(
    _ name: String, _ text: String, of type: Words.Type, usual: [Words]? = nil,
    unsaid: String? = nil
  ) -> Self {
    Self(
      name, text, .choices(type.words), usual: ParameterList(usual)?.parameterNode, unsaid: unsaid)
  }

  @inline(never)
  static func integer(
    _ name: String, _ text: String, in range: ClosedRange<Int> = 0...Int.max, usual: Int? = nil,
    unsaid: String? = nil
  ) -> Self {
    Self(name, text, .integer(range), usual: usual?.parameterNode, unsaid: unsaid)
  }

  @inline(never)
  static func text(
    _ name: String, _ text: String, usual: String? = nil, unsaid: String? = nil
  ) -> Self {
    Self(name, text, .text, usual: usual?.parameterNode, unsaid: unsaid)
  }

  @inline(never)
  static func texts(
    _ name: String, _ text: String, usual: [String]? = nil, unsaid: String? = nil
  ) -> Self {
    Self(name, text, .texts, usual: ParameterList(usual)?.parameterNode, unsaid: unsaid)
  }

  /// One that is absent unless it is said.
  ///
  /// - Parameter unsaid: what that means.
  @inline(never)
  static func other(
    _ name: String, _ text: String, _ type: ParameterType, unsaid: String? = nil
  ) -> Self {
    Self(name, text, type, unsaid: unsaid)
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words of a parameter that takes one of them.
  fileprivate static var words: [String] { allCases.map(\.rawValue) }
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
