/// A Swift type of rule parameters.
protocol ParameterValue: Sendable {
  /// The documented type of a parameter with this Swift type.
  static var parameterType: ParameterType { get }
  /// The documented type of a parameter that is a list of these values.
  static var listType: ParameterType { get }

  /// The value in a definition.
  var parameterNode: DefinitionNode { get }

  /// Reads the value of a parameter.
  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> Self

  /// Reads a parameter that is a list; a single value is a list of one.
  static func readList(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError)
    -> [Self]
}

extension ParameterValue {
  static var listType: ParameterType { parameterType }

  static func readList(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError)
    -> [Self]
  {
    guard case .sequence(let items) = node.content else {
      return [try read(node, use)]
    }
    var values: [Self] = []
    for item in items { values.append(try read(item, use)) }
    return values
  }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
  static var parameterType: ParameterType { Wrapped.parameterType }
  var parameterNode: DefinitionNode { self?.parameterNode ?? .null() }

  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> Wrapped?
  {
    try Wrapped.read(node, use)
  }
}

extension Array: ParameterValue where Element: ParameterValue {
  static var parameterType: ParameterType { Element.listType }
  var parameterNode: DefinitionNode { DefinitionNode(.sequence(map(\.parameterNode))) }

  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> [Element]
  {
    try Element.readList(node, use)
  }
}

extension String: ParameterValue {
  static var parameterType: ParameterType { .text }
  static var listType: ParameterType { .texts }

  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> String {
    guard let text = node.scalar else {
      throw use.error("\(use.name) is \(node.kindName) but must be a single value", .wrongType)
    }
    return text
  }

  static func readList(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError)
    -> [String]
  {
    switch node.content {
    case .scalar(let text, _): return [text]
    case .mapping: throw use.error("\(use.name) must be a list", .wrongType)
    case .sequence(let nodes):
      var texts: [String] = []
      for node in nodes {
        guard let text = node.scalar else {
          throw DefinitionError(
            "'\(use.parameters.rule)': \(node.kindName) in a list of values; quote it if it is text",
            .wrongType, at: node.location)
        }
        texts.append(text)
      }
      return texts
    }
  }
}

extension Int: ParameterValue {
  static var parameterType: ParameterType { .integer(0...Int.max) }
  static var listType: ParameterType { .integers }

  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> Int {
    let text = try String.read(node, use)
    guard let value = Int(text) else {
      throw use.error("\(use.name) must be a whole number", .wrongType)
    }
    if case .integer(let range) = use.parameter.type { try use.check(value, in: range) }
    return value
  }

  /// Reads a list that must not be empty, sorted and without duplicates.
  static func readList(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> [Int]
  {
    let texts = try String.readList(node, use)
    if texts.isEmpty {
      throw use.error("\(use.name) must not be empty", .missing(nil))
    }
    var numbers: Set<Int> = []
    for text in texts {
      guard let number = Int(text), number >= 0 else {
        throw use.error("\(use.name) must be a whole number, or a list of them", .wrongType)
      }
      numbers.insert(number)
    }
    return numbers.sorted()
  }
}

extension Bool: ParameterValue {
  static var parameterType: ParameterType { .flag }

  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> Bool {
    switch try String.read(node, use) {
    case "true": return true
    case "false": return false
    default:
      throw use.error("\(use.name) must be true or false", .wrongType)
    }
  }
}

// One of a fixed set of words.
extension ParameterValue where Self: RawRepresentable<String> & CaseIterable {
  static var parameterType: ParameterType { .choice(allCases.map(\.rawValue)) }
  static var listType: ParameterType { .choices(allCases.map(\.rawValue)) }
  var parameterNode: DefinitionNode { .text(rawValue) }

  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> Self {
    try word(String.read(node, use), use)
  }

  static func readList(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError)
    -> [Self]
  {
    let texts = try String.readList(node, use)
    if texts.isEmpty {
      throw use.error("\(use.name) must not be empty", .missing(nil))
    }
    var words: [Self] = []
    for text in texts { words.append(try word(text, use)) }
    return words
  }

  private static func word(
    _ text: String, _ use: ParameterUse
  ) throws(DefinitionError) -> Self {
    if let word = Self(rawValue: text) { return word }
    throw .unknown(
      "\(use.name) of '\(use.parameters.rule)':", text, known: allCases.map(\.rawValue),
      at: use.location)
  }
}

// Texts by name.
extension Dictionary: ParameterValue where Key == String, Value == String {
  static var parameterType: ParameterType { .mapping }
  var parameterNode: DefinitionNode {
    DefinitionNode(.mapping(map { .init($0.key, .text($0.value)) }))
  }

  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> [String:
    String]
  {
    guard case .mapping(let entries) = node.content else {
      throw use.error("\(use.name) must be a mapping", .wrongType)
    }
    var texts: [String: String] = [:]
    for entry in entries {
      guard let text = entry.value.scalar else {
        throw use.error("'\(entry.key)' in \(use.name) must be a single value", .wrongType)
      }
      texts[entry.key] = text
    }
    return texts
  }
}

/// A value that is kept as a node, since its meaning depends on the rule's field and form.
protocol ParameterNode: ParameterValue {
  init(parameterNode: DefinitionNode)
}

extension ParameterNode {
  static func read(_ node: DefinitionNode, _ use: ParameterUse) throws(DefinitionError) -> Self {
    Self(parameterNode: node)
  }
}

/// A constant of the field's type or a reference; see `RuleParameters.operand`.
struct ParameterOperand: ParameterNode {
  static let parameterType = ParameterType.value
  static let listType = ParameterType.values
  let parameterNode: DefinitionNode
}

/// The nested rules of a rule; they are in `RuleEntry.rules`.
struct ParameterRules: ParameterNode {
  static let parameterType = ParameterType.rules
  let parameterNode: DefinitionNode
}

/// A parameter of a rule that is being bound; creates its errors.
struct ParameterUse {
  let parameter: ParameterDocumentation
  let parameters: RuleParameters

  var name: String { parameter.name }
  var location: DefinitionLocation { parameters[name]?.location ?? parameters.location }

  func error(_ message: String, _ cause: DefinitionError.Cause = .invalidValue) -> DefinitionError {
    parameters.error(message, cause, at: name)
  }

  /// - Throws: `DefinitionError` if a number is out of range.
  func check(_ value: Int, in range: ClosedRange<Int>) throws(DefinitionError) {
    guard !range.contains(value) else { return }
    throw error(
      range.upperBound == Int.max
        ? "\(name) must be at least \(range.lowerBound)"
        : "\(name) must be \(range.lowerBound) to \(range.upperBound)")
  }
}

extension RuleParameters {
  /// A parameter's value, or its default.
  subscript<Value: ParameterValue>(_ parameter: Parameter<Value>) -> Value {
    get throws(DefinitionError) {
      assert(declares(parameter), "'\(rule)' does not list its parameter '\(parameter.name)'")
      guard let node = self[parameter.name] else { return parameter.defaultValue }
      return try Value.read(node, use(of: parameter))
    }
  }

  /// The node of a parameter; nil if it is absent.
  func node(_ parameter: some DeclaredParameter) -> DefinitionNode? { self[parameter.name] }

  /// Returns an error at a parameter.
  func error(
    _ message: String, _ cause: DefinitionError.Cause = .invalidValue,
    at parameter: some DeclaredParameter
  ) -> DefinitionError {
    error(message, cause, at: parameter.name)
  }

  /// Returns whether the rule declares the parameter; for code that several rules share.
  func declares(_ parameter: some DeclaredParameter) -> Bool {
    type.documentation.parameters.contains { $0.name == parameter.name }
  }

  /// The location of a parameter or, if it is absent, of the rule.
  func location(of parameter: some DeclaredParameter) -> DefinitionLocation {
    self[parameter.name]?.location ?? location
  }

  /// Returns the parameter as used by this rule.
  func use(of parameter: some DeclaredParameter) -> ParameterUse {
    ParameterUse(parameter: parameter.declaration, parameters: self)
  }
}
