package import FormDefinitions
import FormRules

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
  package static func rows(_ definitions: [Definition]) -> [[String]] {
    [columns]
      + definitions.flatMap { definition in
        switch definition {
        case .form(let form): rows(form.node)
        case .ruleSet(let rules): rows(rules.node)
        }
      }
  }

  private static func rows(_ node: DefinitionNode) -> [[String]] {
    var head = Row("form")
    var rows: [Row] = []
    for entry in node.entries {
      switch (entry.key, entry.value.content) {
      case ("form", _) where head["name"].isEmpty: head["name"] = entry.value.scalar ?? ""
      case ("form", _): head["value"] = entry.value.scalar ?? ""
      case ("rules", _):
        head["what"] = "rules"
        head["name"] = entry.value.scalar ?? ""
      case ("title", _): head["label"] = entry.value.scalar ?? ""
      case ("fields", .sequence(let fields)): rows += fields.map { row("field", $0) }
      case ("fields", .mapping(let fields)):
        for field in fields {
          rows += field.value.items.map { rule("rule", field.key, $0) }
        }
      case ("record", .sequence(let rules)): rows += rules.map { rule("record", "", $0) }
      case ("lists", .mapping(let entries)): rows += values("list", entries)
      case ("parameters", .mapping(let entries)): rows += values("parameter", entries)
      case ("presets", .mapping(let entries)): rows += values("preset", entries)
      case ("limits", .sequence(let items)): rows += items.map { value("limit", $0) }
      case ("examples", .sequence(let items)): rows += items.map { value("example", $0) }
      default: head.more.add(entry.key, entry.value)
      }
    }
    return ([head] + rows).map(\.cells)
  }

  private static func row(_ what: String, _ node: DefinitionNode) -> Row {
    var row = Row(what)
    for entry in node.entries {
      if ["name", "label", "type", "required"].contains(entry.key), let text = entry.value.scalar {
        row[entry.key] = text
      } else {
        row.more.add(entry.key, entry.value)
      }
    }
    return row
  }

  private static func rule(_ what: String, _ field: String, _ node: DefinitionNode) -> Row {
    var row = Row(what)
    row["name"] = field
    for (index, entry) in node.entries.enumerated() {
      if index == 0 {
        row["rule"] = entry.key
        row["value"] = entry.value.isNull ? "" : entry.value.yamlInLine
      } else if ["severity", "message", "when"].contains(entry.key), let text = entry.value.scalar {
        row[entry.key] = text
      } else {
        row.more.add(entry.key, entry.value)
      }
    }
    return row
  }

  private static func values(_ what: String, _ entries: [DefinitionNode.Entry]) -> [Row] {
    entries.map { entry in
      var row = value(what, entry.value)
      row["name"] = entry.key
      return row
    }
  }

  private static func value(_ what: String, _ node: DefinitionNode) -> Row {
    var row = Row(what)
    row["value"] = node.yamlInLine
    return row
  }

  private struct Row {
    private var texts: [String: String]
    var more = MappingBuilder()

    init(_ what: String) { texts = ["what": what] }

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

extension DefinitionNode {
  var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }
  var items: [DefinitionNode] { if case .sequence(let items) = content { items } else { [] } }
}
