import FormRules

extension DefinitionReader {
  static let exampleKeys = ["accept", "reject", "because"]
  static let ruleSetKeys = [
    "rules", "form", "presets", "fields", "record", "parameters", "limits", "examples",
  ]

  /// Reads a rule set's document.
  ///
  /// Sorts the entries of mappings by key, because their order has no meaning.
  mutating func ruleSet(_ document: DefinitionNode) -> RuleSet? {
    guard let keys = entries(document, "a rule set", known: Self.ruleSetKeys),
      let nameNode = keys["rules"]
    else { return nil }
    let name = self.name(nameNode, "a rule set's name")
    let presets = keys["presets"].flatMap { self.presets($0) } ?? []
    let fields = keys["fields"].flatMap { fieldRules($0) } ?? []
    let record = keys["record"].flatMap { ruleEntries($0, "record", in: .record) } ?? []
    let parameters = keys["parameters"].flatMap { runParameters($0) } ?? []
    let limits = keys["limits"].flatMap { self.limits($0) } ?? []
    let examples = keys["examples"].flatMap { self.examples($0) } ?? []
    guard let formNode = keys["form"] else {
      report(
        "rule set '\(name ?? "")' has no form; add form: NAME", .missing("form"),
        at: keys.location)
      return nil
    }
    let form = self.name(formNode, "a form's name")
    guard let name, let form else { return nil }
    var ruleSet = RuleSet(
      name: name, form: form, fields: fields, recordRules: record, parameters: parameters)
    (ruleSet.limits, ruleSet.examples, ruleSet.presets) = (limits, examples, presets)
    return ruleSet
  }

  private mutating func fieldRules(_ node: DefinitionNode) -> [FieldRules]? {
    guard let entries = entries(node, "fields") else { return nil }
    var result: [FieldRules] = []
    for entry in entries.sorted(by: DefinitionNode.Entry.isBefore) {
      if entry.key.isEmpty {
        report("a field's name must not be empty", .missing(nil), at: entry.keyLocation)
      }
      guard let rules = ruleEntries(entry.value, "field '\(entry.key)'", in: .field) else {
        continue
      }
      result.append(FieldRules(field: entry.key, rules: rules, location: entry.keyLocation))
    }
    return result
  }

  mutating func ruleEntries(
    _ node: DefinitionNode, _ what: String, in parent: RuleParent
  ) -> [RuleEntry]? {
    guard let items = items(node, what) else { return nil }
    if items.isEmpty {
      report("\(what) has no rules; add one or remove the key", .missing(nil), at: node.location)
    }
    return items.compactMap { ruleEntry($0, in: parent) }
  }

  private mutating func runParameters(_ node: DefinitionNode) -> [RunParameter]? {
    guard let entries = entries(node, "parameters") else { return nil }
    var result: [RunParameter] = []
    for entry in entries.sorted(by: DefinitionNode.Entry.isBefore) {
      let what = "parameter '\(entry.key)'"
      if let problem = DefinitionNames.problem(ofParameter: entry.key, what) {
        report(problem, at: entry.keyLocation)
        continue
      }
      // A parameter is usually a bare type name. A mapping also contains the type's options.
      let keys: KnownEntries?
      if case .mapping = entry.value.content {
        keys = self.entries(entry.value, what, known: ["type"] + FieldType.optionNames)
      } else {
        keys = KnownEntries(location: entry.value.location, entries: [.init("type", entry.value)])
      }
      guard let keys, let type = fieldType(keys, of: what) else { continue }
      result.append(RunParameter(name: entry.key, type: type, location: entry.keyLocation))
    }
    return result
  }

  private mutating func examples(_ node: DefinitionNode) -> [Example]? {
    items(node, "examples")?.compactMap { example($0) }
  }

  private mutating func example(_ node: DefinitionNode) -> Example? {
    guard let keys = entries(node, "an example", known: Self.exampleKeys) else {
      return nil
    }
    let (accepted, rejected) = (keys["accept"], keys["reject"])
    guard (accepted == nil) != (rejected == nil), let record = accepted ?? rejected else {
      report(
        "an example requires either accept or reject, with a record", .missing(nil),
        at: node.location)
      return nil
    }
    let reasons = keys["because"].flatMap { texts($0, "because") }
    let because = reasons?.map(\.value)
    if accepted != nil, let node = keys["because"] {
      report(
        "because requires a rejected example; remove it", .misplaced("because"),
        at: node.location)
    } else if let node = keys["because"], because?.isEmpty == true {
      report("because is empty; add a rule or remove it", .missing(nil), at: node.location)
    }
    guard let cells = entries(record, accepted == nil ? "reject" : "accept") else { return nil }
    var values: [(field: String, text: String?)] = []
    for cell in cells.sorted(by: DefinitionNode.Entry.isBefore) {
      if cell.value.isNull {
        values.append((cell.key, nil))
      } else if let text = text(cell.value, "'\(cell.key)'") {
        values.append((cell.key, text))
      }
    }
    var example = Example(
      values, isAccepted: accepted != nil, because: because, location: node.location)
    for cell in cells { example.fieldLocations[cell.key] = cell.keyLocation }
    for reason in reasons ?? [] { example.ruleLocations[reason.value] = reason.location }
    return example
  }
}
