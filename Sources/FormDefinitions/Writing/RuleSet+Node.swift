package import FormRules

extension RuleSet {
  /// Returns the rule set's normalized content.
  ///
  /// See `Form.canonicalJSON()`. The order of fields, run parameters and cells of examples has no
  /// meaning, and after reading they are in the order of their bytes. The order of rules, limits
  /// and examples is significant.
  package func canonicalJSON() -> String { node.canonicalJSON }

  /// The document that defines the rule set.
  package var node: DefinitionNode {
    var mapping = MappingBuilder()
    mapping.add("rules", name)
    mapping.add("form", form)
    var presets = MappingBuilder()
    for preset in self.presets { presets.add(preset.name, preset.document) }
    mapping.add("presets", presets)
    var fields = MappingBuilder()
    for part in self.fields { fields.add(part.field, part.rules.map(\.node)) }
    mapping.add("fields", fields)
    mapping.add("record", recordRules.map(\.node))
    var parameters = MappingBuilder()
    for parameter in self.parameters { parameters.add(parameter.name, parameter.node) }
    mapping.add("parameters", parameters)
    mapping.add("limits", limits.map(\.node))
    mapping.add("examples", examples.map(\.node))
    return mapping.node
  }
}

extension RunParameter {
  /// The bare name of the type, if it has no options.
  package var node: DefinitionNode {
    var mapping = MappingBuilder()
    type.add(to: &mapping)
    return mapping.entries.count == 1 ? mapping.entries[0].value : mapping.node
  }
}

extension Limit {
  package var node: DefinitionNode {
    var mapping = MappingBuilder()
    mapping.add(subject.rawValue, bounds.node)
    return mapping.node
  }

  var bounds: MappingBuilder {
    var bounds = MappingBuilder()
    bounds.add("min", min?.text)
    bounds.add("max", max?.text)
    bounds.add("change", change?.text)
    bounds.add("missing", missing?.rawValue)
    return bounds
  }
}

extension Limit.Amount {
  /// The amount as written: `10` or `5%`.
  var text: String {
    switch self {
    case .count(let count): "\(count)"
    case .percent(let share): "\(share)%"
    }
  }
}

extension Example {
  package var node: DefinitionNode {
    var cells = MappingBuilder()
    for cell in record { cells.add(cell.field, cell.text.map { .text($0) } ?? .null()) }
    var mapping = MappingBuilder()
    mapping.add(isAccepted ? "accept" : "reject", cells.node)
    mapping.add("because", because ?? [])
    return mapping.node
  }
}
