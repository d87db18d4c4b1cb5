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
      byField.add(field.name, Self.numbered(field.rules, prefix: "\(field.name)."))
    }
    rules.add("fields", byField)
    rules.add("record", Self.numbered(recordRules, prefix: "record."))
    return form.node.yaml + "---\n" + rules.node.yaml
  }

  /// Gives each rule with a repeated name its own id.
  private static func numbered(_ rules: [DefinitionNode], prefix: String) -> [DefinitionNode] {
    var counts: [String: Int] = [:]
    return rules.map { rule in
      guard let name = rule.entries.first?.key else { return rule }
      let count = counts[name, default: 0] + 1
      counts[name] = count
      return count > 1 ? rule.adding("id", "\(prefix)\(name).\(count)") : rule
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
}
