import FormRules

/// JSON Schema (2020-12 and before) of flat objects.
enum JSONSchemaObject {
  static func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    guard var object = SchemaObject(node, "schema") else { return [] }
    var schema = PortableSchema(name: (object.text("title") ?? name).asDefinitionName)
    schema.title = object.text("title")
    if let type = object.text("type"), type != "object" {
      schema.note("schema", "it is of type '\(type)'; only objects are records")
    }
    let required = Set(object.texts("required"))
    if case .mapping(let properties) = object.take("properties")?.content {
      for property in properties {
        guard let node = SchemaObject(property.value, property.key) else {
          schema.note(
            property.key, "takes anything or nothing; it becomes text", at: property.keyLocation)
          schema.fields.append(PortableField(property.key))
          continue
        }
        field(node, property.keyLocation, isRequired: required.contains(property.key), &schema)
      }
    }
    for name in required.sorted() where !schema.fields.contains(where: { $0.name == name }) {
      var field = PortableField(name)
      field.required = true
      schema.fields.append(field)
    }
    object.noteRest(&schema, ignoring: ["$schema", "$id", "description", "$comment", "examples"])
    return [schema]
  }

  private static func field(
    _ node: SchemaObject, _ location: SourceLocation, isRequired: Bool,
    _ schema: inout PortableSchema
  ) {
    var object = node
    var field = PortableField(object.place)
    field.label = object.text("title")
    field.help = object.text("description")
    let types = object.texts("type")
    let kinds = types.filter { $0 != "null" }
    field.required = isRequired && !types.contains("null")
    if isRequired, types.contains("null") {
      schema.note(object.place, "must be there, though null: it may be missing here", at: location)
    }
    switch kinds.count == 1 ? kinds[0] : "" {
    case "string": readFormat(&object, &field, &schema)
    case "integer": field.type = .integer
    case "number": field.type = .number
    case "boolean": field.type = .boolean(.init(yes: ["true"], no: ["false"]))
    case "":
      if kinds.count > 1 {
        schema.note(object.place, "is of several types; it becomes text", at: location)
      }
    default: schema.note(object.place, "type '\(kinds[0])' becomes text", at: location)
    }
    if case .text = field.type {
      field.minLength = object.text("minLength")
      field.maxLength = object.text("maxLength")
      field.pattern = object.text("pattern")
      field.searches = field.pattern != nil
    } else if field.isNumeric {
      field.minimum = object.text("minimum")
      field.maximum = object.text("maximum")
      field.multipleOf = object.text("multipleOf")
    }
    field.choices = object.texts("enum")
    if let constant = object.text("const") { field.choices = [constant] }
    object.noteRest(
      &schema, ignoring: ["examples", "default", "$comment", "readOnly", "writeOnly"])
    schema.fields.append(field)
  }

  private static func readFormat(
    _ object: inout SchemaObject, _ field: inout PortableField, _ schema: inout PortableSchema
  ) {
    switch object.text("format") {
    case nil: break
    case "date": field.type = .date()
    case "date-time": field.type = .datetime
    case "email": field.format = "email"
    case "uri": field.format = "url"
    case "uuid": field.format = "uuid"
    case let format?:
      schema.note(
        object.place, "format '\(format)': not carried over", at: object.location("format"))
    }
  }

  static func write(_ schema: inout PortableSchema) -> JSON {
    var properties: [JSON.Member] = []
    for field in schema.fields { properties.append(.init(field.name, property(field, &schema))) }
    if !schema.key.isEmpty { schema.note("form", "key: not carried over") }
    for (what, isThere) in [
      ("missing", !schema.missing.isEmpty), ("delimiter", schema.delimiter != nil),
      ("encoding", schema.encoding != nil),
    ] where isThere {
      schema.note("form", "\(what): not carried over; JSON has no such thing")
    }
    return .object([
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("title", .string(schema.title ?? schema.name)), .init("type", .string("object")),
      .init("properties", .object(properties)),
      .init("required", .array(schema.fields.filter(\.required).map { .string($0.name) })),
    ])
  }

  private static func property(_ field: PortableField, _ schema: inout PortableSchema) -> JSON {
    var members: [JSON.Member] = []
    func add(_ key: String, _ value: JSON?) { if let value { members.append(.init(key, value)) } }
    add("title", field.label.map(JSON.string))
    add("description", field.help.map(JSON.string))
    let type =
      switch field.type {
      case .integer: "integer"
      case .number, .decimal: "number"
      case .boolean: "boolean"
      default: "string"
      }
    add("type", field.required ? .string(type) : .array([.string(type), .string("null")]))
    switch field.type {
    case .date: add("format", .string("date"))
    case .datetime: add("format", .string("date-time"))
    case .time, .list, .file:
      schema.note(field.name, "type '\(field.type.name)' becomes string")
    case .decimal(let format) where format != .init():
      schema.note(field.name, "how the number is written: not carried over")
    default: break
    }
    switch field.format {
    case nil: break
    case "url": add("format", .string("uri"))
    case "ip": schema.note(field.name, "rule 'ip': not carried over")
    case let format?: add("format", .string(format))
    }
    if field.unique { schema.note(field.name, "rule 'unique': not carried over") }
    add(
      "minLength",
      field.minLength.map(JSON.number) ?? (field.required && type == "string" ? .number("1") : nil))
    add("maxLength", field.maxLength.map(JSON.number))
    if field.isNumeric {
      add("minimum", field.minimum.map(JSON.number))
      add("maximum", field.maximum.map(JSON.number))
      add("multipleOf", field.multipleOf.map(JSON.number))
    } else if field.minimum != nil || field.maximum != nil {
      schema.note(field.name, "rule 'range': not carried over")
    }
    add("pattern", field.pattern.map { .string(field.searches ? $0 : "^(?:\($0))$") })
    if !field.choices.isEmpty {
      let choices = field.choices.map { field.isNumeric ? JSON.number($0) : .string($0) }
      add("enum", .array(choices + (field.required ? [] : [.null])))
    }
    return .object(members)
  }
}
