public import FormModels

/// The forms, rule sets and sources of a definition file, for programs that store their rules in
/// YAML or JSON.
public struct ParsedDefinitions: Sendable {
  /// The forms, in the order of the file.
  public let forms: [Form]
  /// The rule sets, in the order of the file.
  public let ruleSets: [RuleSet]
  /// The sources, in the order of the file.
  public let sources: [Source]

  /// Reads definitions.
  ///
  /// - Parameters:
  ///   - yaml: The text of a file, as YAML or JSON, which is a subset of YAML.
  ///   - file: The name of the file in errors.
  /// - Throws: All errors, each with its line and column. A syntax error hides the errors after it.
  public init(yaml: String, file: String = "definitions") throws(DefinitionErrors) {
    let definitions = try DefinitionFile.parse(yaml, file: file, knownRules: RuleRegistry.names)
    forms = definitions.compactMap { if case .form(let form) = $0 { form } else { nil } }
    ruleSets = definitions.compactMap { if case .ruleSet(let set) = $0 { set } else { nil } }
    sources = definitions.compactMap { if case .source(let source) = $0 { source } else { nil } }
  }
}

extension [RuleEntry] {
  /// Reads a list of rules of one field, as it appears under the field's name in a rule set.
  ///
  /// - Throws: All errors, each with its line and column. A syntax error hides the errors after it.
  public init(yaml: String) throws(DefinitionErrors) {
    let documents = DocumentReader.read(yaml)
    var reader = DefinitionReader(knownRules: RuleRegistry.names)
    self = documents.nodes.flatMap { reader.ruleEntries($0, "the list", in: .field) ?? [] }
    if let error = documents.error { reader.errors.append(error) }
    if !reader.errors.isEmpty { throw DefinitionErrors(reader.errors) }
  }
}

extension Form {
  /// The form as the document that defines it.
  public var yaml: String { node.yaml }
}

extension RuleSet {
  /// The rule set as the document that defines it.
  public var yaml: String { node.yaml }
}

extension Source {
  /// The source as the document that defines it.
  public var yaml: String { node.yaml }
}

extension ModelValidator where Root == [String: any FormValue] {
  /// Creates a validator from the first form and the first rule set of a definition file.
  ///
  /// - Parameter parameters: The rule set's run parameters, by name.
  /// - Throws: All errors in the file, or else in the rules.
  public init(
    yaml: String, parameters: [String: any FormValue] = [:]
  ) throws(DefinitionErrors) {
    let definitions = try ParsedDefinitions(yaml: yaml)
    guard let form = definitions.forms.first else {
      throw DefinitionErrors([
        DefinitionError("there is no form in the definitions", .missing("form"), at: .none)
      ])
    }
    try self.init(
      form, definitions.ruleSets.first ?? RuleSet(name: form.name, form: form.name),
      parameters: parameters)
  }
}
