import FormRules

extension PortableSchema {
  /// The form and the rule set as the documents that define them.
  var yaml: String {
    var form = MappingBuilder()
    form.add("form", name)
    form.add("title", title)
    form.add("key", key)
    var file = MappingBuilder()
    file.add("delimiter", delimiter)
    file.add("encoding", encoding)
    file.add("missing", missing)
    form.add("file", file)
    form.add("fields", fields.map(\.node))
    var rules = MappingBuilder()
    rules.add("rules", name)
    rules.add("form", name)
    var byField = MappingBuilder()
    for field in fields { byField.add(field.name, field.rules) }
    rules.add("fields", byField)
    return form.node.yaml + "---\n" + rules.node.yaml
  }

  /// What of a form and its rules other languages can say.
  init(_ form: Form, _ rules: RuleSet?) {
    name = form.name
    title = form.title
    key = form.key
    missing = form.file.missing
    delimiter = form.file.delimiter
    encoding = form.file.encoding
    for field in form.fields {
      var portable = PortableField(field.name)
      portable.label = field.label
      portable.help = field.presentation.help
      portable.header = field.header
      portable.type = field.type
      portable.required = field.required
      fields.append(portable)
      let lost: [(String, Bool)] = [
        ("aliases", !field.aliases.isEmpty), ("sensitive", field.sensitive), ("trim", field.trim),
        ("labels in other languages", !field.labels.isEmpty),
        ("widget", field.presentation.widget != nil),
        ("choices", !field.presentation.choices.isEmpty), ("note", field.note != nil),
      ]
      for (what, isThere) in lost where isThere { note(field.name, "\(what): not carried over") }
    }
    guard let rules else { return }
    for part in rules.fields {
      guard let index = fields.firstIndex(where: { $0.name == part.field }) else { continue }
      for rule in part.rules where !fields[index].take(rule, lists: form.lists) {
        note(part.field, "rule '\(rule.id ?? rule.rule)': not carried over", at: rule.location)
      }
    }
    for rule in rules.record { note("record", "rule '\(rule.id ?? rule.rule)': not carried over") }
    for (what, count) in [
      ("given parameters", rules.given.count), ("limits", rules.limits.count),
      ("examples", rules.examples.count), ("presets", rules.presets.count),
    ] where count > 0 {
      note("rules", "\(what) (\(count)): not carried over")
    }
  }
}

extension PortableField {
  fileprivate var node: DefinitionNode {
    var mapping = MappingBuilder()
    mapping.add("name", name)
    mapping.add("label", label)
    mapping.add("header", header)
    type.add(to: &mapping)
    mapping.add("required", required)
    mapping.add("help", help)
    return mapping.node
  }

  fileprivate var rules: [DefinitionNode] {
    var rules: [DefinitionNode] = []
    func add(_ name: String, _ value: DefinitionNode, _ more: MappingBuilder = MappingBuilder()) {
      rules.append(DefinitionNode(.mapping([.init(name, value)] + more.entries)))
    }
    func bounds(_ low: String?, _ high: String?) -> DefinitionNode {
      var mapping = MappingBuilder()
      mapping.add("min", low)
      mapping.add("max", high)
      return mapping.node
    }
    if unique { add("unique", .null()) }
    if minLength != nil || maxLength != nil { add("length", bounds(minLength, maxLength)) }
    if minimum != nil || maximum != nil { add("range", bounds(minimum, maximum)) }
    if let multipleOf { add("multipleOf", .text(multipleOf)) }
    if let pattern {
      var more = MappingBuilder()
      if searches { more.add("mode", "search") }
      add("pattern", .text(pattern), more)
    }
    if !choices.isEmpty { add("in", .list(choices)) }
    if let format { add(format, .null()) }
    return rules
  }

  /// Takes a rule in, if it is one that others can say and that rejects always; false when not.
  fileprivate mutating func take(_ rule: RuleEntry, lists: [ValueList]) -> Bool {
    var plain = rule.modifiers
    // An id changes no verdict, and every language has its own.
    plain = MappingBuilder(plain.entries.filter { $0.key != "id" })
    guard plain.entries.isEmpty else { return false }
    let entries: [DefinitionNode.Entry]
    if case .mapping(let found) = rule.parameters?.content { entries = found } else { entries = [] }
    func text(_ key: String) -> String? { entries.first { $0.key == key }?.value.scalar }
    func hasOnly(_ keys: String...) -> Bool {
      entries.allSatisfy { keys.contains($0.key) && $0.value.scalar != nil }
    }
    switch rule.rule {
    case "unique" where rule.parameters == nil && !unique: unique = true
    case "required" where rule.parameters == nil: required = true
    case "length"
    where hasOnly("min", "max") && !entries.isEmpty && minLength == nil && maxLength == nil:
      (minLength, maxLength) = (text("min"), text("max"))
    case "range"
    where hasOnly("min", "max") && !entries.isEmpty && minimum == nil && maximum == nil:
      (minimum, maximum) = (text("min"), text("max"))
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
      } else if hasOnly("list"), let list = lists.first(where: { $0.name == text("list") }) {
        choices = list.values
      }
      return !choices.isEmpty
    case "email", "url", "uuid", "ip":
      guard rule.parameters == nil, format == nil else { return false }
      format = rule.rule
    default: return false
    }
    return true
  }
}

extension MappingBuilder {
  init(_ entries: [DefinitionNode.Entry]) {
    self.init()
    for entry in entries { add(entry.key, entry.value) }
  }
}
