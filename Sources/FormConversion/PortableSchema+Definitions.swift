import FormDefinitions
import FormRules

extension PortableSchema {
  /// The documents that define the form and the rule set.
  var yaml: String {
    var form = MappingBuilder()
    form.add("form", name)
    form.add("title", title)
    form.add("key", key)
    form.add("columns", columns?.rawValue)
    var file = MappingBuilder()
    file.add("delimiter", delimiter)
    file.add("encoding", encoding)
    file.add("header", header.map(String.init))
    file.add("missing", missing)
    form.add("file", file)
    form.add("fields", fields.map(\.node))
    var rules = MappingBuilder()
    rules.add("rules", name)
    rules.add("form", name)
    var byField = MappingBuilder()
    for field in fields {
      byField.add(field.name, Self.numbered(field.rules, of: "\(field.name)."))
    }
    rules.add("fields", byField)
    rules.add("record", Self.numbered(record, of: "record."))
    return form.node.yaml + "---\n" + rules.node.yaml
  }

  /// Gives each rule with a repeated name its own id.
  private static func numbered(_ rules: [DefinitionNode], of prefix: String) -> [DefinitionNode] {
    var counts: [String: Int] = [:]
    return rules.map { rule in
      guard let name = rule.entries.first?.key else { return rule }
      counts[name, default: 0] += 1
      guard let count = counts[name], count > 1 else { return rule }
      return DefinitionNode(
        .mapping(rule.entries + [.init("id", .text("\(prefix)\(name).\(count)"))]))
    }
  }
}

extension PortableField {
  fileprivate var node: DefinitionNode {
    var mapping = MappingBuilder()
    mapping.add("name", name)
    mapping.add("label", label)
    mapping.add("header", header)
    mapping.add("aliases", aliases)
    type.add(to: &mapping)
    mapping.add("required", required)
    mapping.add("trim", trim)
    mapping.add("help", help)
    return mapping.node
  }

  /// The rules as definitions.
  var rules: [DefinitionNode] {
    var rules: [DefinitionNode] = []
    func add(_ name: String, _ value: DefinitionNode, _ more: MappingBuilder = MappingBuilder()) {
      rules.append(DefinitionNode(.mapping([.init(name, value)] + more.entries)))
    }
    if unique { add("unique", .null()) }
    var length = MappingBuilder()
    length.add("min", minLength)
    length.add("max", maxLength)
    if !length.entries.isEmpty {
      if case .list = type {} else { length.add("unit", "scalar") }
      add("length", length.node)
    }
    var range = MappingBuilder()
    range.add("min", minimum)
    range.add("minExclusive", minExclusive)
    range.add("max", maximum)
    range.add("maxExclusive", maxExclusive)
    if !range.entries.isEmpty { add("range", range.node) }
    if let multipleOf { add("multipleOf", .text(multipleOf)) }
    if let pattern {
      var more = MappingBuilder()
      if searches { more.add("mode", "search") }
      add("pattern", .text(pattern), more)
    }
    if !choices.isEmpty { add("in", .list(choices)) }
    if let rule = format?.rule { rules.append(rule) }
    return rules + more
  }
}

extension MappingBuilder {
  init(_ entries: [DefinitionNode.Entry]) {
    self.init()
    for entry in entries { add(entry.key, entry.value) }
  }
}
