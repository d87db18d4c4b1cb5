import FormRules

/// Reads CSV on the Web metadata of a table or a table group.
enum CSVWMetadata {
  /// The properties that the columns of a part inherit.
  private static let inherited = ["datatype", "null", "required", "separator", "default"]

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
    guard var group = SchemaObject(node, "metadata") else { return [] }
    guard group.has("tables") else {
      var read = table(node, name: name, under: [:])
      let tables = [node.entries.first { $0.key == "url" }?.value.scalar ?? "": read.schema]
      for key in read.foreignKeys { key.add(to: &read.schema, among: tables) }
      return [read.schema]
    }
    let tables = group.objects("tables")
    let defaults = group.readAll(inherited)
    let dialect = group.read("dialect")
    var read = tables.enumerated().map { index, table in
      self.table(table, name: "\(name)_\(index + 1)", under: defaults, dialect)
    }
    var byURL: [String: PortableSchema] = [:]
    for (node, table) in zip(tables, read) {
      if let url = node.entries.first(where: { $0.key == "url" })?.value.scalar {
        byURL[url] = table.schema
      }
    }
    for index in read.indices {
      for key in read[index].foreignKeys { key.add(to: &read[index].schema, among: byURL) }
    }
    if !read.isEmpty {
      group.noteProperties(&read[0].schema, ignoring: meaningless.union(["tableSchema"]))
    }
    return read.map(\.schema)
  }

  private static func table(
    _ node: DefinitionNode, name: String, under outer: [String: DefinitionNode],
    _ outerDialect: DefinitionNode? = nil
  ) -> (schema: PortableSchema, foreignKeys: [ForeignKey]) {
    guard var object = SchemaObject(node, "table") else { return (PortableSchema(name: name), []) }
    let hasFile = object.has("url")
    let file = object.text("url")?.split(separator: "/").last?.split(separator: ".").first
    var schema = PortableSchema(name: (file.map(String.init) ?? name).asDefinitionName)
    schema.title = object.text("dc:title")
    if !hasFile {
      schema.note(
        "table", "validators reject a table without 'url'", at: object.start, .difference)
    }
    var trims = true
    if let dialect = SchemaObject(object.read("dialect") ?? outerDialect, "dialect") {
      readDialect(dialect, &schema, &trims)
    }
    schema.note(
      "table",
      "columns match by title, in any order and case; others are kept; a row that begins with '#' is a "
        + "record, and a row of another length is malformed", at: object.start, .difference)
    let defaults = outer.merging(object.readAll(inherited)) { _, inner in inner }
    var keys: [ForeignKey] = []
    if var inner = SchemaObject(object.read("tableSchema"), "tableSchema") {
      let defaults = defaults.merging(inner.readAll(inherited)) { _, inner in inner }
      var columns: [CSVWColumn.Nulls] = []
      for (index, column) in inner.objects("columns").enumerated() {
        guard let column = SchemaObject(column, "columns") else { continue }
        let read = CSVWColumn.read(
          column, under: defaults, number: index + 1, trims: trims, &schema)
        columns += read.map { [$0] } ?? []
      }
      CSVWColumn.noteNulls(columns, &schema)
      schema.key = inner.texts("primaryKey")
      schema.addUnique(schema.key)
      for name in schema.key {
        guard let index = schema.fieldIndex(name), !schema.fields[index].required else { continue }
        schema.note(
          difference: "rows without a value of the primary key are not compared", of: name,
          in: "columns", at: inner.location("primaryKey"))
      }
      for node in inner.objects("foreignKeys") {
        guard var key = SchemaObject(node, "foreignKeys"),
          var reference = SchemaObject(key.read("reference"), "foreignKeys")
        else { continue }
        keys.append(
          ForeignKey(
            fields: key.texts("columnReference"), table: reference.text("resource"),
            others: reference.texts("columnReference"), location: node.location))
      }
      inner.noteProperties(&schema, ignoring: meaningless)
    } else if let reference = node.entries.first(where: { $0.key == "tableSchema" }) {
      schema.note(
        "tableSchema", "is in another file; convert it separately", at: reference.keyLocation)
    }
    object.noteProperties(&schema, ignoring: meaningless)
    return (schema, keys)
  }

  /// - Parameter trims: Set to whether blanks at the ends of all cells are removed.
  private static func readDialect(
    _ node: SchemaObject, _ schema: inout PortableSchema, _ trims: inout Bool
  ) {
    var dialect = node
    if dialect.peek("delimiter")?.jsonKind == .string {
      schema.setDelimiter(dialect.text("delimiter"), "dialect", at: dialect.location("delimiter"))
    }
    switch dialect.peek("trim")?.scalar {
    case "true", "false":
      trims = dialect.isTrue("trim")
      _ = dialect.read("skipInitialSpace")
    case nil:
      // `true` trims only the start, `false` trims neither end.
      if dialect.peek("skipInitialSpace")?.scalar == "false" {
        _ = dialect.read("skipInitialSpace")
      }
      trims = !dialect.has("skipInitialSpace")
    default: trims = false
    }
    schema.setEncoding(dialect.text("encoding"), "dialect", at: dialect.location("encoding"))
    if dialect.peek("commentPrefix")?.isNull == true { _ = dialect.read("commentPrefix") }
    let skipped = dialect.text("skipRows").flatMap { Int($0) } ?? 0
    let rows = dialect.text("headerRowCount").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    if dialect.text("header") == "false" && rows == nil || rows == 0 {
      schema.header = 0
      if skipped > 0 {
        schema.note(
          "dialect", "'skipRows' without a header: not converted",
          at: dialect.location("skipRows"))
      }
    } else if skipped > 0 {
      schema.header = skipped + 1
    }
    if rows == nil, node.has("headerRowCount") {
      schema.note(
        "dialect", "'headerRowCount' is not a count: not converted",
        at: node.location("headerRowCount"))
    }
    if let rows, rows > 1 {
      schema.note(
        "dialect", "header rows after the first: not converted",
        at: dialect.location("headerRowCount"))
    }
    dialect.noteRest(
      &schema, ignoring: ["@id", "@type", "lineTerminators"],
      defaults: [
        "quoteChar": "\"", "doubleQuote": "true", "skipBlankRows": "false", "skipColumns": "0",
        "commentPrefix": "",
      ])
  }
}

extension SchemaObject {
  /// Returns the values of these keys, as far as they exist, and marks the keys as read.
  mutating func readAll(_ keys: [String]) -> [String: DefinitionNode] {
    var found: [String: DefinitionNode] = [:]
    for key in keys { if let node = read(key) { found[key] = node } }
    return found
  }

  /// Notes the remaining properties like `noteRest`.
  ///
  /// Annotations in other vocabularies (`dc:title`) have no effect on validity.
  func noteProperties(_ schema: inout PortableSchema, ignoring: Set<String>) {
    noteRest(&schema, ignoring: ignoring.union(keys.filter { $0.contains(":") }))
  }
}
