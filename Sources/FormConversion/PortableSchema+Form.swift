import FormDefinitions
import FormRules

extension PortableSchema {
  /// What of a form and its rules other languages can say.
  ///
  /// - Parameter conditions: whether the language has conditions, as JSON Schema does.
  init(_ form: Form, _ rules: RuleSet?, conditions: Bool) {
    name = form.name
    title = form.title
    key = form.key
    columns = form.unknownColumns
    missing = form.file.missing
    delimiter = form.file.delimiter
    encoding = form.file.encoding
    header = form.file.header
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
      for (what, isThere) in lost where isThere { note(field.name, "\(what): not carried over") }
    }
    guard let rules else { return }
    for part in rules.fields {
      guard let index = fieldIndex(part.field) else {
        for rule in part.rules {
          note(part.field, "rule '\(rule.id ?? rule.rule)': not carried over", at: rule.location)
        }
        continue
      }
      for rule in part.rules {
        guard
          fields[index].take(rule, lists: form.lists)
            || conditions && takeSchema(of: rule, fields[index], form.lists)
        else {
          note(part.field, "rule '\(rule.id ?? rule.rule)': not carried over", at: rule.location)
          continue
        }
        if rule.modifiers.entries.contains(where: \.isMessage) {
          note(
            part.field, "message of rule '\(rule.id ?? rule.rule)': not carried over",
            at: rule.location)
        }
        if rule.rule == "length", fields[index].type == .text,
          rule.parameters?.entries.contains(where: { $0.key == "unit" }) != true
        {
          note(
            part.field,
            "rule '\(rule.id ?? rule.rule)': counts Unicode code points there, characters here",
            at: rule.location)
        }
      }
    }
    for rule in rules.record
    where !takesKey(rule) && !(conditions && takeSchema(of: rule, nil, form.lists)) {
      note("record", "rule '\(rule.id ?? rule.rule)': not carried over", at: rule.location)
    }
    for (what, count) in [
      ("run parameters", rules.parameters.count), ("limits", rules.limits.count),
      ("examples", rules.examples.count), ("presets", rules.presets.count),
    ] where count > 0 {
      note("rules", "\(what) (\(count)): not carried over")
    }
  }
}

extension PortableSchema {
  /// Whether a rule says that no two records have the same key.
  private mutating func takesKey(_ rule: RuleEntry) -> Bool {
    guard rule.rule == "unique", rule.modifiers.entries.allSatisfy({ $0.key == "id" }),
      rule.parameters?.items.compactMap(\.scalar) == key
    else { return false }
    isKeyUnique = true
    return true
  }

  /// Says that what becomes of columns that are not described is not carried over.
  mutating func noteColumns() {
    guard let columns, columns != .keep else { return }
    note("form", "columns: \(columns.rawValue): not carried over")
  }

  /// For languages whose primary keys are unique: says so where ours need not be.
  mutating func noteKey() {
    let isUnique =
      isKeyUnique || key.count == 1 && fieldIndex(key[0]).map { fields[$0].unique } ?? false
    if !key.isEmpty, !isUnique {
      note("form", "key: becomes 'primaryKey', whose values are unique there")
    }
  }
}

extension DefinitionNode.Entry {
  /// Whether it is what a rule says when it fails, in some language.
  var isMessage: Bool { key == "message" || key.hasPrefix("message.") }
}

extension PortableField {
  /// Takes a rule in, if it is one that others can say and that rejects always; false when not.
  mutating func take(_ rule: RuleEntry, lists: [ValueList]) -> Bool {
    // An id or a message changes no verdict.
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
      // `today` is another day tomorrow.
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
