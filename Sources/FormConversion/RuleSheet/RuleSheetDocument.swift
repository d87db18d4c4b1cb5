import FormDefinitions
import FormRules

/// A form or rule set under construction from the rows of a sheet.
struct RuleSheetDocument {
  private var location = DefinitionLocation.none
  private var first = MappingBuilder()
  private var fields: [DefinitionNode] = []
  private var rules: [FieldRules] = []
  private var record: [DefinitionNode] = []
  private var lists = MappingBuilder()
  private var parameters = MappingBuilder()
  private var presets = MappingBuilder()
  private var limits: [DefinitionNode] = []
  private var examples: [DefinitionNode] = []

  private struct FieldRules {
    var field: String
    var location: DefinitionLocation
    var rules: [DefinitionNode]
  }

  var node: DefinitionNode {
    var mapping = first
    mapping.add("presets", presets)
    mapping.add("fields", fields)
    var byField = MappingBuilder()
    for field in rules {
      let rules = DefinitionNode(.sequence(field.rules), at: field.location)
      byField.add(.init(field.field, at: field.location, rules))
    }
    mapping.add("fields", byField)
    mapping.add("record", record)
    mapping.add("lists", lists)
    mapping.add("parameters", parameters)
    mapping.add("limits", limits)
    mapping.add("examples", examples)
    return DefinitionNode(.mapping(mapping.entries), at: location)
  }

  /// Adds the row that begins the document.
  mutating func addFirst(
    _ row: RuleSheetRow, _ kind: RuleSheetRow.Kind
  ) throws(DefinitionErrors) {
    location = row.location("what")
    row.add("name", as: kind.rawValue, to: &first)
    if kind == .rules { row.add("value", as: "form", to: &first) }
    row.add("label", as: "title", to: &first)
    try row.addMore(to: &first)
  }

  /// Adds another row.
  mutating func add(_ row: RuleSheetRow, _ kind: RuleSheetRow.Kind) throws(DefinitionErrors) {
    switch kind {
    case .form, .rules: try addFirst(row, kind)
    case .field: try addField(row)
    case .rule: try addRule(row)
    case .record: record.append(try row.rule())
    case .list: try row.addValue(to: &lists)
    case .parameter: try row.addValue(to: &parameters)
    case .preset: try row.addValue(to: &presets)
    case .limit: limits.append(try row.value())
    case .example: examples.append(try row.value())
    }
  }

  private mutating func addField(_ row: RuleSheetRow) throws(DefinitionErrors) {
    var field = MappingBuilder()
    for column in ["name", "label", "type", "required"] { row.add(column, to: &field) }
    try row.addMore(to: &field)
    fields.append(DefinitionNode(.mapping(field.entries), at: row.location("what")))
  }

  private mutating func addRule(_ row: RuleSheetRow) throws(DefinitionErrors) {
    let rule = try row.rule()
    guard let field = row.text("name") else {
      throw row.error("column 'name' is empty: specify the field of the rule", in: "name")
    }
    if let index = rules.firstIndex(where: { $0.field == field }) {
      rules[index].rules.append(rule)
    } else {
      rules.append(FieldRules(field: field, location: row.location("name"), rules: [rule]))
    }
  }
}
