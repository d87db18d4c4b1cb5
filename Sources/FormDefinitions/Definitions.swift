public import FormRules

/// The forms and rule sets of a definition file, for programs that keep their rules in YAML or JSON.
public struct Definitions: Sendable {
  /// The forms, in the order of the file.
  public let forms: [Form]
  /// The rule sets, in the order of the file.
  public let ruleSets: [RuleSet]

  /// Reads definitions.
  ///
  /// - Parameters:
  ///   - yaml: the text of a file; JSON is YAML too.
  ///   - file: what errors call it.
  /// - Throws: everything that is wrong, each with its line and column.
  public init(yaml: String, file: String = "definitions") throws(DefinitionErrors) {
    let definitions = try DefinitionFile.parse(yaml, file: file, knownRules: RuleRegistry.names)
    forms = definitions.compactMap { if case .form(let form) = $0 { form } else { nil } }
    ruleSets = definitions.compactMap { if case .ruleSet(let set) = $0 { set } else { nil } }
  }
}

extension [RuleEntry] {
  /// Reads a list of rules of one field, as it stands below the field's name in a rule set.
  ///
  /// - Throws: everything that is wrong, each with its line and column.
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

extension ModelValidator where Root == [String: any FormValue] {
  /// A validator by the first form and the first rule set of a definition file.
  ///
  /// - Parameter given: the rule set's run parameters, by name.
  /// - Throws: everything that is wrong with the file, or with the rules.
  public init(
    yaml: String, parameters: [String: any FormValue] = [:]
  ) throws(DefinitionErrors) {
    let definitions = try Definitions(yaml: yaml)
    guard let form = definitions.forms.first else {
      throw DefinitionErrors([DefinitionError("there is no form in the definitions", at: .none)])
    }
    try self.init(
      form, definitions.ruleSets.first ?? RuleSet(name: form.name, form: form.name),
      parameters: parameters)
  }
}
