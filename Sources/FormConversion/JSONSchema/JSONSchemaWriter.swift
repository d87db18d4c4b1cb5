import FormDefinitions
import FormRules

/// Writes forms as JSON Schema (2020-12) of flat objects.
enum JSONSchemaWriter {
  /// The value of `$schema`.
  static let dialect = JSON.string("https://json-schema.org/draft/2020-12/schema")

  static func write(_ schema: PortableSchema) -> JSON {
    let properties = schema.fields.map { field in
      JSON.Member(
        field.name, .object(property(field, isNullable: !field.required, schema.notes)))
    }
    for field in schema.fields {
      schema.notes.addDifference(
        "values of other JSON types are rejected", of: "properties", field: field.name)
    }
    let required = schema.fields.filter(\.required).map(\.name)
    return .object(
      [.init("$schema", dialect)]
        + members(of: schema, properties: properties, required: required))
  }

  /// Returns the keywords of records.
  static func members(
    of schema: PortableSchema, properties: [JSON.Member], required: [String]
  ) -> [JSON.Member] {
    let notes = schema.notes
    notes.addLosses(["key": !schema.key.isEmpty], of: "form")
    notes.addLosses(["rule 'unique'": schema.isKeyUnique], of: "record")
    notes.addLosses(
      [
        "missing": ([schema.file.missing] + schema.fields.compactMap(\.missing))
          .contains { !$0.isEmpty },
        "delimiter": schema.file.delimiter != nil,
        "encoding": schema.file.encoding != nil, "header": schema.file.header != nil,
      ], of: "form", reason: "; JSON has no equivalent")
    schema.noteFile(reason: "; JSON has no equivalent")
    var members: [JSON.Member] = [
      .init("title", .string(schema.title ?? schema.name)), .init("type", .string("object")),
      .init("properties", .object(properties)),
      .init("required", .array(required.map(JSON.string))),
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
    return members
  }

  /// Returns the keywords of a field's values.
  ///
  /// - Parameter itemType: The type of the items of a list.
  static func property(
    _ field: PortableField, isNullable: Bool, itemType: JSONType = .string, _ notes: ConversionNotes
  ) -> [JSON.Member] {
    notes.addLosses(["aliases": !field.aliases.isEmpty, "trim": field.trim], of: field.name)
    var property: [JSON.Member] = []
    property.add("title", field.label)
    property.add("description", field.help)
    property.append(.type(field.jsonType, isNullable: isNullable))
    if !field.required, field.jsonType == .string, field.hasConstraints {
      notes.addDifference(
        "an empty text is validated by the schema but missing in the form", of: "properties",
        field: field.name)
    }
    if !field.required, field.isList, field.minLength ?? "0" != "0" {
      notes.addDifference(
        "an empty array is validated by the schema but missing in the form", of: "properties",
        field: field.name)
    }
    switch field.type {
    case .date(let formats):
      property.add("format", "date")
      notes.addLosses(["date formats": !formats.isEmpty], of: field.name)
    case .datetime(let formats):
      property.add("format", "date-time")
      notes.addDifference(
        "moments require seconds and an offset from UTC", of: "properties", field: field.name)
      notes.addLosses(["timestamp formats": !formats.isEmpty], of: field.name)
    case .time, .file: field.noteBecomesString(notes)
    case .decimal(let format):
      notes.addLosses(["number format": format != .init()], of: field.name)
    case .boolean:
      let isJSON =
        field.type.literal("true")?.value == .boolean(true)
        && field.type.literal("false")?.value == .boolean(false)
      notes.addLosses(["words for true and false": !isJSON], of: field.name)
    case .text, .integer, .number, .list: break
    }
    return property + constraints(field, isNullable: isNullable, itemType: itemType, notes)
  }

  /// Returns the constraints of a field's rules on its values.
  static func constraints(
    _ field: PortableField, isNullable: Bool, itemType: JSONType = .string,
    _ notes: ConversionNotes
  ) -> [JSON.Member] {
    var constraints: [JSON.Member] = []
    let format = field.format?.jsonSchemaName
    constraints.add("format", format)
    field.noteFormat(format, as: PortableFormat.init(jsonSchema:), of: "properties", notes)
    notes.addLosses(["rule 'unique'": field.unique], of: field.name)
    // A required text or list is not empty, regardless of its minimum length.
    let canBeEmpty = field.required && (field.jsonType == .string || field.isList)
    let least = canBeEmpty && field.minLength ?? "0" == "0" ? "1" : field.minLength
    constraints.add(field.isList ? "minItems" : "minLength", least.map(NumberLiteral.json))
    constraints.add(
      field.isList ? "maxItems" : "maxLength", field.maxLength.map(NumberLiteral.json))
    let bounds =
      PortableField.Bound.allCases.map { ($0.keyword, field.bounds[$0]) }
      + [("multipleOf", field.multipleOf)]
    for case (let keyword, let number?) in bounds {
      if field.isNumeric {
        constraints.add(keyword, NumberLiteral.json(number))
      } else {
        notes.addLoss("rule 'range': '\(keyword)' of dates: not converted", of: field.name)
      }
    }
    constraints.add(
      "pattern", field.pattern(\.ecmaScript, isApplicable: field.jsonType == .string, notes))
    if field.isList {
      var items = [JSON.Member.type(itemType, isNullable: false)]
      items.add("enum", field.choices)
      constraints.add("items", .object(items))
    } else if !field.choices.isEmpty {
      let choices = field.choices.map { field.constant($0) }.unique
      constraints.add("enum", .array(choices + (isNullable ? [.null] : [])))
    }
    return constraints
  }
}

extension PortableField {
  /// The JSON type of the field's values.
  var jsonType: JSONType { type.jsonType }

  /// Returns a choice as a JSON value.
  fileprivate func constant(_ choice: String) -> JSON {
    switch type.literal(choice)?.value {
    case .integer, .number, .decimal: NumberLiteral.json(choice)
    case .boolean(let isTrue): .bool(isTrue)
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

extension JSON.Member {
  /// Returns the keyword `type`.
  static func type(_ type: JSONType, isNullable: Bool) -> JSON.Member {
    let name = JSON.string(type.rawValue)
    return .init("type", isNullable ? .array([name, .string("null")]) : name)
  }
}

extension FieldType {
  /// The JSON type of values.
  var jsonType: JSONType {
    switch self {
    case .integer: .integer
    case .number, .decimal: .number
    case .boolean: .boolean
    case .list: .array
    case .text, .date, .time, .datetime, .file: .string
    }
  }
}
