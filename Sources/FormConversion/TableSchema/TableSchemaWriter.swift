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
    schema.noteFile()
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
    field.noteNotation(of: "fields", notes)
    switch field.type {
    case .text: members.add("format", textFormat(field, notes))
    case .decimal: members += field.separators(notes)
    case .boolean(let words):
      members.add("trueValues", .array(words.yes.map(JSON.string)))
      members.add("falseValues", .array(words.no.map(JSON.string)))
    case .date, .time, .datetime: members.add("format", momentFormat(field, notes))
    case .list, .file: field.noteBecomesString(notes)
    case .integer, .number: break
    }
    return members
  }

  /// The format of a date or time, and notes on what it accepts in the schema.
  private static func momentFormat(
    _ field: PortableField, _ notes: ConversionNotes
  ) -> String? {
    guard let first = field.formats.first else { return nil }
    let format = Strptime.format(of: first)
    notes.addLosses(["format '\(first)'": format == nil], of: field.name)
    field.noteOtherFormats(notes)
    if let format, field.type.kind != .date || Strptime.pattern(of: format) != first {
      notes.addDifference(
        "'\(format)' also accepts numbers with fewer digits", of: "fields", field: field.name)
    }
    return format
  }

  private static func textFormat(_ field: PortableField, _ notes: ConversionNotes) -> String? {
    let name = field.format?.tableSchemaName
    field.noteFormat(name, as: PortableFormat.init(tableSchema:), of: "fields", notes)
    return name
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
        bound.keyword, field.bounds[bound].flatMap { constant($0, of: field, "range", notes) })
    }
    constraints.add("pattern", field.pattern(\.xmlSchema, isApplicable: !field.isNumeric, notes))
    if field.isList {
      // `enum` would list whole cells.
      notes.addLosses(["rule 'in'": !field.choices.isEmpty], of: field.name)
    } else {
      let choices = field.choices.compactMap { constant($0, of: field, "in", notes) }.unique
      if !choices.isEmpty { constraints.add("enum", .array(choices)) }
    }
    return constraints
  }

  /// A constant of a rule as the field of the schema reads it: a number, or a text in the format of
  /// the field.
  private static func constant(
    _ text: String, of field: PortableField, _ rule: String, _ notes: ConversionNotes
  ) -> JSON? {
    switch field.type.literal(text)?.value {
    case .integer, .decimal, .number: return NumberLiteral.json(text)
    case .boolean(let truth): return field.type.text(of: .boolean(truth)).map(JSON.string)
    case let moment? where field.type.kind.isTemporal:
      let written = field.typeWithFormat.text(of: moment)
      notes.addLosses(
        ["'\(text)' of rule '\(rule)', which the format cannot express": written == nil],
        of: field.name)
      return written.map(JSON.string)
    default: return .string(text)
    }
  }
}

extension PortableField {
  /// The type of a date or time in the schema, which has at most one format.
  fileprivate var typeWithFormat: FieldType {
    type.with(formats: formats.prefix(1).filter { Strptime.format(of: $0) != nil }) ?? type
  }
}
