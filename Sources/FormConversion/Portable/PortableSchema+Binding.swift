import FormBytes
import FormDefinitions
import FormRules

extension PortableSchema {
  /// Removes the rules that cannot be bound to the form, such as patterns that PCRE2 rejects, and
  /// notes each.
  ///
  /// - Throws: Errors in other parts that definitions cannot express.
  mutating func dropUnbindable(file: String) throws(DefinitionErrors) {
    // The remaining rules may depend on removed ones, for example through their default ids.
    while let errors = try bindingErrors(file: file) {
      try drop(errors, file)
    }
  }

  private func bindingErrors(
    file: String
  ) throws(DefinitionErrors) -> (rules: RuleSet, errors: [DefinitionError])? {
    let text = yaml
    let definitions: [Definition]
    do {
      definitions = try DefinitionFile.parse(text, file: file, knownRules: RuleRegistry.names)
    } catch {
      throw DefinitionErrors(inSource(error.errors, text), file: file)
    }
    guard case .form(let form) = definitions.first, case .ruleSet(let rules) = definitions.last
    else { return nil }
    do {
      _ = try Plan(form: form, ruleSet: rules)
      return nil
    } catch {
      return (rules, error.errors)
    }
  }

  /// Moves the errors of the converted text to the fields that the schema describes, because the
  /// user never sees that text.
  private func inSource(_ errors: [DefinitionError], _ text: String) -> [DefinitionError] {
    let documents = DocumentReader.read(text).nodes
    let starts =
      documents.first?["fields"]?.items.map(\.location.line) ?? []
    let end = documents.count > 1 ? documents[1].location.line : Int.max
    return errors.map { error in
      let line = error.location.line
      let field = line < end ? starts.lastIndex { $0 <= line } : nil
      return DefinitionError(error.message, at: field.map { fields[$0].location } ?? .none)
    }
  }

  private mutating func drop(
    _ found: (rules: RuleSet, errors: [DefinitionError]), _ file: String
  ) throws(DefinitionErrors) {
    // The start of each rule. An error in a rule is located at or after the rule's start.
    var origins: [(start: DefinitionLocation, field: Int?, index: Int)] = []
    for part in found.rules.fields {
      let field = fieldIndex(part.field)
      for (index, rule) in part.rules.enumerated() { origins.append((rule.location, field, index)) }
    }
    for (index, rule) in found.rules.recordRules.enumerated() {
      origins.append((rule.location, nil, index))
    }
    origins.sort { ($0.start.line, $0.start.column) < ($1.start.line, $1.start.column) }
    var messages: [Int: String] = [:]
    for error in found.errors {
      let behind = origins.partitioningIndex {
        ($0.start.line, $0.start.column) > (error.location.line, error.location.column)
      }
      guard behind > 0 else { throw DefinitionErrors(inSource([error], yaml), file: file) }
      messages[behind - 1] = messages[behind - 1] ?? error.message
    }
    // Starts with the last one, so that the preceding indexes remain valid.
    for (origin, message) in messages.sorted(by: { $0.key > $1.key }) {
      let (_, field, index) = origins[origin]
      let rule: DefinitionNode
      if let field {
        fields[field].freezeRules()
        rule = fields[field].otherRules.remove(at: index)
      } else if recordRules.indices.contains(index) {
        rule = recordRules.remove(at: index)
      } else {
        throw DefinitionErrors(inSource(found.errors, yaml), file: file)
      }
      let location =
        rule.location == .none ? field.map { fields[$0].location } ?? .none : rule.location
      notes.addLoss(
        "rule '\(rule.entries.first?.key ?? "")': not converted: \(message)",
        of: field.map { fields[$0].name } ?? "record", at: location)
    }
  }
}

extension PortableField {
  /// Converts all rules to definitions, so that each has its own index.
  fileprivate mutating func freezeRules() {
    otherRules = rules
    (unique, minLength, maxLength, bounds, multipleOf) = (false, nil, nil, [:], nil)
    (pattern, choices, format) = (nil, [], nil)
  }
}
