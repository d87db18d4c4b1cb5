import FormRules

extension DefinitionReader {
  /// Reads one document.
  mutating func definition(_ document: DefinitionNode) -> Definition? {
    guard let entries = entries(document, "a definition") else { return nil }
    if entries.contains(where: { $0.key == "messages" }) {
      report(
        "messages are not a definition", .messages, at: document.location)
      return nil
    }
    if entries.contains(where: { $0.key == "source" }) {
      guard let source = source(document) else { return nil }
      noteSecond("source", named: source.name, at: document.location)
      return .source(source)
    }
    if entries.contains(where: { $0.key == "rules" }) {
      guard let ruleSet = ruleSet(document) else { return nil }
      noteSecond("rule set", named: ruleSet.name, at: document.location)
      return .ruleSet(ruleSet)
    }
    if entries.contains(where: { $0.key == "form" }) {
      guard let form = form(document) else { return nil }
      noteSecond("form", named: form.name, at: document.location)
      return .form(form)
    }
    report(
      "a definition requires the key 'form', 'rules' or 'source' with its name", .missing(nil),
      at: document.location)
    return nil
  }

  private mutating func noteSecond(
    _ kind: String, named name: String, at location: DefinitionLocation
  ) {
    if let first = definitions["\(kind) \(name)"] {
      report(
        "a second \(kind) '\(name)'; the first is on line \(first.line); rename one",
        .duplicate(name),
        at: location)
    } else {
      definitions["\(kind) \(name)"] = location
    }
  }
}
