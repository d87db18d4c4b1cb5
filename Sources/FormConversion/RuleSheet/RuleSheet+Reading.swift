import FormDefinitions
package import FormRules

extension RuleSheet {
  /// Converts a table to definitions in YAML.
  ///
  /// The result is verified by reading it.
  ///
  /// - Parameters:
  ///   - rows: The cells of each record by column, with its line.
  ///   - columns: The columns in the order of the sheet.
  /// - Throws: All errors in the rows, each with its line and the number of its column.
  package static func yaml(
    _ rows: [(line: Int, cells: [String: String])], columns: [String] = columns, file: String
  ) throws(DefinitionErrors) -> String {
    var documents: [Document] = []
    var errors: [DefinitionError] = []
    for row in rows {
      do throws(DefinitionErrors) {
        try add(RuleSheetRow(row.line, row.cells, columns), to: &documents)
      } catch {
        errors += error.errors
      }
    }
    if documents.isEmpty, errors.isEmpty {
      errors.append(
        DefinitionError("no row has form or rules in column 'what'", at: .none))
    }
    guard errors.isEmpty else { throw DefinitionErrors(errors, file: file) }
    let yaml = documents.map(\.node.yaml).joined(separator: "---\n")
    do {
      _ = try DefinitionFile.parse(yaml, file: file, knownRules: RuleRegistry.names)
    } catch {
      // Checks the nodes, which have the locations of their cells.
      try DefinitionFile.check(documents.map(\.node), file: file, knownRules: RuleRegistry.names)
      throw error
    }
    return yaml
  }

  /// A form or rule set under construction.
  private struct Document {
    var location = SourceLocation.none
    var head = MappingBuilder()
    var fields: [DefinitionNode] = []
    var rules: [(field: String, location: SourceLocation, rules: [DefinitionNode])] = []
    var record: [DefinitionNode] = []
    var named: [String: MappingBuilder] = [:]
    var limits: [DefinitionNode] = []
    var examples: [DefinitionNode] = []

    var node: DefinitionNode {
      var mapping = head
      if let presets = named["preset"] { mapping.add("presets", presets) }
      mapping.add("fields", fields)
      var byField = MappingBuilder()
      for (field, location, rules) in rules {
        byField.add(.init(field, at: location, DefinitionNode(.sequence(rules), at: location)))
      }
      mapping.add("fields", byField)
      mapping.add("record", record)
      if let lists = named["list"] { mapping.add("lists", lists) }
      if let parameters = named["parameter"] { mapping.add("parameters", parameters) }
      mapping.add("limits", limits)
      mapping.add("examples", examples)
      return DefinitionNode(.mapping(mapping.entries), at: location)
    }
  }

  private static func add(
    _ row: RuleSheetRow, to documents: inout [Document]
  ) throws(DefinitionErrors) {
    guard let what = row.text("what") else { throw row.wrong("what", "column 'what' is empty") }
    if what == "form" || what == "rules" {
      var document = Document()
      // The following rows belong to the document even if it has errors.
      defer { documents.append(document) }
      document.location = row.location("what")
      row.add("name", as: what, to: &document.head)
      if what == "rules" { row.add("value", as: "form", to: &document.head) }
      row.add("label", as: "title", to: &document.head)
      try row.add([], to: &document.head)
      return
    }
    guard !documents.isEmpty else {
      throw row.wrong("what", "begin with a row that has form or rules in column 'what'")
    }
    let last = documents.count - 1
    switch what {
    case "field":
      var field = MappingBuilder()
      try row.add(["name", "label", "type", "required"], to: &field)
      documents[last].fields.append(
        DefinitionNode(.mapping(field.entries), at: row.location("what")))
    case "rule", "record":
      guard let rule = row.text("rule") else { throw row.wrong("rule", "column 'rule' is empty") }
      var builder = MappingBuilder()
      builder.add(
        .init(
          rule, at: row.location("rule"), try row.node("value") ?? .null(at: row.location("rule"))))
      try row.add(["severity", "message", "when"], to: &builder)
      let entry = DefinitionNode(.mapping(builder.entries), at: row.location("rule"))
      guard what == "rule" else {
        documents[last].record.append(entry)
        return
      }
      guard let field = row.text("name") else {
        throw row.wrong("name", "column 'name' is empty: specify the field of the rule")
      }
      if let index = documents[last].rules.firstIndex(where: { $0.field == field }) {
        documents[last].rules[index].rules.append(entry)
      } else {
        documents[last].rules.append((field, row.location("name"), [entry]))
      }
    case "list", "parameter", "preset":
      guard let name = row.text("name") else { throw row.wrong("name", "column 'name' is empty") }
      let isKnown = documents[last].named[what]?.entries.contains { $0.key == name } ?? false
      guard !isKnown else { throw row.wrong("name", "\(what) '\(name)' occurs twice") }
      let value = try row.node("value") ?? .null(at: row.location("value"))
      documents[last].named[what, default: MappingBuilder()]
        .add(.init(name, at: row.location("name"), value))
    case "limit":
      documents[last].limits.append(try row.node("value") ?? .null(at: row.location("value")))
    case "example":
      documents[last].examples.append(try row.node("value") ?? .null(at: row.location("value")))
    default:
      throw DefinitionErrors([
        DefinitionError.unknown(
          "kind of row", what,
          known: [
            "form", "field", "list", "rules", "rule", "record", "parameter", "preset", "limit",
            "example",
          ], at: row.location("what"))
      ])
    }
  }
}
