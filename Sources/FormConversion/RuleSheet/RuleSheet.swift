package import FormDefinitions
package import FormRules

/// Definitions as a table for users of spreadsheets, with one row per form, field, list, rule set,
/// rule and so on.
///
/// The column `more` contains all properties without a separate column, as YAML, so that nothing is
/// lost in either direction.
package enum RuleSheet {
  /// The columns, in order.
  package static let columns = [
    "what", "name", "rule", "value", "label", "type", "required", "severity", "message", "when",
    "more",
  ]

  /// Returns the rows of definitions, header first.
  ///
  /// - Throws: `DefinitionErrors` if there is a source, for which a sheet has no rows.
  package static func rows(_ definitions: [Definition]) throws(DefinitionErrors) -> [[String]] {
    var rows = [columns]
    for definition in definitions {
      switch definition {
      case .form(let form): rows += self.rows(form.node)
      case .ruleSet(let rules): rows += self.rows(rules.node)
      case .source(let source): throw .notConvertible(source)
      }
    }
    return rows
  }

  private static func rows(_ node: DefinitionNode) -> [[String]] {
    let isForm = node.entry("rules") == nil
    var first = Row(isForm ? .form : .rules)
    var rows: [Row] = []
    for entry in node.entries {
      let value = entry.value
      switch (entry.key, value.content) {
      case ("form", .scalar(let text, _)): first[isForm ? "name" : "value"] = text
      case ("rules", .scalar(let text, _)): first["name"] = text
      case ("title", .scalar(let text, _)): first["label"] = text
      case ("fields", .sequence(let fields)): rows += fields.map(Row.init(field:))
      case ("fields", .mapping(let fields)):
        for field in fields { rows += field.value.items.map { Row(.rule, $0, of: field.key) } }
      case ("record", .sequence(let rules)): rows += rules.map { Row(.record, $0, of: "") }
      case ("lists", .mapping(let entries)): rows += entries.map { Row(.list, $0) }
      case ("parameters", .mapping(let entries)): rows += entries.map { Row(.parameter, $0) }
      case ("presets", .mapping(let entries)): rows += entries.map { Row(.preset, $0) }
      case ("limits", .sequence(let items)): rows += items.map { Row(.limit, value: $0) }
      case ("examples", .sequence(let items)): rows += items.map { Row(.example, value: $0) }
      default: first.more.add(entry)
      }
    }
    return ([first] + rows).map(\.cells)
  }

  private struct Row {
    private var texts: [String: String]
    var more = MappingBuilder()

    init(_ kind: RuleSheetRow.Kind) { texts = ["what": kind.rawValue] }

    init(field: DefinitionNode) {
      self.init(.field)
      for entry in field.entries { add(entry, columns: ["name", "label", "type", "required"]) }
    }

    init(_ kind: RuleSheetRow.Kind, _ rule: DefinitionNode, of field: String) {
      self.init(kind)
      self["name"] = field
      guard let first = rule.entries.first else { return }
      self["rule"] = first.key
      self["value"] = first.value.isNull ? "" : first.value.yamlInLine
      for entry in rule.entries.dropFirst() {
        add(entry, columns: ["severity", "message", "when"])
      }
    }

    init(_ kind: RuleSheetRow.Kind, value: DefinitionNode) {
      self.init(kind)
      self["value"] = value.yamlInLine
    }

    init(_ kind: RuleSheetRow.Kind, _ entry: DefinitionNode.Entry) {
      self.init(kind, value: entry.value)
      self["name"] = entry.key
    }

    /// Adds an entry to its own column, or to `more`.
    private mutating func add(_ entry: DefinitionNode.Entry, columns: [String]) {
      if columns.contains(entry.key), let text = entry.value.scalar {
        self[entry.key] = text
      } else {
        more.add(entry)
      }
    }

    subscript(_ column: String) -> String {
      get { texts[column] ?? "" }
      set { texts[column] = newValue }
    }

    var cells: [String] {
      columns.map { column in
        if column == "more" {
          return more.entries.isEmpty ? "" : more.node.yamlInLine
        }
        return texts[column] ?? ""
      }
    }
  }
}
