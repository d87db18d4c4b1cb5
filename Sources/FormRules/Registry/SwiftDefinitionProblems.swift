// Checks definitions that are created in Swift for the errors that the file reader reports: in
// names, languages, and messages with unknown names.

extension Form {
  /// The errors in the names, types and texts of the form; empty for a form that was read from a
  /// file.
  package var problems: [DefinitionError] {
    var problems = [DefinitionNames.problem(ofName: name, "a form's name")]
    problems.append(DefinitionNames.problem(ofForm: name))
    problems += lists.map { DefinitionNames.problem(ofName: $0.name, "a list's name") }
    var headers = HeaderIndex()
    for field in fields {
      problems.append(
        DefinitionNames.problem(ofField: field.name)
          ?? NumberedText(field.name).map {
            "field '\(field.name)': ranges such as \($0.range) are supported only in files; define a field per number"
          } ?? headers.add(field))
      problems += field.type.problems.map { "field '\(field.name)': \($0.message)" }
      problems += field.labelTranslations.keys.sorted().map {
        tagProblem($0, "a label of field '\(field.name)'")
      }
    }
    problems += embedders.map { Form.problem(ofOrigin: $0) }
    for name in key where fieldIndex(name) == nil {
      problems.append(
        .unknown("field in key:", name, known: fields.map(\.name))
      )
    }
    return problems.compactMap { $0.map { DefinitionError($0, at: .none) } }
  }
}

extension RuleSet {
  /// The errors in the names and texts of the rule set; empty for one that was read from a file.
  package var problems: [DefinitionError] {
    var problems = [DefinitionNames.problem(ofName: name, "a rule set's name")]
    problems += parameters.map {
      DefinitionNames.problem(ofParameter: $0.name, "parameter '\($0.name)'")
    }
    let errors = problems.compactMap { $0.map { DefinitionError($0, at: .none) } }
    return errors + (fields.flatMap(\.rules) + recordRules).flatMap(\.problems)
  }
}

extension RuleSet {
  /// The rule set as it is stored: requirements are represented by their codes.
  package var withoutRequirements: RuleSet {
    var rules = self
    for index in rules.fields.indices {
      rules.fields[index].rules = fields[index].rules.map(\.withoutRequirements)
    }
    rules.recordRules = recordRules.map(\.withoutRequirements)
    return rules
  }
}

extension RuleEntry {
  /// The errors in the id, codes and messages of the entry.
  fileprivate var problems: [DefinitionError] {
    var problems: [String?] = []
    for (what, words) in [("id", id), ("code", code)] + codes.values.map({ ("code", $0) }) {
      guard let words else { continue }
      problems.append(
        words.isEmpty ? "\(what) must not be empty" : DefinitionNames.problem(ofWords: words, what))
    }
    let names = MessageCodes.names(ofRule: rule)
    func add(_ text: String?, _ language: String = "en") {
      guard let text else { return }
      let what = "the message of '\(rule)'"
      problems.append(
        tagProblem(language, what)
          ?? MessageTemplate.problem(of: text, what, language: language, names: names))
    }
    add(message)
    for (language, text) in messageTranslations { add(text, language) }
    for text in causeMessages.values { add(text) }
    for (language, texts) in causeMessageTranslations {
      for text in texts.values { add(text, language) }
    }
    for custom in customs.values { add(custom.message) }
    if isNestedTooDeep || parameters?.isNestedTooDeep == true {
      return [.nestedTooDeep(rule, at: location)]
    }
    return problems.compactMap { $0.map { DefinitionError($0, at: location) } }
      + rules.flatMap(\.problems)
  }

  /// The entry without the code of its requirements.
  fileprivate var withoutRequirements: RuleEntry {
    var entry = self
    entry.customs = [:]
    if !rules.isEmpty { entry.rules = rules.map(\.withoutRequirements) }
    return entry
  }
}

/// Returns an error message if the language code is invalid.
private func tagProblem(_ language: String, _ what: String) -> String? {
  Localization.isTag(language)
    ? nil : "\(what): '\(language)' is not a language code such as de or pt-BR"
}
