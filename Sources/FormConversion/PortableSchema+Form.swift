import FormDefinitions
import FormRules

extension PortableSchema {
  /// Creates a schema from the parts of a form and its rules that other languages can express.
  ///
  /// - Parameter conditions: Whether the language has conditions, like JSON Schema.
  init(_ form: Form, _ rules: RuleSet?, conditions: Bool) {
    name = form.name
    title = form.title
    key = form.key
    columns = form.unknownColumns
    missing = form.file.missing
    delimiter = form.file.delimiter
    encoding = form.file.encoding
    header = form.file.header
    if !form.titles.isEmpty { note("title", "titles in other languages: not converted") }
    for field in form.fields {
      var portable = PortableField(field.name)
      portable.label = field.label
      portable.help = field.presentation.help
      portable.header = field.header
      portable.aliases = field.aliases
      portable.type = field.type
      portable.required = field.required
      portable.trim = field.trim
      fields.append(portable)
      let lost: [(String, Bool)] = [
        ("sensitive", field.sensitive),
        ("labels in other languages", !field.labels.isEmpty),
        ("widget", field.presentation.widget != nil),
        ("choices", !field.presentation.choices.isEmpty), ("note", field.note != nil),
      ]
      for (what, isThere) in lost where isThere { note(field.name, "\(what): not converted") }
    }
    guard let rules else { return }
    for part in rules.fields {
      guard let index = fieldIndex(part.field) else {
        for rule in part.rules {
          note(part.field, "rule '\(rule.id ?? rule.rule)': not converted", at: rule.location)
        }
        continue
      }
      for rule in part.rules {
        guard
          fields[index].add(rule, lists: form.lists)
            || conditions && addSchema(of: rule, fields[index], form.lists)
        else {
          note(part.field, "rule '\(rule.id ?? rule.rule)': not converted", at: rule.location)
          continue
        }
        if rule.modifiers.entries.contains(where: \.isMessage) {
          note(
            part.field, "message of rule '\(rule.id ?? rule.rule)': not converted",
            at: rule.location)
        }
        if rule.rule == "length", fields[index].type == .text,
          rule.parameters?.entries.contains(where: { $0.key == "unit" }) != true
        {
          note(
            part.field,
            "rule '\(rule.id ?? rule.rule)': counts code points in the schema but characters in the form",
            at: rule.location)
        }
      }
    }
    for rule in rules.record
    where !addKey(rule) && !(conditions && addSchema(of: rule, nil, form.lists)) {
      note("record", "rule '\(rule.id ?? rule.rule)': not converted", at: rule.location)
    }
    for (what, count) in [
      ("run parameters", rules.parameters.count), ("limits", rules.limits.count),
      ("examples", rules.examples.count), ("presets", rules.presets.count),
    ] where count > 0 {
      note("rules", "\(what) (\(count)): not converted")
    }
  }
}

extension PortableSchema {
  /// Returns whether the rule requires unique keys, and records this.
  private mutating func addKey(_ rule: RuleEntry) -> Bool {
    guard rule.rule == "unique", rule.modifiers.entries.allSatisfy({ $0.key == "id" }),
      rule.parameters?.items.compactMap(\.scalar) == key
    else { return false }
    isKeyUnique = true
    return true
  }

  /// Notes that the handling of undescribed columns is not converted.
  mutating func noteColumns() {
    guard let columns, columns != .keep else { return }
    note("form", "columns: \(columns.rawValue): not converted")
  }

  /// For languages with unique primary keys, notes that the form's key need not be unique.
  mutating func noteKey() {
    let isUnique =
      isKeyUnique || key.count == 1 && fieldIndex(key[0]).map { fields[$0].unique } ?? false
    if !key.isEmpty, !isUnique {
      note("form", "key: becomes 'primaryKey', which requires unique values")
    }
  }
}

extension DefinitionNode.Entry {
  /// Whether the entry is a message of a rule, in any language.
  var isMessage: Bool { key == "message" || key.hasPrefix("message.") }
}

extension PortableField {
  /// Adds a rule if other languages can express it and it always rejects. Otherwise returns false.
  mutating func add(_ rule: RuleEntry, lists: [ValueList]) -> Bool {
    // Ids and messages have no effect on verdicts.
    guard rule.modifiers.entries.allSatisfy({ $0.key == "id" || $0.isMessage }) else {
      return false
    }
    let entries = rule.parameters?.entries ?? []
    func text(_ key: String) -> String? { entries.first { $0.key == key }?.value.scalar }
    func hasOnly(_ keys: String...) -> Bool {
      entries.allSatisfy { keys.contains($0.key) && $0.value.scalar != nil }
    }
    let isBare = rule.parameters == nil
    switch rule.rule {
    case "unique" where isBare && !unique: unique = true
    case "required" where isBare: required = true
    case "length":
      guard hasOnly("min", "max", "unit"), text("unit") ?? "scalar" == "scalar",
        minLength == nil, maxLength == nil
      else { return false }
      (minLength, maxLength) = (text("min"), text("max"))
      return minLength != nil || maxLength != nil
    case "range":
      guard hasOnly("min", "max", "minExclusive", "maxExclusive"), !entries.isEmpty,
        [minimum, maximum, minExclusive, maxExclusive].allSatisfy({ $0 == nil })
      else { return false }
      // `today` changes every day.
      guard entries.allSatisfy({ !["today", "now"].contains($0.value.scalar) }) else {
        return false
      }
      (minimum, maximum) = (text("min"), text("max"))
      (minExclusive, maxExclusive) = (text("minExclusive"), text("maxExclusive"))
    case "multipleOf" where multipleOf == nil && rule.parameters?.scalar != nil:
      multipleOf = rule.parameters?.scalar
    case "pattern" where pattern == nil && hasOnly("", "mode"):
      guard let found = rule.parameters?.scalar ?? text(""), !found.isEmpty else { return false }
      let mode = text("mode") ?? "whole"
      guard mode == "whole" || mode == "search" else { return false }
      (pattern, searches) = (found, mode == "search")
    case "in" where choices.isEmpty:
      if case .sequence(let items) = rule.parameters?.content {
        choices = items.compactMap(\.scalar)
      } else if let only = rule.parameters?.scalar {
        choices = [only]
      } else if hasOnly("list"), let list = lists.first(where: { $0.name == text("list") }) {
        choices = list.values
      }
      return !choices.isEmpty
    default:
      guard format == nil, let found = PortableFormat(rule) else { return false }
      format = found
    }
    return true
  }
}
