import FormDefinitions
import FormRules

/// Writes forms as JSON Schema (2020-12) of flat objects.
enum JSONSchemaWriter {
  static func write(_ schema: inout PortableSchema) -> JSON {
    var properties: [JSON.Member] = []
    for field in schema.fields { properties.append(.init(field.name, property(field, &schema))) }
    if !schema.key.isEmpty { schema.note("form", "key: not converted") }
    if schema.isKeyUnique { schema.note("record", "rule 'unique': not converted") }
    for (what, isThere) in [
      ("missing", !schema.missing.isEmpty), ("delimiter", schema.delimiter != nil),
      ("encoding", schema.encoding != nil), ("header", schema.header != nil),
    ] where isThere {
      schema.note("form", "\(what): not converted; JSON has no equivalent")
    }
    var closed: [JSON.Member] = []
    if schema.columns == .refuse {
      closed.append(.init("additionalProperties", .bool(false)))
      schema.note(
        "form",
        "columns: refuse: becomes 'additionalProperties', which applies to records, not files")
    } else {
      schema.noteColumns()
    }
    if !schema.conditions.isEmpty { closed.append(.init("allOf", .array(schema.conditions))) }
    return .object(
      [
        .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        .init("title", .string(schema.title ?? schema.name)), .init("type", .string("object")),
        .init("properties", .object(properties)),
        .init("required", .array(schema.fields.filter(\.required).map { .string($0.name) })),
      ] + closed)
  }

  private static func property(_ field: PortableField, _ schema: inout PortableSchema) -> JSON {
    if !field.aliases.isEmpty { schema.note(field.name, "aliases: not converted") }
    if field.trim { schema.note(field.name, "trim: not converted") }
    var members: [JSON.Member] = []
    func add(_ key: String, _ value: JSON?) { if let value { members.append(.init(key, value)) } }
    add("title", field.label.map(JSON.string))
    add("description", field.help.map(JSON.string))
    let type = field.jsonType
    add("type", field.required ? .string(type) : .array([.string(type), .string("null")]))
    if !field.required, type == "string", field.hasConstraints {
      schema.note(
        difference: "an empty text is validated by the schema but missing in the form",
        of: field.name, in: "properties")
    }
    switch field.type {
    case .date(let formats):
      add("format", .string("date"))
      if !formats.isEmpty { schema.note(field.name, "date formats: not converted") }
    case .datetime(let formats):
      add("format", .string("date-time"))
      if !formats.isEmpty { schema.note(field.name, "timestamp formats: not converted") }
    case .time, .file: schema.note(field.name, "type '\(field.type.name)' becomes string")
    case .decimal(let format) where format != .init():
      schema.note(field.name, "number format: not converted")
    default: break
    }
    members += constraints(field, &schema)
    return .object(members)
  }

  /// Returns the constraints of a field's rules on its values.
  static func constraints(_ field: PortableField, _ schema: inout PortableSchema) -> [JSON.Member] {
    var members: [JSON.Member] = []
    func add(_ key: String, _ value: JSON?) { if let value { members.append(.init(key, value)) } }
    let isList = field.jsonType == "array"
    switch field.format {
    case nil: break
    case .mailbox: add("format", .string("email"))
    case .base64, .hex, .json, .geopoint:
      schema.note(field.name, "rule '\(field.format?.rawValue ?? "")': not converted")
    case let format?: add("format", .string(format.rawValue))
    }
    if field.unique { schema.note(field.name, "rule 'unique': not converted") }
    // A required text is not empty, regardless of its minimum length.
    let isText = field.required && field.jsonType == "string"
    let least = isText && field.minLength ?? "0" == "0" ? "1" : field.minLength
    add(isList ? "minItems" : "minLength", least.map(JSON.number))
    add(isList ? "maxItems" : "maxLength", field.maxLength.map(JSON.number))
    addBounds(of: field, to: &members, &schema)
    add("pattern", field.pattern.map { .string(field.searches ? $0 : "^(?:\($0))$") })
    if isList {
      var items: [JSON.Member] = [.init("type", .string("string"))]
      if !field.choices.isEmpty {
        items.append(.init("enum", .array(field.choices.map(JSON.string))))
      }
      members.append(.init("items", .object(items)))
    } else if !field.choices.isEmpty {
      let choices = field.choices.map { choice in
        switch field.type {
        case .integer, .number, .decimal: JSON.number(choice)
        case .boolean(let words): JSON.bool(words.yes.contains(choice.lowercased()))
        default: JSON.string(choice)
        }
      }
      members.append(.init("enum", .array(choices + (field.required ? [] : [.null]))))
    }
    return members
  }

  private static func addBounds(
    of field: PortableField, to members: inout [JSON.Member], _ schema: inout PortableSchema
  ) {
    let bounds = [
      ("minimum", field.minimum), ("exclusiveMinimum", field.minExclusive),
      ("maximum", field.maximum), ("exclusiveMaximum", field.maxExclusive),
      ("multipleOf", field.multipleOf),
    ]
    for (key, bound) in bounds {
      guard let bound else { continue }
      if field.isNumeric {
        members.append(.init(key, .number(bound)))
      } else {
        schema.note(field.name, "rule 'range': '\(key)' of dates: not converted")
      }
    }
  }
}

extension PortableField {
  /// The JSON type of the field's values.
  var jsonType: String {
    switch type {
    case .integer: "integer"
    case .number, .decimal: "number"
    case .boolean: "boolean"
    case .list: "array"
    default: "string"
    }
  }

  /// Whether the field rejects any text.
  fileprivate var hasConstraints: Bool {
    var bare = self
    bare.unique = false
    return type != .text || !bare.rules.isEmpty
  }
}
