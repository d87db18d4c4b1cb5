import FormRules

/// Frictionless Table Schema (version 1), alone or in a data package.
enum TableSchema {
  static func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    guard var package = SchemaObject(node, "package") else { return [] }
    let resources = package.objects("resources")
    guard !resources.isEmpty else { return [schema(node, name: name)] }
    return resources.enumerated().compactMap { index, resource in
      guard var object = SchemaObject(resource, "resource \(index + 1)") else { return nil }
      let title = object.text("name") ?? "\(name)_\(index + 1)"
      guard let node = object.take("schema"), case .mapping = node.content else {
        var empty = PortableSchema(name: title.asDefinitionName)
        empty.note(object.place, "has no schema in the package; convert its file by itself")
        return empty
      }
      var schema = schema(node, name: title)
      schema.title = object.text("title")
      schema.encoding = object.text("encoding")
      if var dialect = SchemaObject(object.take("dialect"), "\(object.place), dialect") {
        schema.delimiter = dialect.text("delimiter")
        dialect.noteRest(&schema)
      }
      object.noteRest(
        &schema,
        ignoring: [
          "path", "profile", "format", "mediatype", "type", "scheme", "hash", "bytes",
          "description", "sources", "licenses",
        ])
      return schema
    }
  }

  private static func schema(_ node: DefinitionNode, name: String) -> PortableSchema {
    var schema = PortableSchema(name: name.asDefinitionName)
    guard var object = SchemaObject(node, "schema") else { return schema }
    schema.missing = object.texts("missingValues")
    schema.key = object.texts("primaryKey")
    schema.title = object.text("title")
    for field in object.objects("fields") {
      guard let field = SchemaObject(field, "fields") else { continue }
      self.field(field, &schema)
    }
    if schema.key.count == 1,
      let index = schema.fields.firstIndex(where: { $0.name == schema.key[0] })
    {
      schema.fields[index].required = true
      schema.fields[index].unique = true
    } else if !schema.key.isEmpty {
      schema.note("primaryKey", "that several fields are unique together: not carried over")
    }
    object.noteRest(&schema, ignoring: ["$schema", "profile", "name", "description"])
    return schema
  }

  private static func field(_ node: SchemaObject, _ schema: inout PortableSchema) {
    var object = node
    guard let name = object.text("name") else {
      schema.note("fields", "a field without a name: not carried over")
      return
    }
    object = object.renamed(name)
    var field = PortableField(name)
    field.label = object.text("title")
    field.help = object.text("description")
    let type = object.text("type") ?? "string"
    let format = object.text("format") ?? "default"
    func lost(_ words: String) { schema.note(name, words, at: object.location("type")) }
    switch type {
    case "string":
      switch format {
      case "default": break
      case "email": field.format = "email"
      case "uri": field.format = "url"
      case "uuid": field.format = "uuid"
      default: lost("format '\(format)': not carried over")
      }
    case "integer": field.type = .integer
    case "number":
      let point = object.text("decimalChar")
      let group = object.text("groupChar")
      if point == nil, group == nil {
        field.type = .number
      } else {
        field.type = .decimal(.init(point: point ?? ".", group: group))
      }
    case "boolean":
      let (yes, no) = (object.texts("trueValues"), object.texts("falseValues"))
      field.type = .boolean(
        .init(
          yes: yes.isEmpty ? ["true", "1"] : yes.unique,
          no: no.isEmpty ? ["false", "0"] : no.unique))
    case "date":
      field.type = .date()
      if format != "default" {
        if let pattern = DateFormat(strptime: format) {
          field.type = .date(formats: [pattern])
        } else {
          lost("format '\(format)': not carried over; ISO 8601 is taken")
        }
      }
    case "time", "datetime":
      field.type = type == "time" ? .time : .datetime
      if format != "default" { lost("format '\(format)': not carried over; ISO 8601 is taken") }
    case "year":
      field.type = .integer
      (field.minimum, field.maximum) = ("0", "9999")
    case "yearmonth": (field.pattern, field.maxLength) = (#"\d{4}-(0[1-9]|1[0-2])"#, nil)
    case "any": break
    default: lost("type '\(type)' becomes text")
    }
    if let constraints = SchemaObject(object.take("constraints"), "\(name), constraints") {
      self.constraints(constraints, &field, &schema)
    }
    object.noteRest(&schema, ignoring: ["rdfType", "example", "bareNumber"])
    schema.fields.append(field)
  }

  private static func constraints(
    _ constraints: SchemaObject, _ field: inout PortableField, _ schema: inout PortableSchema
  ) {
    var object = constraints
    field.required = object.isTrue("required")
    field.unique = object.isTrue("unique")
    field.minLength = object.text("minLength")
    field.maxLength = object.text("maxLength")
    field.minimum = object.text("minimum") ?? field.minimum
    field.maximum = object.text("maximum") ?? field.maximum
    field.pattern = object.text("pattern") ?? field.pattern
    field.choices = object.texts("enum")
    object.noteRest(&schema)
  }

  static func write(_ schema: inout PortableSchema) -> JSON {
    var fields: [JSON] = []
    for field in schema.fields { fields.append(self.field(field, &schema)) }
    var members: [JSON.Member] = [.init("fields", .array(fields))]
    if !schema.missing.isEmpty {
      members.append(
        .init("missingValues", .array(([""] + schema.missing).unique.map(JSON.string))))
    }
    let key = schema.key.map { name in
      schema.fields.first { $0.name == name }.map { $0.header ?? $0.name } ?? name
    }
    if !key.isEmpty {
      members.append(.init("primaryKey", .array(key.map(JSON.string))))
    }
    for (what, value) in [
      ("delimiter", schema.delimiter), ("encoding", schema.encoding), ("title", schema.title),
    ] where value != nil {
      schema.note("form", "\(what): not carried over; it belongs to a data package's resource")
    }
    return .object(members)
  }

  private static func field(_ field: PortableField, _ schema: inout PortableSchema) -> JSON {
    var members: [JSON.Member] = [.init("name", .string(field.header ?? field.name))]
    func add(_ key: String, _ text: String?) {
      if let text { members.append(.init(key, .string(text))) }
    }
    add("title", field.label)
    add("description", field.help)
    switch field.type {
    case .text:
      add("type", "string")
      switch field.format {
      case "url": add("format", "uri")
      case "ip": schema.note(field.name, "rule 'ip': not carried over")
      default: add("format", field.format)
      }
    case .integer: add("type", "integer")
    case .number: add("type", "number")
    case .decimal(let format):
      add("type", "number")
      if format.point != "." { add("decimalChar", format.point) }
      add("groupChar", format.group)
      if format.scale != nil || !format.strip.isEmpty {
        schema.note(field.name, "scale and strip: not carried over")
      }
    case .boolean(let words):
      add("type", "boolean")
      members.append(.init("trueValues", .array(words.yes.map(JSON.string))))
      members.append(.init("falseValues", .array(words.no.map(JSON.string))))
    case .date(let formats):
      add("type", "date")
      add("format", formats.first?.strptime)
      if formats.count > 1 { schema.note(field.name, "formats but the first: not carried over") }
    case .time: add("type", "time")
    case .datetime: add("type", "datetime")
    case .list, .file:
      add("type", "string")
      schema.note(field.name, "type '\(field.type.name)' becomes string")
    }
    var constraints: [JSON.Member] = []
    if field.required { constraints.append(.init("required", .bool(true))) }
    if field.unique { constraints.append(.init("unique", .bool(true))) }
    for (key, number) in [("minLength", field.minLength), ("maxLength", field.maxLength)] {
      if let number { constraints.append(.init(key, .number(number))) }
    }
    for (key, text) in [("minimum", field.minimum), ("maximum", field.maximum)] {
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
    if field.multipleOf != nil { schema.note(field.name, "rule 'multipleOf': not carried over") }
    if !constraints.isEmpty { members.append(.init("constraints", .object(constraints))) }
    return .object(members)
  }
}

extension PortableField {
  var isNumeric: Bool {
    switch type {
    case .integer, .number, .decimal: true
    default: false
    }
  }
}

extension [String] {
  /// Without repetitions; words of truth are the same in any case.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0.lowercased()).inserted }
  }
}

extension DateFormat {
  private static let directives: [(strptime: String, pattern: String)] = [
    ("%Y", "yyyy"), ("%y", "yy"), ("%B", "MMMM"), ("%b", "MMM"), ("%m", "M"), ("%d", "d"),
  ]

  /// The format that `strptime` means; numbers may have one digit, as there.
  init?(strptime: String) {
    var pattern = strptime
    for directive in Self.directives {
      pattern = pattern.replacing(directive.strptime, with: directive.pattern)
    }
    if pattern.contains("%") { return nil }
    self.init(pattern)
  }

  /// As `strptime` has it.
  var strptime: String {
    var result = ""
    var rest = pattern[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      switch run {
      case "yyyy": result += "%Y"
      case "yy": result += "%y"
      case "MMMM": result += "%B"
      case "MMM": result += "%b"
      case "MM", "M": result += "%m"
      case "dd", "d": result += "%d"
      default: result += run
      }
      rest = rest.dropFirst(run.count)
    }
    return result
  }
}
