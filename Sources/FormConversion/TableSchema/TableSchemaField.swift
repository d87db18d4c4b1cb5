import FormDefinitions
import FormRules

/// Reads a field of a Table Schema.
enum TableSchemaField {
  static func read(_ node: SchemaObject, _ schema: inout PortableSchema) {
    var object = node
    guard let name = object.text("name") else {
      schema.note("fields", "a field without a name: not carried over", at: node.start)
      return
    }
    object = object.renamed(name)
    var field = PortableField(name)
    field.location = object.location("name")
    field.label = object.text("title")
    field.help = object.text("description")
    let constraints = SchemaObject(object.take("constraints"), "\(name), constraints")
    let format = object.text("format") ?? "default"
    setType(object.text("type") ?? "string", format, &object, &field, &schema)
    let missing = object.words("missingValues").filter { !$0.isEmpty }
    if missing.contains(where: { !schema.missing.contains($0) }) {
      schema.note(
        name, "'missingValues' of a single field: they count in all",
        at: object.location("missingValues"))
      schema.missing += missing.filter { !schema.missing.contains($0) }
    }
    if let constraints { read(constraints, &field, &schema) }
    readCategories(&object, &field, &schema)
    object.noteRest(
      &schema, ignoring: ["rdfType", "example", "examples", "itemType", "$schema"],
      usual: ["bareNumber": "true", "categoriesOrdered": "false"])
    schema.fields.append(field)
  }

  /// Categories are values of which a field has one, as `enum` has them, which may say fewer.
  private static func readCategories(
    _ object: inout SchemaObject, _ field: inout PortableField, _ schema: inout PortableSchema
  ) {
    let location = object.location("categories")
    let items = object.objects("categories")
    let values = items.compactMap { item in
      item.scalar ?? item.entries.first { $0.key == "value" }?.value.scalar
    }
    guard !items.isEmpty, values.count == items.count else {
      if object.has("categories") {
        schema.note(field.name, "'categories' is not carried over", at: location)
      }
      return
    }
    if field.choices.isEmpty { field.choices = values }
    if items.contains(where: { item in item.entries.contains { $0.key == "label" } }) {
      schema.note(field.name, "labels of 'categories': not carried over", at: location)
    }
  }

  private static func setType(
    _ type: String, _ format: String, _ object: inout SchemaObject, _ field: inout PortableField,
    _ schema: inout PortableSchema
  ) {
    func lost(_ words: String, _ key: String = "type") {
      schema.note(field.name, words, at: object.location(key))
    }
    switch type {
    case "string":
      switch format {
      case "default": break
      case "email", "uri", "uuid": field.format = PortableFormat(rawValue: format)
      case "binary": field.format = .base64
      default: lost("format '\(format)': not carried over", "format")
      }
    case "integer":
      field.type = .integer
      if let group = object.text("groupChar") {
        field.type = .decimal(.init(scale: 0, group: group))
      }
    case "number":
      let point = object.text("decimalChar")
      let group = object.text("groupChar")
      field.type =
        point == nil && group == nil ? .number : .decimal(.init(point: point ?? ".", group: group))
    case "boolean":
      let (yes, no) = (object.texts("trueValues"), object.texts("falseValues"))
      field.type = .boolean(
        .init(
          yes: yes.isEmpty ? ["true", "1"] : yes.unique,
          no: no.isEmpty ? ["false", "0"] : no.unique))
    case "date":
      field.type = .date()
      if format == "default" { break }
      if let pattern = DateFormat(strptime: format) {
        field.type = .date(formats: [pattern])
      } else {
        lost("format '\(format)': not carried over; ISO 8601 is taken", "format")
      }
    case "time", "datetime":
      field.type = type == "time" ? .time() : .datetime()
      if format == "default" || format == "any" && type == "datetime" { break }
      if let pattern = TimestampPattern.pattern(ofStrptime: format) {
        (field.type, field.pattern) = (.text, pattern)
        lost(
          "type '\(type)' becomes text of the format '\(format)'; days are not counted", "format")
      } else {
        lost("format '\(format)': not carried over; ISO 8601 is taken", "format")
      }
    case "year":
      field.type = .integer
      (field.minimum, field.maximum) = ("-9999", "9999")
    case "yearmonth": field.pattern = #"-?\d{4}-(0[1-9]|1[0-2])"#
    case "duration": field.format = .duration
    case "geopoint" where format == "default": field.format = .geopoint
    case "list":
      field.type = .list(separator: object.text("delimiter") ?? ",")
      let kinds = ["integer": "integer", "number": "number", "boolean": "boolean", "date": "date"]
      if let kind = object.text("itemType").flatMap({ kinds[$0] }) {
        field.more.append(.wrapping("each", [.bare(kind)]))
      }
    case "object", "array", "geojson":
      field.format = .json
      lost("type '\(type)' becomes JSON of any kind")
    case "any": break
    default:
      // csvlint writes the types of XML Schema.
      if let hash = type.lastIndex(of: "#"), type.contains("XMLSchema") {
        CSVWDatatype.set(
          String(type[type.index(after: hash)...]), format: format == "default" ? nil : format,
          &field, &schema, at: object.location("type"))
      } else {
        lost("type '\(type)' becomes text")
      }
    }
  }

  private static func read(
    _ constraints: SchemaObject, _ field: inout PortableField, _ schema: inout PortableSchema
  ) {
    var object = constraints
    field.required = object.isTrue("required")
    field.unique = object.isTrue("unique")
    for (key, path) in [
      ("minLength", \PortableField.minLength), ("maxLength", \.maxLength),
    ] {
      guard let text = object.text(key) else { continue }
      if field.format == .json {
        schema.note(
          object.place, "'\(key)' counts items there: not carried over", at: object.location(key))
      } else if let whole = NumberLiteral.whole(text, roundedUp: key == "minLength") {
        field[keyPath: path] = whole
      } else {
        schema.note(object.place, "'\(key)' is no number", at: object.location(key))
      }
    }
    let bounds: [(String, WritableKeyPath<PortableField, String?>)] = [
      ("minimum", \.minimum), ("maximum", \.maximum), ("exclusiveMinimum", \.minExclusive),
      ("exclusiveMaximum", \.maxExclusive),
    ]
    for (key, path) in bounds {
      guard let text = object.text(key) else { continue }
      if field.isNumeric || field.type.isMoment {
        field[keyPath: path] = Self.bound(text, field.type)
      } else {
        schema.note(object.place, "'\(key)' of a text: not carried over", at: object.location(key))
      }
    }
    if let pattern = object.text("pattern") {
      if field.pattern == nil {
        field.pattern = pattern
      } else {
        field.more.append(.rule("pattern", .text(pattern)))
      }
    }
    let choices = object.peek("enum")?.items ?? []
    field.choices = object.texts("enum")
    if field.choices.count < choices.count || field.format == .json && !choices.isEmpty {
      // Lists and objects can be written in many ways.
      field.choices = []
      schema.note(
        object.place, "'enum' of what is no single value: not carried over",
        at: object.location("enum"))
    }
    object.noteRest(&schema)
  }

  /// A bound as the field's type has it: a whole number without `.0`.
  private static func bound(_ text: String, _ type: FieldType) -> String {
    type == .integer ? NumberLiteral.plain(text) ?? text : text
  }
}

extension [String] {
  /// Without repetitions; words of truth are the same in any case.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0.lowercased()).inserted }
  }
}
