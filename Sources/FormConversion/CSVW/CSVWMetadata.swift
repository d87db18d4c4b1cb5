import FormRules

/// Reads CSV on the Web metadata of a table or a table group.
enum CSVWMetadata {
  /// The properties without effect on verdicts.
  private static let meaningless: Set<String> = [
    "@context", "@id", "@type", "@language", "url", "notes", "aboutUrl", "propertyUrl", "valueUrl",
    "lang", "textDirection", "tableDirection", "suppressOutput", "transformations", "rowTitles",
    "ordered", "name",
  ]

  static func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    let errors = CSVWValidity.errors(in: node)
    guard errors.isEmpty else {
      var invalid = PortableSchema(name: name)
      invalid.errors = errors
      return [invalid]
    }
    let notes = ConversionNotes()
    guard let group = SchemaObject(node, subject: "metadata", notes: notes) else { return [] }
    var schemas: [PortableSchema] = []
    if group.has("tables") {
      let defaults = group.entries(named: CSVWColumn.inherited)
      let dialect = group.read("dialect")
      schemas = group.items("tables").enumerated().map { index, node in
        table(node, name: "\(name)_\(index + 1)", inheriting: defaults, dialect: dialect)
      }
    } else {
      schemas = [table(node, name: name)]
    }
    schemas.addForeignKeys()
    if group.has("tables") {
      group.noteUnreadKeys(ignoring: meaningless.union(["tableSchema"]), ignoresPrefixed: true)
      schemas.first?.notes.append(notes)
    }
    return schemas
  }

  private static func table(
    _ node: DefinitionNode, name: String, inheriting outer: [String: DefinitionNode] = [:],
    dialect outerDialect: DefinitionNode? = nil
  ) -> PortableSchema {
    let notes = ConversionNotes()
    guard let object = SchemaObject(node, subject: "table", notes: notes) else {
      return PortableSchema(name: name)
    }
    let url = object.text("url")
    let file = url?.split(separator: "/").last?.split(separator: ".").first
    var schema = PortableSchema(
      name: (file.map(String.init) ?? name).asDefinitionName, notes: notes)
    schema.tableName = url
    schema.title = object.text("dc:title")
    if !object.has("url") {
      notes.addDifference("validators reject a table without 'url'", of: "table", at: object.start)
    }
    var trims = true
    let dialect = object.read("dialect") ?? outerDialect
    if let dialect = SchemaObject(dialect, subject: "dialect", notes: notes) {
      trims = readTrim(dialect, into: &schema)
      readDialect(dialect, into: &schema)
    }
    let comments =
      schema.file.dialect.comment == nil ? "a row that begins with '#' is a record, and " : ""
    notes.addDifference(
      "columns match by title, in any order and case; others are kept; \(comments)a row of another "
        + "length is malformed", of: "table", at: object.start)
    let defaults = outer.merging(object.entries(named: CSVWColumn.inherited)) { _, own in own }
    if let description = object.object("tableSchema", subject: "tableSchema") {
      readColumns(description, inheriting: defaults, trims: trims, into: &schema)
      readKeys(description, into: &schema)
      description.noteUnreadKeys(ignoring: meaningless, ignoresPrefixed: true)
    } else if let reference = node.entry("tableSchema") {
      notes.addLoss(
        "is in another file; convert it separately", of: "tableSchema", at: reference.keyLocation)
    }
    object.noteUnreadKeys(ignoring: meaningless, ignoresPrefixed: true)
    return schema
  }

  private static func readColumns(
    _ description: SchemaObject, inheriting outer: [String: DefinitionNode], trims: Bool,
    into schema: inout PortableSchema
  ) {
    let defaults = outer.merging(description.entries(named: CSVWColumn.inherited)) { _, own in own }
    for (index, column) in description.objects("columns").enumerated() {
      CSVWColumn.read(column, inheriting: defaults, number: index + 1, trims: trims, into: &schema)
    }
    schema.shareMissing()
  }

  private static func readKeys(_ description: SchemaObject, into schema: inout PortableSchema) {
    schema.key = description.texts("primaryKey")
    schema.addUnique(schema.key)
    schema.addUniqueNotes(of: Set(schema.key), in: "columns")
    for name in schema.key {
      guard let index = schema.fieldIndex(name), !schema.fields[index].required else { continue }
      schema.notes.addDifference(
        "rows without a value of the primary key are not compared", of: "columns", field: name,
        at: description.location(of: "primaryKey"))
    }
    schema.foreignKeys = description.objects("foreignKeys").compactMap {
      ForeignKey($0, fieldsKey: "columnReference")
    }
  }

  // MARK: Dialect

  /// Reads which blanks are no part of cells. Returns whether those at both ends are not.
  private static func readTrim(_ dialect: SchemaObject, into schema: inout PortableSchema) -> Bool {
    switch dialect.peek("trim")?.scalar {
    case "true", "false":
      _ = dialect.read("skipInitialSpace")
      return dialect.isTrue("trim")
    case "start":
      _ = (dialect.read("trim"), dialect.read("skipInitialSpace"))
      schema.file.dialect.skipInitialSpace = true
      return false
    case nil:
      // `true` trims only the start, `false` trims neither end.
      guard let skips = dialect.text("skipInitialSpace") else { return true }
      schema.file.dialect.skipInitialSpace = skips == "true"
      return false
    default: return false
    }
  }

  private static func readDialect(_ dialect: SchemaObject, into schema: inout PortableSchema) {
    if dialect.peek("delimiter")?.jsonType == .string { schema.readDelimiter(dialect) }
    schema.readEncoding(dialect)
    readHeader(dialect, into: &schema)
    readDifferences(dialect, into: &schema)
    dialect.noteUnreadKeys(
      ignoring: ["@id", "@type", "lineTerminators"], defaults: ["skipColumns": "0"])
  }

  /// Reads how files differ from RFC 4180.
  private static func readDifferences(_ dialect: SchemaObject, into schema: inout PortableSchema) {
    func set(_ key: FileDialect.Key, _ text: String, from name: String) {
      var changed = schema.file.dialect
      let problem = changed.set(key, text) ?? changed.conflict(delimiter: schema.file.delimiter)
      if let problem {
        dialect.addLoss("'\(name)' is not converted: \(problem)", at: name)
      } else {
        schema.file.dialect = changed
      }
    }
    if let quote = dialect.read("quoteChar") {
      set(.quote, quote.isNull ? "none" : quote.scalar ?? "", from: "quoteChar")
    }
    // Quotes inside are then preceded by a backslash.
    if dialect.text("doubleQuote") == "false" { set(.escape, "\\", from: "doubleQuote") }
    if let comment = dialect.text("commentPrefix"), !comment.isEmpty {
      set(.comment, comment, from: "commentPrefix")
    }
    if let skips = dialect.text("skipBlankRows") {
      set(.skipBlankRows, skips, from: "skipBlankRows")
    }
  }

  private static func readHeader(_ dialect: SchemaObject, into schema: inout PortableSchema) {
    let skipped = dialect.text("skipRows").flatMap { Int($0) } ?? 0
    let rows = dialect.text("headerRowCount").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    if dialect.text("header") == "false" && rows == nil || rows == 0 {
      schema.file.header = 0
      if skipped > 0 {
        dialect.addLoss("'skipRows' without a header: not converted", at: "skipRows")
      }
    } else if skipped > 0 {
      schema.file.header = skipped + 1
    }
    if rows == nil, dialect.has("headerRowCount") {
      dialect.addLoss("'headerRowCount' is not a count: not converted", at: "headerRowCount")
    }
    if let rows, rows > 1 {
      dialect.addLoss("header rows after the first: not converted", at: "headerRowCount")
    }
  }
}
