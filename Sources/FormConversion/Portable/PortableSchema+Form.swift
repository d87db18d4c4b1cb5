import FormDefinitions
import FormRules

extension PortableSchema {
  /// Creates a schema from the parts of a form and its rules that other languages can express.
  ///
  /// - Parameter hasConditions: Whether the language has conditions, like JSON Schema.
  init(_ form: Form, _ rules: RuleSet?, hasConditions: Bool) {
    self.init(name: form.name)
    title = form.title
    key = form.key
    columns = form.unknownColumns
    file = form.file
    notes.addLosses(["titles in other languages": !form.titleTranslations.isEmpty], of: "title")
    for field in form.fields { add(field) }
    guard let rules else { return }
    for part in rules.fields {
      for rule in part.rules {
        add(rule, toField: part.field, lists: form.lists, hasConditions: hasConditions)
      }
    }
    for rule in rules.recordRules
    where !addKey(rule) && !(hasConditions && addSchema(of: rule, nil, form.lists)) {
      addLoss("not converted", ofRule: rule, in: "record")
    }
    notes.addLosses(
      [
        "run parameters (\(rules.parameters.count))": !rules.parameters.isEmpty,
        "limits (\(rules.limits.count))": !rules.limits.isEmpty,
        "examples (\(rules.examples.count))": !rules.examples.isEmpty,
        "presets (\(rules.presets.count))": !rules.presets.isEmpty,
      ], of: "rules")
  }

  private mutating func add(_ field: Field) {
    var portable = PortableField(field.name)
    portable.label = field.label
    portable.help = field.presentation.help
    portable.header = field.header
    portable.aliases = field.aliases
    portable.type = field.type
    portable.required = field.required && field.shownWhen == nil
    portable.trim = field.trim
    portable.missing = field.missing
    fields.append(portable)
    notes.addLosses(
      [
        "sensitive": field.sensitive, "labels in other languages": !field.labelTranslations.isEmpty,
        "widget": field.presentation.widget != nil,
        "choices": !field.presentation.choices.isEmpty, "note": field.note != nil,
        "show": field.shownWhen != nil, "value": field.computation != nil,
      ], of: field.name)
  }

  private mutating func add(
    _ rule: RuleEntry, toField name: String, lists: [ValueList], hasConditions: Bool
  ) {
    guard let index = fieldIndex(name),
      fields[index].add(rule, lists: lists)
        || hasConditions && addSchema(of: rule, fields[index], lists)
    else { return addLoss("not converted", ofRule: rule, in: name) }
    if rule.modifiers.entries.contains(where: \.isMessage) {
      notes.addLoss(
        "message of rule '\(rule.id ?? rule.rule)': not converted", of: name, at: rule.location)
    }
    if rule.rule == "length", fields[index].type == .text, rule.parameters?["unit"] == nil {
      addLoss(
        "counts code points in the schema but characters in the form", ofRule: rule, in: name)
    }
  }

  private func addLoss(_ text: String, ofRule rule: RuleEntry, in subject: String) {
    notes.addLoss("rule '\(rule.id ?? rule.rule)': \(text)", of: subject, at: rule.location)
  }

  /// Returns whether the rule requires unique keys, and records this.
  private mutating func addKey(_ rule: RuleEntry) -> Bool {
    guard rule.rule == "unique", rule.modifiers.entries.allSatisfy({ $0.key == "id" }),
      rule.parameters?.items.compactMap(\.scalar) == key
    else { return false }
    isKeyUnique = true
    return true
  }
}
