import FormDefinitions
import FormRules

/// Writes forms as Frictionless Table Schema (version 1; exclusive bounds and `fieldsMatch` belong
/// to version 2).
enum TableSchemaWriter {
  static func write(_ schema: inout PortableSchema) -> JSON {
    schema.noteKey()
    if schema.columns != .refuse { schema.noteColumns() }
    var fields: [JSON] = []
    for field in schema.fields { fields.append(self.field(field, &schema)) }
    var members: [JSON.Member] = [.init("fields", .array(fields))]
    if !schema.missing.isEmpty {
      members.append(
        .init("missingValues", .array(([""] + schema.missing).unique.map(JSON.string))))
    }
    if schema.columns == .refuse { members.append(.init("fieldsMatch", .string("equal"))) }
    let key = schema.key.map { name in
      schema.fields.first { $0.name == name }.map { $0.header ?? $0.name } ?? name
    }
    if !key.isEmpty {
      members.append(.init("primaryKey", .array(key.map(JSON.string))))
    }
    for (what, value) in [
      ("delimiter", schema.delimiter), ("encoding", schema.encoding), ("title", schema.title),
      ("header", schema.header.map(String.init)),
    ] where value != nil {
      schema.note("form", "\(what): not converted; it is a property of a data package's resource")
    }
    return .object(members)
  }

  private static func field(_ field: PortableField, _ schema: inout PortableSchema) -> JSON {
    var members: [JSON.Member] = [.init("name", .string(field.header ?? field.name))]
    func add(_ key: String, _ text: String?) {
      if let text { members.append(.init(key, .string(text))) }
    }
    if field.trim { schema.note(field.name, "trim: not converted") }
    add("title", field.label)
    add("description", field.help)
    members += type(field, &schema)
    let constraints = constraints(field)
    if !field.aliases.isEmpty { schema.note(field.name, "aliases: not converted") }
    if field.multipleOf != nil { schema.note(field.name, "rule 'multipleOf': not converted") }
    if !constraints.isEmpty { members.append(.init("constraints", .object(constraints))) }
    return .object(members)
  }

  private static func type(
    _ field: PortableField, _ schema: inout PortableSchema
  ) -> [JSON.Member] {
    var members: [JSON.Member] = []
    func add(_ key: String, _ text: String?) {
      if let text { members.append(.init(key, .string(text))) }
    }
    func addFormat(_ patterns: [String]) {
      add("format", patterns.first.map(Strptime.format))
      if patterns.count > 1 { schema.note(field.name, "formats after the first: not converted") }
    }
    switch field.type {
    case .text:
      add("type", "string")
      switch field.format {
      case nil: break
      case .email, .mailbox: add("format", "email")
      case .uri, .uuid: add("format", field.format?.rawValue)
      case .base64: add("format", "binary")
      case let format?:
        let rule = format.rule?.entries.first?.key ?? format.rawValue
        schema.note(field.name, "rule '\(rule)': not converted")
      }
    case .integer: add("type", "integer")
    case .number: add("type", "number")
    case .decimal(let format):
      add("type", "number")
      if format.point != "." { add("decimalChar", format.point) }
      add("groupChar", format.group)
      if format.scale != nil || !format.strip.isEmpty {
        schema.note(field.name, "scale and strip: not converted")
      }
    case .boolean(let words):
      add("type", "boolean")
      members.append(.init("trueValues", .array(words.yes.map(JSON.string))))
      members.append(.init("falseValues", .array(words.no.map(JSON.string))))
    case .date(let formats):
      add("type", "date")
      addFormat(formats.map(\.pattern))
    case .time(let formats):
      add("type", "time")
      if formats != .withSeconds { addFormat(formats.map(\.pattern)) }
    case .datetime(let formats):
      add("type", "datetime")
      addFormat(formats.map(\.pattern))
    case .list, .file:
      add("type", "string")
      schema.note(field.name, "type '\(field.type.name)' becomes string")
    }
    return members
  }

  private static func constraints(_ field: PortableField) -> [JSON.Member] {
    var constraints: [JSON.Member] = []
    if field.required { constraints.append(.init("required", .bool(true))) }
    if field.unique { constraints.append(.init("unique", .bool(true))) }
    for (key, number) in [("minLength", field.minLength), ("maxLength", field.maxLength)] {
      if let number { constraints.append(.init(key, .number(number))) }
    }
    for (key, text) in [
      ("minimum", field.minimum), ("maximum", field.maximum),
      ("exclusiveMinimum", field.minExclusive), ("exclusiveMaximum", field.maxExclusive),
    ] {
      if let text {
        constraints.append(.init(key, field.isNumeric ? .number(text) : .string(text)))
      }
    }
    if let pattern = field.pattern {
      constraints.append(.init("pattern", .string(field.searches ? ".*(\(pattern)).*" : pattern)))
    }
    if !field.choices.isEmpty {
      constraints.append(.init("enum", .array(field.choices.map(JSON.string))))
    }
    return constraints
  }
}
