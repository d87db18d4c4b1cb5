import FormDefinitions
import FormRules

/// Writes forms as Frictionless Table Schema (version 1; exclusive bounds, `fieldsMatch` and
/// the missing values of a field belong to version 2).
enum TableSchemaWriter {
  static func write(_ schema: PortableSchema) -> JSON {
    schema.noteKey()
    if schema.columns != .refuse { schema.noteColumns() }
    var members: [JSON.Member] = [
      .init("fields", .array(schema.fields.map { field($0, schema.notes) }))
    ]
    if !schema.file.missing.isEmpty {
      members.add("missingValues", schema.file.missing.withEmptyText)
    }
    if schema.columns == .refuse { members.add("fieldsMatch", "equal") }
    members.add(
      "primaryKey",
      schema.key.map { name in
        schema.fieldIndex(name).flatMap { schema.fields[$0].header } ?? name
      })
    schema.notes.addLosses(
      [
        "delimiter": schema.file.delimiter != nil, "encoding": schema.file.encoding != nil,
        "title": schema.title != nil, "header": schema.file.header != nil,
      ], of: "form", reason: "; it is a property of a data package's resource")
    return .object(members)
  }

  private static func field(_ field: PortableField, _ notes: ConversionNotes) -> JSON {
    var members: [JSON.Member] = [.init("name", .string(field.header ?? field.name))]
    notes.addLosses(["trim": field.trim], of: field.name)
    members.add("title", field.label)
    members.add("description", field.help)
    members += type(field, notes)
    if let missing = field.missing { members.add("missingValues", missing.withEmptyText) }
    notes.addLosses(
      ["aliases": !field.aliases.isEmpty, "rule 'multipleOf'": field.multipleOf != nil],
      of: field.name)
    let constraints = constraints(field, notes)
    if !constraints.isEmpty { members.add("constraints", .object(constraints)) }
    return .object(members)
  }

  private static func type(_ field: PortableField, _ notes: ConversionNotes) -> [JSON.Member] {
    let type =
      switch field.type {
      case .text, .list, .file: "string"
      case .decimal: "number"
      case .integer, .number, .boolean, .date, .time, .datetime: field.type.name
      }
    var members: [JSON.Member] = [.init("type", .string(type))]
    switch field.type {
    case .text: members.add("format", textFormat(field, notes))
    case .decimal: members += field.separators(notes)
    case .boolean(let words):
      members.add("trueValues", .array(words.yes.map(JSON.string)))
      members.add("falseValues", .array(words.no.map(JSON.string)))
    case .date, .time, .datetime:
      if let first = field.formats.first {
        let format = Strptime.format(of: first)
        members.add("format", format)
        notes.addLosses(["format '\(first)'": format == nil], of: field.name)
      }
      field.noteOtherFormats(notes)
    case .list, .file: field.noteBecomesString(notes)
    case .integer, .number: break
    }
    return members
  }

  private static func textFormat(_ field: PortableField, _ notes: ConversionNotes) -> String? {
    switch field.format {
    case nil: return nil
    case .email, .mailbox: return "email"
    case .uri: return "uri"
    case .uuid: return "uuid"
    case .base64: return "binary"
    case let format?:
      let rule = format.rule?.entries.first?.key ?? format.rawValue
      notes.addLoss("rule '\(rule)': not converted", of: field.name)
      return nil
    }
  }

  private static func constraints(
    _ field: PortableField, _ notes: ConversionNotes
  ) -> [JSON.Member] {
    var constraints: [JSON.Member] = []
    if field.required { constraints.add("required", .bool(true)) }
    if field.unique { constraints.add("unique", .bool(true)) }
    constraints += field.lengths(notes)
    for bound in PortableField.Bound.inclusiveFirst {
      constraints.add(
        bound.keyword,
        field.bounds[bound].map { field.isNumeric ? JSON.number($0) : JSON.string($0) })
    }
    constraints.add("pattern", field.pattern(\.xmlSchema, isApplicable: !field.isNumeric, notes))
    constraints.add("enum", field.choices)
    return constraints
  }
}
