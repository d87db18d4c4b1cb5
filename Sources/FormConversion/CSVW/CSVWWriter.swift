import FormDefinitions
import FormRules

/// Writes forms as CSV on the Web metadata of a table.
enum CSVWWriter {
  static func write(_ schema: inout PortableSchema) -> JSON {
    schema.noteKey()
    schema.noteColumns()
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
    if let header = schema.header {
      dialect.append(
        header == 0 ? .init("header", .bool(false)) : .init("headerRowCount", .number("1")))
      if header > 1 { dialect.append(.init("skipRows", .number(String(header - 1)))) }
    }
    // Values of other types never include surrounding blanks.
    let texts = schema.fields.filter(\.isText)
    if let untrimmed = texts.first(where: { !$0.trim }) {
      dialect.append(.init("trim", .bool(false)))
      for field in texts where field.trim {
        schema.note(
          field.name, "trim: not converted, as '\(untrimmed.name)' has none")
      }
    }
    if let encoding = schema.encoding { dialect.append(.init("encoding", .string(encoding))) }
    if !dialect.isEmpty { members.append(.init("dialect", .object(dialect))) }
    members.append(.init("tableSchema", .object(table)))
    return .object(members)
  }

  private static func titles(_ field: PortableField) -> JSON.Member {
    let title = JSON.string(field.header ?? field.name)
    if field.aliases.isEmpty { return .init("titles", title) }
    return .init("titles", .array([title] + field.aliases.map(JSON.string)))
  }

  private static func column(_ field: PortableField, _ schema: inout PortableSchema) -> JSON {
    var members: [JSON.Member] = [
      .init("name", .string(field.name)), titles(field),
    ]
    if let help = field.help { members.append(.init("dc:description", .string(help))) }
    if field.label != nil { schema.note(field.name, "label: not converted") }
    if field.required { members.append(.init("required", .bool(true))) }
    if !schema.missing.isEmpty {
      members.append(.init("null", .array(([""] + schema.missing).unique.map(JSON.string))))
    }
    if case .list(let separator) = field.type {
      members.append(.init("separator", .string(separator)))
    }
    members.append(.init("datatype", .object(datatype(field, &schema))))
    let lost: [(String, Bool)] = [
      ("unique", field.unique && schema.key != [field.name]),
      ("multipleOf", field.multipleOf != nil),
      ("pattern", field.pattern != nil && field.type != .text),
      ("in", !field.choices.isEmpty && (field.pattern != nil || field.type != .text)),
      (
        field.format?.rule?.entries.first?.key ?? "", field.format != nil && field.format != .uri
      ),
    ]
    for (rule, isLost) in lost where isLost {
      schema.note(field.name, "rule '\(rule)': not converted")
    }
    return .object(members)
  }

  private static func datatype(
    _ field: PortableField, _ schema: inout PortableSchema
  ) -> [JSON.Member] {
    var type: [JSON.Member] = []
    func add(_ key: String, _ text: String?) {
      if let text { type.append(.init(key, .string(text))) }
    }
    func addFormat(_ patterns: [String]) {
      if let pattern = patterns.first {
        if TimestampPattern.pattern(ofUnicode: pattern) == nil {
          return schema.note(field.name, "format '\(pattern)': not converted")
        }
        add("format", pattern)
      }
      if patterns.count > 1 { schema.note(field.name, "formats after the first: not converted") }
    }
    switch field.type {
    case .text: add("base", field.format == .uri ? "anyURI" : "string")
    case .integer: add("base", "integer")
    case .decimal(let format):
      add("base", "decimal")
      var signs: [JSON.Member] = []
      if format.point != "." { signs.append(.init("decimalChar", .string(format.point))) }
      if let group = format.group { signs.append(.init("groupChar", .string(group))) }
      if !signs.isEmpty { type.append(.init("format", .object(signs))) }
      if format.scale != nil || !format.strip.isEmpty {
        schema.note(field.name, "scale and strip: not converted")
      }
    case .number: add("base", "double")
    case .boolean(let words):
      add("base", "boolean")
      if let yes = words.yes.first, let no = words.no.first { add("format", "\(yes)|\(no)") }
      if words.yes.count > 1 || words.no.count > 1 {
        schema.note(field.name, "words for true and false after the first: not converted")
      }
    case .date(let formats):
      add("base", "date")
      addFormat(formats.map(\.pattern))
    case .time(let formats):
      add("base", "time")
      if formats != .withSeconds { addFormat(formats.map(\.pattern)) }
    case .datetime(let formats):
      add("base", "datetime")
      addFormat(formats.map(\.pattern))
    case .list: add("base", "string")
    case .file:
      add("base", "string")
      schema.note(field.name, "type 'file' becomes string")
    }
    if let pattern = field.pattern, case .text = field.type {
      add("format", field.searches ? ".*(\(pattern)).*" : pattern)
    } else if case .text = field.type, !field.choices.isEmpty {
      add("format", field.choices.map(\.escapedInPattern).joined(separator: "|"))
    }
    for (key, number) in [("minLength", field.minLength), ("maxLength", field.maxLength)] {
      if let number { type.append(.init(key, .number(number))) }
    }
    add("minimum", field.minimum)
    add("maximum", field.maximum)
    add("minExclusive", field.minExclusive)
    add("maxExclusive", field.maxExclusive)
    return type
  }
}

extension PortableField {
  /// Whether values include blanks at the ends in CSV on the Web.
  fileprivate var isText: Bool {
    switch type {
    case .text: format != .uri
    case .list, .file: true
    default: false
    }
  }
}

extension String {
  /// A pattern that matches only this text.
  var escapedInPattern: String {
    replacing(/[.*+?^${}()|\[\]\\]/) { "\\\($0.output)" }
  }
}
