package import FormRules

extension Source {
  /// Returns the normalized content for storing and hashing. See `Form.canonicalJSON()`.
  package func canonicalJSON() -> String { node.canonicalJSON }

  /// The document that defines the source.
  package var node: DefinitionNode {
    var mapping = MappingBuilder()
    mapping.add("source", name)
    mapping.add("title", title)
    mapping.add("contact", contacts)
    mapping.add("language", language)
    var forms = MappingBuilder()
    for form in self.forms { forms.add(form.form, form.node) }
    mapping.add("forms", forms)
    return mapping.node
  }
}

extension SourceForm {
  /// The content under the form's name.
  package var node: DefinitionNode {
    var mapping = MappingBuilder()
    var file = self.file.mapping
    if let decimalFormat {
      file.add("point", decimalFormat.point)
      if let group = decimalFormat.groupNode { file.add("group", group) }
    }
    mapping.add("file", file)
    mapping.add("map", MappingBuilder(map))
    mapping.add("expect", expected?.mapping ?? MappingBuilder())
    mapping.add("repairs", repairs.map(\.node))
    return mapping.entries.isEmpty ? .null() : mapping.node
  }
}

extension ExpectedDelivery {
  fileprivate var mapping: MappingBuilder {
    var mapping = MappingBuilder()
    mapping.add("every", interval.rawValue)
    if self != ExpectedDelivery(every: interval, records: records) { mapping.add("by", dueText) }
    mapping.add("records", records?.bounds ?? MappingBuilder())
    return mapping
  }
}

extension Repair {
  package var node: DefinitionNode {
    var mapping = MappingBuilder()
    mapping.add(field, change.node)
    return mapping.node
  }
}

extension Repair.Change {
  /// The change in the notation of definition files.
  package var json: JSON { node.textJSON() }

  fileprivate var node: DefinitionNode {
    if let named = Self.words.first(where: { $0.change == self }) { return .text(named.word) }
    var mapping = MappingBuilder()
    switch self {
    case .replace(let texts):
      // These keys have a meaning of their own.
      let isAmbiguous = ["type", "strip", "replace", "others"].contains { texts[$0] != nil }
      if !isAmbiguous { return MappingBuilder(texts).node }
      mapping.add("replace", MappingBuilder(texts).node)
    case .strip(let texts): mapping.add("strip", texts)
    case .notation(let type): type.add(to: &mapping)
    case .others(let field): mapping.add("others", field)
    case .trim, .removeBlanks, .date, .number, .nearest: break
    }
    return mapping.node
  }
}

extension MappingBuilder {
  /// Creates a mapping of texts in the order of their keys.
  fileprivate init(_ texts: [String: String]) {
    self.init()
    for (key, text) in texts.sorted(by: { $0.key < $1.key }) { add(key, text) }
  }
}
