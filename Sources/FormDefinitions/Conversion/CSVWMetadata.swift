import FormRules

/// CSV on the Web: metadata of a table, or of a group of them.
enum CSVWMetadata {
  static func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    guard var object = SchemaObject(node, "metadata") else { return [] }
    let tables = object.objects("tables")
    guard !tables.isEmpty else { return [table(object, name: name)] }
    return tables.enumerated().compactMap { index, table in
      SchemaObject(table, "table \(index + 1)").map { self.table($0, name: "\(name)_\(index + 1)") }
    }
  }

  private static func table(_ table: SchemaObject, name: String) -> PortableSchema {
    var object = table
    let file = object.text("url")?.split(separator: "/").last?.split(separator: ".").first
    var schema = PortableSchema(name: (file.map(String.init) ?? name).asDefinitionName)
    schema.title = object.text("dc:title")
    if var dialect = SchemaObject(object.take("dialect"), "dialect") {
      schema.delimiter = dialect.text("delimiter")
      schema.encoding = dialect.text("encoding")
      dialect.noteRest(&schema, ignoring: ["header", "headerRowCount"])
    }
    if var inner = SchemaObject(object.take("tableSchema"), "tableSchema") {
      schema.key = inner.texts("primaryKey")
      for column in inner.objects("columns") {
        guard let column = SchemaObject(column, "columns") else { continue }
        self.column(column, &schema)
      }
      inner.noteRest(&schema, ignoring: ["aboutUrl"])
    }
    if schema.key.count == 1,
      let index = schema.fields.firstIndex(where: { $0.name == schema.key[0] })
    {
      schema.fields[index].unique = true
    } else if !schema.key.isEmpty {
      schema.note("primaryKey", "that several fields are unique together: not carried over")
    }
    object.noteRest(&schema, ignoring: ["@context", "@id", "@type", "notes"])
    return schema
  }

  private static func column(_ column: SchemaObject, _ schema: inout PortableSchema) {
    var object = column
    let titles = object.texts("titles")
    guard let name = object.text("name") ?? titles.first else {
      schema.note("columns", "a column without a name: not carried over")
      return
    }
    object = object.renamed(name)
    var field = PortableField(name)
    field.header = titles.first.flatMap { $0 == name ? nil : $0 }
    field.help = object.text("dc:description")
    field.required = object.isTrue("required")
    schema.missing += object.texts("null").filter { !$0.isEmpty && !schema.missing.contains($0) }
    let datatype = object.take("datatype")
    var base = datatype?.scalar ?? "string"
    var format: String?
    if var type = SchemaObject(datatype, "\(name), datatype") {
      base = type.text("base") ?? "string"
      format = type.text("format")
      field.minLength = type.text("minLength") ?? type.text("length")
      field.maxLength = type.text("maxLength") ?? type.text("length")
      field.minimum = type.text("minimum") ?? type.text("minInclusive")
      field.maximum = type.text("maximum") ?? type.text("maxInclusive")
      type.noteRest(&schema, ignoring: ["@id", "dc:title", "dc:description"])
    }
    setType(base, format, &field, &schema)
    if let separator = object.text("separator") { field.type = .list(separator: separator) }
    object.noteRest(&schema, ignoring: ["propertyUrl", "valueUrl", "aboutUrl", "lang", "virtual"])
    schema.fields.append(field)
  }

  private static func setType(
    _ base: String, _ format: String?, _ field: inout PortableField, _ schema: inout PortableSchema
  ) {
    var usesFormat = false
    switch base {
    case "string", "normalizedString", "token", "any", "anyAtomicType":
      field.pattern = format
      usesFormat = true
    case "integer", "int", "long", "short", "byte": field.type = .integer
    case "nonNegativeInteger", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte",
      "positiveInteger":
      field.type = .integer
      field.minimum = field.minimum ?? (base == "positiveInteger" ? "1" : "0")
    case "decimal": field.type = .decimal()
    case "number", "double", "float": field.type = .number
    case "boolean":
      let words = format?.split(separator: "|").map(String.init) ?? []
      field.type = .boolean(
        words.count == 2
          ? .init(yes: [words[0]], no: [words[1]])
          : .init(yes: ["true", "1"], no: ["false", "0"]))
      usesFormat = words.count == 2
    case "date":
      field.type = .date(formats: format.flatMap { DateFormat($0) }.map { [$0] } ?? [])
      usesFormat = format.flatMap { DateFormat($0) } != nil
    case "datetime", "dateTime", "dateTimeStamp": field.type = .datetime
    case "time": field.type = .time
    case "anyURI": field.format = "url"
    default: schema.note(field.name, "datatype '\(base)' becomes text")
    }
    if let format, !usesFormat {
      schema.note(field.name, "format '\(format)': not carried over")
    }
  }

  static func write(_ schema: inout PortableSchema) -> JSON {
    var columns: [JSON] = []
    for field in schema.fields { columns.append(column(field, &schema)) }
    var table: [JSON.Member] = [.init("columns", .array(columns))]
    if !schema.key.isEmpty {
      table.append(.init("primaryKey", .array(schema.key.map(JSON.string))))
    }
    var members: [JSON.Member] = [
      .init("@context", .string("http://www.w3.org/ns/csvw")),
      .init("url", .string("\(schema.name).csv")),
    ]
    if let title = schema.title { members.append(.init("dc:title", .string(title))) }
    var dialect: [JSON.Member] = []
    if let delimiter = schema.delimiter { dialect.append(.init("delimiter", .string(delimiter))) }
    if let encoding = schema.encoding { dialect.append(.init("encoding", .string(encoding))) }
    if !dialect.isEmpty { members.append(.init("dialect", .object(dialect))) }
    members.append(.init("tableSchema", .object(table)))
    return .object(members)
  }

  private static func column(_ field: PortableField, _ schema: inout PortableSchema) -> JSON {
    var members: [JSON.Member] = [
      .init("name", .string(field.name)), .init("titles", .string(field.header ?? field.name)),
    ]
    if let help = field.help { members.append(.init("dc:description", .string(help))) }
    if field.label != nil { schema.note(field.name, "label: not carried over") }
    if field.required { members.append(.init("required", .bool(true))) }
    if !schema.missing.isEmpty {
      members.append(.init("null", .array(([""] + schema.missing).unique.map(JSON.string))))
    }
    var type: [JSON.Member] = []
    func add(_ key: String, _ text: String?) {
      if let text { type.append(.init(key, .string(text))) }
    }
    switch field.type {
    case .text: add("base", field.format == "url" ? "anyURI" : "string")
    case .integer: add("base", "integer")
    case .decimal: add("base", "decimal")
    case .number: add("base", "double")
    case .boolean(let words):
      add("base", "boolean")
      if let yes = words.yes.first, let no = words.no.first { add("format", "\(yes)|\(no)") }
      if words.yes.count > 1 || words.no.count > 1 {
        schema.note(field.name, "words for true and false but the first: not carried over")
      }
    case .date(let formats):
      add("base", "date")
      add("format", formats.first?.pattern)
    case .time: add("base", "time")
    case .datetime: add("base", "datetime")
    case .list(let separator):
      add("base", "string")
      members.append(.init("separator", .string(separator)))
    case .file:
      add("base", "string")
      schema.note(field.name, "type 'file' becomes string")
    }
    if let pattern = field.pattern {
      add("format", field.searches ? ".*(\(pattern)).*" : pattern)
    } else if case .text = field.type, !field.choices.isEmpty {
      add("format", field.choices.map(\.escapedInPattern).joined(separator: "|"))
    }
    for (key, number) in [("minLength", field.minLength), ("maxLength", field.maxLength)] {
      if let number { type.append(.init(key, .number(number))) }
    }
    add("minimum", field.minimum)
    add("maximum", field.maximum)
    members.append(.init("datatype", .object(type)))
    let lost: [(String, Bool)] = [
      ("unique", field.unique && schema.key != [field.name]),
      ("multipleOf", field.multipleOf != nil),
      ("in", !field.choices.isEmpty && (field.pattern != nil || field.type != .text)),
      (field.format ?? "", field.format != nil && field.format != "url"),
    ]
    for (rule, isLost) in lost where isLost {
      schema.note(field.name, "rule '\(rule)': not carried over")
    }
    return .object(members)
  }
}

extension String {
  /// The text as a pattern that matches it and nothing else.
  fileprivate var escapedInPattern: String {
    replacing(/[.*+?^${}()|\[\]\\]/) { "\\\($0.output)" }
  }
}
