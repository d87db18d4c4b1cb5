import FormDefinitions
import FormRules

/// Writes forms as JSON Schema (2020-12) of flat objects.
enum JSONSchemaWriter {
  static func write(_ schema: PortableSchema) -> JSON {
    let notes = schema.notes
    let properties = schema.fields.map { JSON.Member($0.name, property($0, notes)) }
    notes.addLosses(["key": !schema.key.isEmpty], of: "form")
    notes.addLosses(["rule 'unique'": schema.isKeyUnique], of: "record")
    notes.addLosses(
      [
        "missing": !schema.missing.isEmpty, "delimiter": schema.delimiter != nil,
        "encoding": schema.encoding != nil, "header": schema.header != nil,
      ], of: "form", reason: "; JSON has no equivalent")
    var members: [JSON.Member] = [
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("title", .string(schema.title ?? schema.name)), .init("type", .string("object")),
      .init("properties", .object(properties)),
      .init("required", .array(schema.fields.filter(\.required).map { .string($0.name) })),
    ]
    if schema.columns == .refuse {
      members.add("additionalProperties", .bool(false))
      notes.addLoss(
        "columns: refuse: becomes 'additionalProperties', which applies to records, not files",
        of: "form")
    } else {
      schema.noteColumns()
    }
    if !schema.conditions.isEmpty { members.add("allOf", .array(schema.conditions)) }
    return .object(members)
  }

  private static func property(_ field: PortableField, _ notes: ConversionNotes) -> JSON {
    notes.addLosses(["aliases": !field.aliases.isEmpty, "trim": field.trim], of: field.name)
    let type = field.jsonType.rawValue
    var property: [JSON.Member] = []
    property.add("title", field.label)
    property.add("description", field.help)
    property.add("type", field.required ? .string(type) : .array([.string(type), .string("null")]))
    if !field.required, field.jsonType == .string, field.hasConstraints {
      notes.addDifference(
        "an empty text is validated by the schema but missing in the form", of: "properties",
        field: field.name)
    }
    switch field.type {
    case .date(let formats):
      property.add("format", "date")
      notes.addLosses(["date formats": !formats.isEmpty], of: field.name)
    case .datetime(let formats):
      property.add("format", "date-time")
      notes.addLosses(["timestamp formats": !formats.isEmpty], of: field.name)
    case .time, .file: field.noteBecomesString(notes)
    case .decimal(let format):
      notes.addLosses(["number format": format != .init()], of: field.name)
    default: break
    }
    return .object(property + constraints(field, notes))
  }

  /// Returns the constraints of a field's rules on its values.
  static func constraints(_ field: PortableField, _ notes: ConversionNotes) -> [JSON.Member] {
    var constraints: [JSON.Member] = []
    switch field.format {
    case nil: break
    case .mailbox: constraints.add("format", "email")
    case .base64, .hex, .json, .geopoint:
      notes.addLoss("rule '\(field.format?.rawValue ?? "")': not converted", of: field.name)
    case let format?: constraints.add("format", format.rawValue)
    }
    notes.addLosses(["rule 'unique'": field.unique], of: field.name)
    // A required text is not empty, regardless of its minimum length.
    let isText = field.required && field.jsonType == .string
    let least = isText && field.minLength ?? "0" == "0" ? "1" : field.minLength
    constraints.add(field.isList ? "minItems" : "minLength", least.map(JSON.number))
    constraints.add(field.isList ? "maxItems" : "maxLength", field.maxLength.map(JSON.number))
    let bounds =
      PortableField.Bound.allCases.map { ($0.keyword, field.bounds[$0]) }
      + [("multipleOf", field.multipleOf)]
    for case (let keyword, let number?) in bounds {
      if field.isNumeric {
        constraints.add(keyword, .number(number))
      } else {
        notes.addLoss("rule 'range': '\(keyword)' of dates: not converted", of: field.name)
      }
    }
    constraints.add("pattern", field.pattern.map { field.searches ? $0 : "^(?:\($0))$" })
    if field.isList {
      var items: [JSON.Member] = [.init("type", .string("string"))]
      items.add("enum", field.choices)
      constraints.add("items", .object(items))
    } else if !field.choices.isEmpty {
      let choices = field.choices.map { field.constant($0) } + (field.required ? [] : [.null])
      constraints.add("enum", .array(choices))
    }
    return constraints
  }
}

extension PortableField {
  /// The JSON type of the field's values.
  var jsonType: JSONType {
    switch type {
    case .integer: .integer
    case .number, .decimal: .number
    case .boolean: .boolean
    case .list: .array
    default: .string
    }
  }

  /// Returns a choice as a JSON value.
  fileprivate func constant(_ choice: String) -> JSON {
    switch type {
    case .integer, .number, .decimal: .number(choice)
    case .boolean(let words): .bool(words.yes.contains(choice.lowercased()))
    default: .string(choice)
    }
  }

  /// Whether the field rejects any text.
  fileprivate var hasConstraints: Bool {
    var bare = self
    bare.unique = false
    return type != .text || !bare.rules.isEmpty
  }
}
