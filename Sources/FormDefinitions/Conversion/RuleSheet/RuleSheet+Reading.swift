package import FormRules

extension RuleSheet {
  /// The definitions of a table, as YAML.
  ///
  /// - Parameter rows: the cells of each record by column, with its line.
  /// - Throws: everything that is wrong with the rows, each with its line.
  package static func yaml(
    _ rows: [(line: Int, cells: [String: String])], file: String
  ) throws(DefinitionErrors) -> String {
    var documents: [Document] = []
    var errors: [DefinitionError] = []
    for row in rows {
      do throws(DefinitionErrors) {
        try add(row.cells, to: &documents)
      } catch {
        errors += error.errors.map {
          DefinitionError($0.message, at: SourceLocation(line: row.line, column: 1))
        }
      }
    }
    if documents.isEmpty, errors.isEmpty {
      errors.append(
        DefinitionError("there is no row whose 'what' is form or rules", at: .none))
    }
    guard errors.isEmpty else { throw DefinitionErrors(errors, file: file) }
    return documents.map(\.node.yaml).joined(separator: "---\n")
  }

  /// A form or rule set that is being put together.
  private struct Document {
    var head = MappingBuilder()
    var fields: [DefinitionNode] = []
    var rules: [(field: String, rules: [DefinitionNode])] = []
    var record: [DefinitionNode] = []
    var named: [String: MappingBuilder] = [:]
    var limits: [DefinitionNode] = []
    var examples: [DefinitionNode] = []

    var node: DefinitionNode {
      var mapping = head
      if let presets = named["preset"] { mapping.add("presets", presets) }
      mapping.add("fields", fields)
      var byField = MappingBuilder()
      for (field, rules) in rules { byField.add(field, rules) }
      mapping.add("fields", byField)
      mapping.add("record", record)
      if let lists = named["list"] { mapping.add("lists", lists) }
      if let given = named["given"] { mapping.add("given", given) }
      mapping.add("limits", limits)
      mapping.add("examples", examples)
      return mapping.node
    }
  }

  private static func add(
    _ cells: [String: String], to documents: inout [Document]
  ) throws(DefinitionErrors) {
    func text(_ column: String) -> String? {
      cells[column].flatMap { $0.isEmpty ? nil : $0 }
    }
    func wrong(_ words: String) -> DefinitionErrors {
      DefinitionErrors([DefinitionError(words, at: .none)])
    }
    func node(_ column: String) throws(DefinitionErrors) -> DefinitionNode? {
      guard let text = text(column) else { return nil }
      do {
        return try DefinitionFile.parseValue(text)
      } catch {
        throw wrong("column '\(column)': \(error.errors.first?.message ?? "cannot be read")")
      }
    }
    func add(_ columns: [String], to mapping: inout MappingBuilder) throws(DefinitionErrors) {
      for column in columns { mapping.add(column, text(column)) }
      guard let more = try node("more") else { return }
      guard case .mapping(let entries) = more.content else {
        throw wrong("column 'more' takes {key: value}")
      }
      for entry in entries { mapping.add(entry.key, entry.value) }
    }
    guard let what = text("what") else { throw wrong("column 'what' is empty") }
    if what == "form" || what == "rules" {
      var document = Document()
      document.head.add(what, text("name"))
      if what == "rules" { document.head.add("form", text("value")) }
      document.head.add("title", text("label"))
      try add([], to: &document.head)
      documents.append(document)
      return
    }
    guard !documents.isEmpty else { throw wrong("begin with a row whose 'what' is form or rules") }
    let last = documents.count - 1
    switch what {
    case "field":
      var field = MappingBuilder()
      try add(["name", "label", "type", "required"], to: &field)
      documents[last].fields.append(field.node)
    case "rule", "record":
      guard let rule = text("rule") else { throw wrong("column 'rule' is empty") }
      var entry = MappingBuilder()
      entry.add(rule, try node("value") ?? .null())
      try add(["severity", "message", "when"], to: &entry)
      guard what == "rule" else {
        documents[last].record.append(entry.node)
        return
      }
      guard let field = text("name") else {
        throw wrong("column 'name' is empty: whose rule is it?")
      }
      if let index = documents[last].rules.firstIndex(where: { $0.field == field }) {
        documents[last].rules[index].rules.append(entry.node)
      } else {
        documents[last].rules.append((field, [entry.node]))
      }
    case "list", "given", "preset":
      guard let name = text("name") else { throw wrong("column 'name' is empty") }
      documents[last].named[what, default: MappingBuilder()]
        .add(name, try node("value") ?? .null())
    case "limit": documents[last].limits.append(try node("value") ?? .null())
    case "example": documents[last].examples.append(try node("value") ?? .null())
    default:
      throw DefinitionErrors([
        DefinitionError.unknown(
          "kind of row", what,
          known: [
            "form", "field", "list", "rules", "rule", "record", "given", "preset", "limit",
            "example",
          ], at: .none)
      ])
    }
  }
}
