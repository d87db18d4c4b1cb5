import FormDefinitions
import FormRules

/// Reads a field of a Table Schema.
enum TableSchemaField {
  static let year = "[0-9]{4}"

  static func read(_ node: SchemaObject, _ schema: inout PortableSchema) {
    var object = node
    guard let name = object.text("name") else {
      schema.note("fields", "a field without a name: not converted", at: node.start)
      return
    }
    object = object.renamed(name)
    var field = PortableField(name)
    field.location = object.location("name")
    field.label = object.text("title")
    field.help = object.text("description")
    let constraints = SchemaObject(object.read("constraints"), "\(name), constraints")
    var format = object.text("format") ?? "default"
    // Before version 1, a `strptime` format had a prefix.
    if format.hasPrefix("fmt:") { format.removeFirst(4) }
    setType(object.text("type") ?? "string", format, &object, &field, &schema)
    let missing = object.words("missingValues").filter { !$0.isEmpty }
    if missing.contains(where: { !schema.missing.contains($0) }) {
      schema.note(
        name, "'missingValues' of a single field: apply to all fields",
        at: object.location("missingValues"))
      schema.missing += missing.filter { !schema.missing.contains($0) }
    }
    if let constraints { read(constraints, &field, &schema) }
    readCategories(&object, &field, &schema)
    object.noteRest(
      &schema, ignoring: ["rdfType", "example", "examples", "$schema"],
      defaults: ["bareNumber": "true", "categoriesOrdered": "false"])
    schema.fields.append(field)
  }

  /// Reads categories, the possible values of a field. `enum` may restrict them further.
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
        schema.note(field.name, "'categories' is not converted", at: location)
      }
      return
    }
    if field.choices.isEmpty { field.choices = values }
    if items.contains(where: { item in item.entries.contains { $0.key == "label" } }) {
      schema.note(field.name, "labels of 'categories': not converted", at: location)
    }
  }

  private static func setType(
    _ type: String, _ format: String, _ object: inout SchemaObject, _ field: inout PortableField,
    _ schema: inout PortableSchema
  ) {
    let name = field.name
    func lost(_ words: String, _ key: String = "type") {
      schema.note(name, words, at: object.location(key))
    }
    func differ(_ words: String) {
      schema.note(difference: words, of: name, in: "fields", at: object.location("name"))
    }
    switch type {
    case "string":
      switch format {
      case "default": break
      case "email", "uri", "uuid": field.format = PortableFormat(rawValue: format)
      case "binary": field.format = .base64
      default: lost("format '\(format)': not converted", "format")
      }
    case "integer":
      setNumber(point: nil, group: object.text("groupChar"), isWhole: true, &field, differ)
    case "number":
      let group = object.text("groupChar").flatMap { $0.isEmpty ? nil : $0 }
      setNumber(
        point: object.text("decimalChar"), group: group, isWhole: false, &field, differ)
    case "boolean":
      let (yes, no) = (object.texts("trueValues"), object.texts("falseValues"))
      field.type = .boolean(
        .init(
          yes: yes.isEmpty ? ["true", "1"] : yes.unique,
          no: no.isEmpty ? ["false", "0"] : no.unique))
      differ("words for true and false match regardless of case")
    case "date": setDate(format, &field, lost)
    case "time" where format == "default":
      field.type = .time(formats: .withSeconds)
      differ("times have no time zone and are before 24:00:00")
    case "datetime" where format == "default":
      // The field type also accepts moments without seconds.
      field.type = .datetime()
      field.pattern = #"\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)?"#
      differ("times are before 24:00:00")
    case "time", "datetime": setFormat(type, format, &field, differ, lost)
    case "year":
      field.type = .integer
      field.pattern = year
    case "yearmonth": field.pattern = #"\d{4}-(0[1-9]|1[0-2])"#
    case "duration": field.format = .signedDuration
    case "geopoint" where format == "default": field.format = .geopoint
    case "list":
      field.type = .list(separator: object.text("delimiter") ?? ",")
      setItems(object.text("itemType") ?? "string", &field, differ, lost)
    case "object": field.format = .jsonObject
    case "array": field.format = .jsonArray
    case "geojson":
      field.format = .jsonObject
      lost("type '\(type)' becomes any JSON")
    case "any": break
    default:
      // csvlint writes XML Schema types.
      if let hash = type.lastIndex(of: "#"), type.contains("XMLSchema") {
        CSVWDatatype.set(
          String(type[type.index(after: hash)...]), format: format == "default" ? nil : format,
          &field, &schema, at: object.location("type"))
      } else {
        lost("type '\(type)' becomes text")
      }
    }
  }

  private static func setDate(
    _ format: String, _ field: inout PortableField, _ lost: (String, String) -> Void
  ) {
    field.type = .date()
    if format == "default" { return }
    if let pattern = Strptime.pattern(of: format).flatMap(DateFormat.init) {
      field.type = .date(formats: [pattern])
    } else {
      lost("format '\(format)': not converted; ISO 8601 is used", "format")
    }
  }

  /// Sets the type of whole numbers and numbers, which are decimals if they have separators.
  private static func setNumber(
    point: String?, group: String?, isWhole: Bool, _ field: inout PortableField,
    _ differ: (String) -> Void
  ) {
    if point != nil || group != nil {
      field.type = .decimal(.init(scale: isWhole ? 0 : nil, point: point ?? ".", group: group))
      differ(
        "decimals have at most 38 digits, groups of three, no exponent and no surrounding blanks")
    } else if isWhole {
      field.type = .integer
      differ("integers have 64 bits and no surrounding blanks")
    } else {
      field.type = .number
      differ(
        "numbers are finite, of 64 bits, with a digit after the point and no surrounding blanks")
    }
  }

  /// Sets a `strptime` format for times and moments.
  private static func setFormat(
    _ type: String, _ format: String, _ field: inout PortableField, _ differ: (String) -> Void,
    _ lost: (String, String) -> Void
  ) {
    let pattern = Strptime.pattern(of: format)
    if type == "time", let own = pattern.flatMap(TimeFormat.init) {
      field.type = .time(formats: [own])
    } else if type == "datetime", let own = pattern.flatMap(DateTimeFormat.init) {
      field.type = .datetime(formats: [own])
    } else {
      field.type = type == "time" ? .time() : .datetime()
      if let pattern = TimestampPattern.pattern(ofStrptime: format) {
        (field.type, field.pattern) = (.text, pattern)
        lost(
          "type '\(type)' becomes text of the format '\(format)'; days are not validated", "format")
      } else {
        lost("format '\(format)': not converted; ISO 8601 is used", "format")
      }
      return
    }
    differ("minutes and seconds have two digits and a.m. is AM")
  }

  /// Adds the rules for each item of a list. Items of these types must not be empty.
  private static func setItems(
    _ type: String, _ field: inout PortableField, _ differ: (String) -> Void,
    _ lost: (String, String) -> Void
  ) {
    let rule: DefinitionNode
    switch type {
    case "string": return
    case "integer":
      rule = .bare("integer")
      differ("integers have 64 bits and no surrounding blanks")
    case "number":
      rule = .bare("number")
      differ(
        "numbers are finite, of 64 bits, with a digit after the point and no surrounding blanks")
    case "boolean":
      rule = .rule("in", .list(["true", "True", "TRUE", "1", "false", "False", "FALSE", "0"]))
    case "date": rule = .bare("date")
    case "time", "datetime":
      var parameters = MappingBuilder()
      parameters.add("zone", "optional")
      if type == "time" {
        parameters.add("seconds", "required")
      } else {
        parameters.add("separator", "T")
      }
      rule = .rule(type == "time" ? "time" : "dateTime", parameters.node)
      differ("times are before 24:00:00")
    default: return lost("items of type '\(type)' become text", "itemType")
    }
    field.more.append(.wrapping("each", [.bare("required"), rule]))
  }

  /// Converts the value of a constraint to definitions, in which numbers and words are canonical.
  private static func constant(_ node: DefinitionNode, _ type: FieldType) -> String? {
    guard let text = node.scalar else { return nil }
    switch type {
    case .decimal(let format) where node.jsonKind == .string:
      let plain = format.group.map { text.replacing($0, with: "") } ?? text
      return plain.replacing(format.point, with: ".")
    case .integer: return NumberLiteral.plain(text) ?? text
    case .boolean(let words) where node.jsonKind == .boolean:
      return text == "true" ? words.yes.first : words.no.first
    default: return text
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
      if field.isJSON {
        schema.note(
          object.subject, "'\(key)' of items: not converted", at: object.location(key))
      } else if let whole = NumberLiteral.whole(text, roundedUp: key == "minLength") {
        field[keyPath: path] = whole
      } else {
        schema.note(object.subject, "'\(key)' is not a number", at: object.location(key))
      }
    }
    let bounds: [(String, WritableKeyPath<PortableField, String?>)] = [
      ("minimum", \.minimum), ("maximum", \.maximum), ("exclusiveMinimum", \.minExclusive),
      ("exclusiveMaximum", \.maxExclusive),
    ]
    for (key, path) in bounds {
      guard let text = object.read(key).flatMap({ constant($0, field.type) }) else { continue }
      if field.isNumeric || field.type.isMoment {
        field[keyPath: path] = text
      } else {
        schema.note(object.subject, "'\(key)' of a text: not converted", at: object.location(key))
      }
    }
    if let text = object.text("pattern") {
      if let rule = SchemaPattern.rule(ofXMLSchema: text) {
        field.more.append(rule)
      } else {
        schema.note(
          object.subject,
          "'pattern' is not an expression of both XML Schema and PCRE2: not converted",
          at: object.location("pattern"))
      }
    }
    let choices = object.read("enum")?.items ?? []
    field.choices = choices.compactMap { constant($0, field.type) }
    if field.choices.count < choices.count || field.isJSON && !choices.isEmpty {
      // Lists and objects have several notations.
      field.choices = []
      schema.note(
        object.subject, "'enum' of a field without single values: not converted",
        at: object.location("enum"))
    } else if !choices.isEmpty, field.format == .signedDuration || field.format == .geopoint {
      schema.note(
        difference: "choices are compared as text", of: field.name, in: "fields",
        at: object.location("enum"))
    }
    object.noteRest(&schema)
  }
}

extension PortableField {
  fileprivate var isJSON: Bool { [.json, .jsonObject, .jsonArray].contains(format) }
}

extension [String] {
  /// The texts without duplicates. Boolean words ignore case.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0.lowercased()).inserted }
  }
}
