import FormRules

extension PortableSchema {
  /// Takes out the rules that cannot be bound to the form, such as a pattern that PCRE2 does not read, each
  /// with a note.
  ///
  /// - Throws: what else cannot be said in definitions.
  mutating func dropUnbindable(file: String) throws(DefinitionErrors) {
    // Each round takes one rule out at least.
    while let (subject, rule, words) = try firstUnbindable(file: file) {
      note(subject, "rule '\(rule)': not carried over: \(words)")
    }
  }

  private mutating func firstUnbindable(
    file: String
  ) throws(DefinitionErrors) -> (String, String, String)? {
    let definitions = try DefinitionFile.parse(
      yaml, file: "\(file), converted", knownRules: RuleRegistry.names)
    guard case .form(let form) = definitions.first, case .ruleSet(let rules) = definitions.last
    else { return nil }
    let found: DefinitionErrors
    do {
      _ = try Plan(form: form, ruleSet: rules)
      return nil
    } catch {
      found = error
    }
    for error in found.errors {
      // The last rule that begins before the place is the one.
      var last: (field: Int?, index: Int, location: SourceLocation)?
      func see(_ rule: RuleEntry, _ field: Int?, _ index: Int) {
        let place = rule.location
        guard
          (place.line, place.column) <= (error.location.line, error.location.column),
          last.map({ ($0.location.line, $0.location.column) < (place.line, place.column) }) ?? true
        else { return }
        last = (field, index, place)
      }
      for part in rules.fields {
        for (index, rule) in part.rules.enumerated() { see(rule, fieldIndex(part.field), index) }
      }
      for (index, rule) in rules.record.enumerated() { see(rule, nil, index) }
      guard let last else { continue }
      if let field = last.field {
        fields[field].freezeRules()
        let rule = fields[field].more.remove(at: last.index)
        return (fields[field].name, rule.entries.first?.key ?? "", error.message)
      }
      guard record.indices.contains(last.index) else { continue }
      let rule = record.remove(at: last.index)
      return ("record", rule.entries.first?.key ?? "", error.message)
    }
    throw DefinitionErrors(found.errors, file: "\(file), converted")
  }
}

extension PortableField {
  /// All rules as definitions have them, so that each has its place.
  fileprivate mutating func freezeRules() {
    let rules = rules
    self = {
      var plain = PortableField(name)
      (plain.label, plain.help, plain.header, plain.aliases) = (label, help, header, aliases)
      (plain.type, plain.required) = (type, required)
      plain.more = rules
      return plain
    }()
  }
}
