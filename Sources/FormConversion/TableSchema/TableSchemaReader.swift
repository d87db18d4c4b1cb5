import FormRules

/// Reads a Frictionless Table Schema (version 1 or 2), alone or within a data resource or data
/// package.
enum TableSchemaReader {
  static func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    let notes = ConversionNotes()
    guard let package = SchemaObject(node, subject: "package", notes: notes) else { return [] }
    let resources = package.items("resources")
    guard resources.isEmpty else {
      var schemas = resources.enumerated().flatMap { index, resource in
        self.resource(
          resource, subject: "resource \(index + 1)", defaultName: "\(name)_\(index + 1)")
      }
      schemas.addForeignKeys()
      package.noteUnreadKeys(
        ignoring: [
          "$schema", "name", "id", "title", "description", "homepage", "version", "licenses",
          "sources", "contributors", "keywords", "image", "created", "profile",
        ])
      schemas.first?.notes.append(notes)
      return schemas
    }
    var schemas: [PortableSchema]
    if package.has("schema") {
      schemas = resource(node, subject: "resource", defaultName: name)
    } else {
      schemas = [PortableSchema(name: name.asDefinitionName, notes: notes)]
      read(node, into: &schemas[0])
    }
    schemas.addForeignKeys()
    return schemas
  }

  /// Returns the schema of a resource, which has no fields if it is in another file, or an empty
  /// list if the node is not an object.
  private static func resource(
    _ node: DefinitionNode, subject: String, defaultName: String
  ) -> [PortableSchema] {
    let notes = ConversionNotes()
    guard let object = SchemaObject(node, subject: subject, notes: notes) else { return [] }
    let name = object.text("name")
    var schema = PortableSchema(name: (name ?? defaultName).asDefinitionName, notes: notes)
    schema.tableName = name
    guard let description = object.read("schema"), case .mapping = description.content else {
      notes.addLoss(
        "has no schema in the package; convert its file separately", of: subject, at: object.start)
      return [schema]
    }
    read(description, into: &schema)
    schema.title = object.text("title")
    schema.readEncoding(object)
    if let dialect = object.object("dialect", subject: "\(subject), dialect") {
      readDialect(dialect, into: &schema)
    }
    object.noteUnreadKeys(
      ignoring: [
        "$schema", "path", "data", "profile", "format", "mediatype", "type", "scheme", "hash",
        "bytes", "description", "sources", "licenses", "homepage",
      ])
    return [schema]
  }

  private static func readDialect(_ dialect: SchemaObject, into schema: inout PortableSchema) {
    // Version 5 of the framework nests the CSV options.
    if let inner = dialect.object("csv") { readDialect(inner, into: &schema) }
    schema.readDelimiter(dialect)
    if dialect.text("header") == "false" { schema.file.header = 0 }
    let rows = dialect.texts("headerRows")
    if let row = rows.first { schema.file.header = Int(row) }
    if rows.count > 1 {
      dialect.addLoss("header rows after the first: not converted", at: "headerRows")
    }
    dialect.noteUnreadKeys(
      ignoring: ["$schema", "csvddfVersion", "caseSensitiveHeader", "lineTerminator"],
      defaults: ["quoteChar": "\"", "doubleQuote": "true", "skipInitialSpace": "false"])
  }

  /// Reads how fields match the columns of a file: `fieldsMatch` of version 2.
  private static func readMatch(_ object: SchemaObject, into schema: inout PortableSchema) {
    let location =
      object.has("fieldsMatch") ? object.location(of: "fieldsMatch") : object.start
    let difference: String
    // In drafts of version 2 this was a list with one word.
    switch object.texts("fieldsMatch").first {
    case "equal":
      schema.columns = .refuse
      difference = "columns match regardless of case"
    case "exact":
      schema.columns = .refuse
      difference = "columns match in any order and case"
    case let match:
      if let match, match != "partial" {
        object.addLoss("'fieldsMatch': '\(match)' is not converted", at: "fieldsMatch")
      }
      difference = "columns match by name, in any order and case; others are kept"
    }
    schema.notes.addDifference(difference, of: "schema", at: location)
  }

  /// Reads a Table Schema.
  private static func read(_ node: DefinitionNode, into schema: inout PortableSchema) {
    let notes = schema.notes
    guard let object = SchemaObject(node, subject: "schema", notes: notes) else { return }
    schema.file.missing = object.labelledTexts("missingValues")
    if object.has("missingValues"), !schema.file.missing.contains("") {
      notes.addDifference(
        "'missingValues' \(PortableSchema.withoutEmptyText)", of: "schema",
        at: object.location(of: "missingValues"))
    }
    schema.title = object.text("title")
    readMatch(object, into: &schema)
    for field in object.objects("fields") { TableSchemaField.read(field, into: &schema) }
    readKeys(object, into: &schema)
    object.noteUnreadKeys(ignoring: ["$schema", "profile", "name", "description"])
  }

  private static func readKeys(_ object: SchemaObject, into schema: inout PortableSchema) {
    schema.key = object.texts("primaryKey")
    for name in schema.key {
      if let index = schema.fieldIndex(name) { schema.fields[index].required = true }
    }
    let keys = [schema.key] + object.items("uniqueKeys").map(\.texts)
    for key in keys { schema.addUnique(key) }
    schema.addUniqueNotes(
      of: Set(keys.joined()).union(schema.fields.filter(\.unique).map(\.name)), in: "fields")
    for key in object.objects("foreignKeys") {
      if let foreignKey = ForeignKey(key, fieldsKey: "fields") {
        schema.foreignKeys.append(foreignKey)
      } else {
        schema.notes.addLoss(
          "a key without 'reference': not converted", of: "foreignKeys", at: key.location)
      }
    }
  }
}
