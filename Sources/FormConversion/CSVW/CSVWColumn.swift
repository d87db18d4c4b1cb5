import FormDefinitions
import FormRules

/// Reads a column of CSV on the Web.
enum CSVWColumn {
  /// The texts of a column that count as missing.
  struct Nulls {
    var column: String
    var words: [String]
    var location: SourceLocation
  }

  /// Notes the texts that count as missing in all columns of the form, but not in all columns of
  /// the schema.
  static func noteNulls(_ columns: [Nulls], _ schema: inout PortableSchema) {
    var told: Set<SourceLocation> = []
    for column in columns where told.insert(column.location).inserted {
      let own = column.words.filter { word in !columns.allSatisfy { $0.words.contains(word) } }
      guard !own.isEmpty else { continue }
      let words = own.map { "'\($0)'" }.joined(separator: ", ")
      schema.note(
        column.column, "'null' of some columns: \(words) counts as missing in all",
        at: column.location)
    }
  }

  /// - Parameters:
  ///   - defaults: The inherited properties.
  ///   - trims: Whether blanks at the ends are removed, regardless of the type.
  /// - Returns: The missing values, or nil for a column that is in no file.
  static func read(
    _ node: SchemaObject, under defaults: [String: DefinitionNode], number: Int, trims: Bool,
    _ schema: inout PortableSchema
  ) -> Nulls? {
    var object = node
    // A virtual column is in no file.
    if object.isTrue("virtual") { return nil }
    let titles = titles(&object, &schema)
    let name = object.text("name") ?? titles.first ?? "_col.\(number)"
    object = object.renamed(name)
    var field = PortableField(name)
    field.location = object.start
    field.header = titles.first.flatMap { $0 == name ? nil : $0 }
    field.aliases = titles.dropFirst().filter { $0 != name }
    field.help = object.text("dc:description")
    let own = object.readAll(
      Array(defaults.keys) + ["datatype", "null", "required", "separator", "default"])
    let properties = defaults.merging(own) { _, inner in inner }
    field.required = properties["required"]?.scalar == "true"
    if let separator = properties["separator"], !separator.isNull {
      field.type = .list(separator: separator.scalar ?? ",")
    }
    readDatatype(properties["datatype"], &field, &schema)
    let isList = if case .list = field.type { true } else { false }
    let base = base(of: properties["datatype"])
    if ["token", "anyURI"].contains(base), !field.rules.isEmpty {
      schema.note(
        difference: CSVWDatatype.inner, of: name, in: "columns", at: object.location("datatype"))
    }
    field.trim = trims || !isList && !CSVWDatatype.keepsBlanks(base)
    var nulls = Nulls(column: name, words: [], location: .none)
    if let null = properties["null"] {
      let words = null.scalar.map { [$0] } ?? null.items.compactMap(\.scalar)
      if !words.contains("") {
        schema.note(
          difference:
            "'null' without '': an empty cell is a value in the schema but missing in the form",
          of: name, in: "columns", at: null.location)
      }
      nulls.words = words.filter { !$0.isEmpty }
      nulls.location = null.location
      schema.missing += nulls.words.filter { !schema.missing.contains($0) }
    }
    if let defaultValue = properties["default"], defaultValue.scalar?.isEmpty != true {
      schema.note(name, "'default' is not converted", at: defaultValue.location)
    }
    object.noteProperties(
      &schema,
      ignoring: [
        "@id", "@type", "propertyUrl", "valueUrl", "aboutUrl", "lang", "virtual", "ordered",
        "textDirection", "suppressOutput",
      ])
    schema.fields.append(field)
    return nulls
  }

  /// Reads the titles: one, several, or by language.
  ///
  /// Titles in other languages are ignored, so that headers need not match them.
  private static func titles(
    _ object: inout SchemaObject, _ schema: inout PortableSchema
  ) -> [String] {
    let location = object.location("titles")
    guard let node = object.read("titles") else { return [] }
    var found: [String] = []
    func add(_ node: DefinitionNode) {
      for item in node.items.isEmpty ? [node] : node.items {
        if item.jsonKind == .string, let text = item.scalar {
          if !found.contains(text) { found.append(text) }
        } else {
          schema.note("columns", "a title that is not a text: not converted", at: location)
        }
      }
    }
    guard case .mapping(let entries) = node.content else {
      add(node)
      return found
    }
    for entry in entries {
      if CSVWValidity.isLanguage(entry.key) {
        add(entry.value)
      } else {
        schema.note(
          "columns", "a title in '\(entry.key)', which is not a language: not converted",
          at: entry.keyLocation)
      }
    }
    return found
  }

  /// Returns the built-in type of a datatype.
  private static func base(of datatype: DefinitionNode?) -> String {
    datatype?.scalar ?? datatype?.value("base")?.scalar ?? "string"
  }

  private static func readDatatype(
    _ node: DefinitionNode?, _ field: inout PortableField, _ schema: inout PortableSchema
  ) {
    guard let node else { return }
    // For a list, the datatype is that of each item.
    let isList = if case .list = field.type { true } else { false }
    guard isList else { return readType(node, &field, &schema) }
    var item = PortableField(field.name)
    readType(node, &item, &schema)
    let rules = itemRules(item, node, &schema)
    if !rules.isEmpty { field.more.append(.wrapping("each", rules)) }
  }

  /// Reads the datatype of a field, or of the items of a list.
  private static func readType(
    _ node: DefinitionNode, _ item: inout PortableField, _ schema: inout PortableSchema
  ) {
    if var type = SchemaObject(node, "\(item.name), datatype") {
      let formatNode = type.read("format")
      let base = type.text("base") ?? "string"
      if let formatNode, case .mapping = formatNode.content {
        CSVWDatatype.set(
          base, number: SchemaObject(formatNode, type.subject), &item, &schema,
          at: formatNode.location)
      } else {
        CSVWDatatype.set(base, format: formatNode?.scalar, &item, &schema, at: node.location)
      }
      let length = type.text("length")
      item.minLength = type.text("minLength") ?? length
      item.maxLength = type.text("maxLength") ?? length
      if item.format == .base64 || item.format == .evenHex, item.minLength ?? item.maxLength != nil
      {
        schema.note(item.name, "a length in bytes: not converted", at: node.location)
        (item.minLength, item.maxLength) = (nil, nil)
      }
      let own = (item.minimum, item.maximum)
      item.minimum = type.text("minimum") ?? type.text("minInclusive")
      item.maximum = type.text("maximum") ?? type.text("maxInclusive")
      item.minExclusive = type.text("minExclusive")
      item.maxExclusive = type.text("maxExclusive")
      // The bounds of the type itself also apply.
      if item.minimum == nil, item.minExclusive == nil {
        item.minimum = own.0
      } else if let low = own.0 {
        item.more.append(.rule("range", .init(.mapping([.init("min", .text(low))]))))
      }
      if item.maximum == nil, item.maxExclusive == nil {
        item.maximum = own.1
      } else if let high = own.1 {
        item.more.append(.rule("range", .init(.mapping([.init("max", .text(high))]))))
      }
      type.noteProperties(&schema, ignoring: ["@id", "name"])
    } else {
      CSVWDatatype.set(node.scalar ?? "string", format: nil, &item, &schema, at: node.location)
    }
  }

  /// Returns the rules for each item of a list, whose type is text in the form.
  private static func itemRules(
    _ item: PortableField, _ datatype: DefinitionNode, _ schema: inout PortableSchema
  ) -> [DefinitionNode] {
    var rules = item.rules
    if item.type != .text {
      let rule: String? =
        switch item.type {
        case .integer: "integer"
        case .decimal(let format) where format == .init(): "decimal"
        case .number: "number"
        case .date(formats: []): "date"
        default: nil
        }
      if let rule, item.minimum == nil, item.maximum == nil, item.minExclusive == nil,
        item.maxExclusive == nil
      {
        rules = [.bare(rule)] + item.rules
      } else if case .boolean(let words) = item.type {
        rules = [.rule("in", .list(words.yes + words.no))] + item.rules
      } else {
        rules = []
        schema.note(
          item.name, "type '\(item.type.name)' of items: not converted",
          at: datatype.location)
      }
    }
    if CSVWDatatype.keepsBlanks(base(of: datatype)) { return rules }
    return rules.map { rule in
      DefinitionNode(.mapping(rule.entries + [.init("trim", .text("true"))]), at: rule.location)
    }
  }
}
