import FormDefinitions
import FormRules

/// Writes forms as CSV on the Web metadata of a table.
enum CSVWWriter {
  static func write(_ schema: PortableSchema) -> JSON {
    schema.noteKey()
    schema.noteColumns()
    var table: [JSON.Member] = [
      .init("columns", .array(schema.fields.map { column($0, schema) }))
    ]
    table.add("primaryKey", schema.key)
    var members: [JSON.Member] = [
      .init("@context", .string("http://www.w3.org/ns/csvw")),
      .init("url", .string("\(schema.name).csv")),
    ]
    members.add("dc:title", schema.title)
    let dialect = dialect(schema)
    if !dialect.isEmpty { members.add("dialect", .object(dialect)) }
    members.add("tableSchema", .object(table))
    return .object(members)
  }

  private static func dialect(_ schema: PortableSchema) -> [JSON.Member] {
    var dialect: [JSON.Member] = []
    dialect.add("delimiter", schema.file.delimiter)
    if let header = schema.file.header {
      if header == 0 {
        dialect.add("header", .bool(false))
      } else {
        dialect.add("headerRowCount", .integer(1))
      }
      if header > 1 { dialect.add("skipRows", .integer(header - 1)) }
    }
    // Values of other types never include surrounding blanks.
    let texts = schema.fields.filter(\.hasOuterBlanks)
    if let untrimmed = texts.first(where: { !$0.trim }) {
      // `trim` overrides `skipInitialSpace`. Without it, both ends are trimmed.
      dialect.add(
        "trim", schema.file.dialect.skipInitialSpace ? JSON.string("start") : .bool(false))
      for field in texts where field.trim {
        schema.notes.addLoss(
          "trim: not converted, as '\(untrimmed.name)' has none", of: field.name)
      }
    }
    dialect.add("encoding", schema.file.encoding)
    return dialect + differences(schema)
  }

  /// Returns how files differ from RFC 4180.
  private static func differences(_ schema: PortableSchema) -> [JSON.Member] {
    let file = schema.file.dialect
    var dialect: [JSON.Member] = []
    var converted: Set<FileDialect.Key> = [.quote, .comment, .skipInitialSpace, .skipBlankRows]
    if file.text(of: .quote) != nil {
      dialect.add("quoteChar", file.quote.isEmpty ? JSON.null : .string(file.quote))
    }
    if file.escape == "\\" {
      // Quotes inside are then preceded by a backslash.
      dialect.add("doubleQuote", JSON.bool(false))
      converted.insert(.escape)
    }
    dialect.add("commentPrefix", file.comment)
    if file.skipBlankRows { dialect.add("skipBlankRows", JSON.bool(true)) }
    schema.noteFile(converted)
    return dialect
  }

  private static func column(_ field: PortableField, _ schema: PortableSchema) -> JSON {
    let title = field.header ?? field.name
    var column: [JSON.Member] = [.init("name", .string(field.name))]
    if field.aliases.isEmpty {
      column.add("titles", title)
    } else {
      column.add("titles", [title] + field.aliases)
    }
    column.add("dc:description", field.help)
    schema.notes.addLosses(["label": field.label != nil], of: field.name)
    if field.required { column.add("required", .bool(true)) }
    let missing = field.missing ?? schema.file.missing
    if !missing.isEmpty { column.add("null", missing.withEmptyText) }
    if case .list(let separator) = field.type { column.add("separator", separator) }
    column.add("datatype", .object(datatype(field, schema.notes)))
    noteRules(field, key: schema.key, schema.notes)
    return .object(column)
  }

  /// Notes the rules without equivalent.
  private static func noteRules(_ field: PortableField, key: [String], _ notes: ConversionNotes) {
    let isText = field.type == .text
    if field.format == .uri {
      field.noteFormat("anyURI", as: { _ in nil }, of: "columns", notes)
    }
    notes.addLosses(
      [
        "rule 'unique'": field.unique && key != [field.name],
        "rule 'multipleOf'": field.multipleOf != nil,
        "rule 'in'": !field.choices.isEmpty && (field.pattern != nil || !isText),
        "rule '\(field.format?.rule?.entries.first?.key ?? "")'":
          field.format != nil && field.format != .uri,
      ], of: field.name)
  }

  private static func datatype(
    _ field: PortableField, _ notes: ConversionNotes
  ) -> [JSON.Member] {
    let base =
      switch field.type {
      case .text where field.format == .uri: "anyURI"
      case .text, .list, .file: "string"
      case .number: "double"
      case .integer, .decimal, .boolean, .date, .time, .datetime: field.type.name
      }
    var datatype: [JSON.Member] = [.init("base", .string(base))]
    let pattern = field.pattern(\.wholeECMAScript, isApplicable: field.type == .text, notes)
    if !field.hasOuterBlanks, !field.trim {
      notes.addDifference(
        "blanks around values are ignored", of: "columns", field: field.name)
    }
    field.noteNotation(of: "columns", notes)
    switch field.type {
    case .text:
      let choices = field.choices.map(\.escapedForPattern).joined(separator: "|")
      datatype.add(
        "format", pattern ?? (choices.isEmpty ? nil : PatternGrouping.anchored(choices)))
    case .decimal:
      let separators = field.separators(notes)
      if !separators.isEmpty { datatype.add("format", .object(separators)) }
    case .boolean(let words):
      if let yes = words.yes.first, let no = words.no.first {
        datatype.add("format", "\(yes)|\(no)")
      }
      notes.addLosses(
        ["words for true and false after the first": words.yes.count > 1 || words.no.count > 1],
        of: field.name)
    case .date, .time, .datetime: datatype.add("format", format(field, notes))
    case .file: field.noteBecomesString(notes)
    case .integer, .number, .list: break
    }
    datatype += field.lengths(notes)
    for bound in PortableField.Bound.inclusiveFirst {
      let isInclusive = bound == .min || bound == .max
      datatype.add(
        isInclusive ? bound.keyword : bound.rawValue,
        field.bounds[bound].map { constant($0, of: field.type) })
    }
    return datatype
  }

  /// Returns a constant as XML Schema writes it: times have seconds.
  private static func constant(_ text: String, of type: FieldType) -> String {
    switch type.literal(text)?.value {
    case .date(let date): date.description
    case .time(let time): time.description
    case .datetime(let moment): moment.description
    default: text
    }
  }

  /// Returns the format of a date or time.
  private static func format(_ field: PortableField, _ notes: ConversionNotes) -> String? {
    guard let format = field.formats.first else { return nil }
    guard TimestampPattern.pattern(ofUnicode: format) != nil else {
      notes.addLoss("format '\(format)': not converted", of: field.name)
      return nil
    }
    field.noteOtherFormats(notes)
    return format
  }
}

extension PortableField {
  /// Whether values include blanks at the ends in CSV on the Web.
  fileprivate var hasOuterBlanks: Bool {
    switch type {
    case .text: format != .uri
    case .list, .file: true
    case .integer, .decimal, .number, .boolean, .date, .time, .datetime: false
    }
  }
}
