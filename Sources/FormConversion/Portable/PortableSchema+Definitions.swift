import FormDefinitions
import FormRules

extension PortableSchema {
  /// The documents that define the form and the rule set.
  var yaml: String {
    var rules = MappingBuilder()
    rules.add("rules", name)
    rules.add("form", name)
    var byField = MappingBuilder()
    for field in fields {
      byField.add(field.name, Self.numbered(field.rules, prefix: "\(field.name)."))
    }
    rules.add("fields", byField)
    rules.add("record", Self.numbered(recordRules, prefix: "record."))
    return form.yaml + "---\n" + rules.node.yaml
  }

  private var form: Form {
    var form = Form(name: name, title: title, key: key, fields: fields.map(\.field))
    (form.unknownColumns, form.file) = (columns, file)
    return form
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
  fileprivate var field: Field {
    Field(name: name, label: label, type: type, required: required, trim: trim).changed {
      $0.header = header
      $0.aliases = aliases
      $0.missing = missing
      $0.presentation.help = help
    }
  }
}
