import FormRules

/// Reads a Frictionless Table Schema (version 1 or 2), alone or within a data resource or data
/// package.
enum TableSchemaReader {
  static func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    guard var package = SchemaObject(node, "package") else { return [] }
    let resources = package.objects("resources")
    guard !resources.isEmpty else {
      var alone: (schema: PortableSchema, foreignKeys: [ForeignKey])
      if package.has("schema"), var resource = SchemaObject(node, "resource") {
        let title = resource.text("name")
        alone = self.resource(&resource, name: title ?? name)
      } else {
        alone = schema(node, name: name)
      }
      let keys = alone.foreignKeys
      for key in keys { key.add(to: &alone.schema, among: [:]) }
      return [alone.schema]
    }
    var read: [(schema: PortableSchema, foreignKeys: [ForeignKey])] = []
    var forms: [String: Int] = [:]
    for (index, resource) in resources.enumerated() {
      guard var object = SchemaObject(resource, "resource \(index + 1)") else { continue }
      let title = object.text("name")
      if let title { forms[title] = read.count }
      read.append(self.resource(&object, name: title ?? "\(name)_\(index + 1)"))
    }
    let schemas = read.map(\.schema)
    for index in read.indices {
      for key in read[index].foreignKeys {
        key.add(to: &read[index].schema, among: forms.mapValues { schemas[$0] })
      }
    }
    package.noteRest(
      &read[0].schema,
      ignoring: [
        "$schema", "name", "id", "title", "description", "homepage", "version", "licenses",
        "sources", "contributors", "keywords", "image", "created", "profile",
      ])
    return read.map(\.schema)
  }

  private static func resource(
    _ object: inout SchemaObject, name: String
  ) -> (schema: PortableSchema, foreignKeys: [ForeignKey]) {
    guard let node = object.read("schema"), case .mapping = node.content else {
      var empty = PortableSchema(name: name.asDefinitionName)
      empty.note(
        object.subject, "has no schema in the package; convert its file separately",
        at: object.start)
      return (empty, [])
    }
    var found = schema(node, name: name)
    found.schema.title = object.text("title")
    found.schema.setEncoding(
      object.text("encoding"), object.subject, at: object.location("encoding"))
    if let dialect = SchemaObject(object.read("dialect"), "\(object.subject), dialect") {
      readDialect(dialect, &found.schema)
    }
    object.noteRest(
      &found.schema,
      ignoring: [
        "$schema", "path", "data", "profile", "format", "mediatype", "type", "scheme", "hash",
        "bytes", "description", "sources", "licenses", "homepage",
      ])
    return found
  }

  private static func readDialect(_ node: SchemaObject, _ schema: inout PortableSchema) {
    var dialect = node
    // Version 5 of the framework nests the CSV options.
    if let inner = SchemaObject(dialect.read("csv"), dialect.subject) {
      readDialect(inner, &schema)
    }
    schema.setDelimiter(
      dialect.text("delimiter"), dialect.subject, at: dialect.location("delimiter"))
    if dialect.text("header") == "false" { schema.header = 0 }
    let rows = dialect.texts("headerRows")
    if let row = rows.first { schema.header = Int(row) }
    if rows.count > 1 {
      schema.note(
        dialect.subject, "header rows after the first: not converted",
        at: dialect.location("headerRows"))
    }
    dialect.noteRest(
      &schema, ignoring: ["$schema", "csvddfVersion", "caseSensitiveHeader", "lineTerminator"],
      defaults: ["quoteChar": "\"", "doubleQuote": "true", "skipInitialSpace": "false"])
  }

  /// Reads how fields match the columns of a file: `fieldsMatch` of version 2.
  private static func readMatch(_ object: inout SchemaObject, _ schema: inout PortableSchema) {
    let hasMatch = object.has("fieldsMatch")
    let location = hasMatch ? object.location("fieldsMatch") : object.start
    func differ(_ words: String) { schema.note("schema", words, at: location, .difference) }
    // In drafts of version 2 this was a list with one word.
    switch object.texts("fieldsMatch").first {
    case "equal":
      schema.columns = .refuse
      differ("columns match regardless of case")
    case "exact":
      schema.columns = .refuse
      differ("columns match in any order and case")
    case let match:
      if let match, match != "partial" {
        schema.note("schema", "'fieldsMatch': '\(match)' is not converted", at: location)
      }
      differ("columns match by name, in any order and case; others are kept")
    }
  }

  private static func schema(
    _ node: DefinitionNode, name: String
  ) -> (schema: PortableSchema, foreignKeys: [ForeignKey]) {
    var schema = PortableSchema(name: name.asDefinitionName)
    guard var object = SchemaObject(node, "schema") else { return (schema, []) }
    schema.missing = object.words("missingValues")
    if object.has("missingValues"), !schema.missing.contains("") {
      schema.note(
        "schema",
        "'missingValues' without '': an empty cell is a value in the schema but missing in the form",
        at: object.location("missingValues"), .difference)
    }
    schema.title = object.text("title")
    readMatch(&object, &schema)
    for field in object.objects("fields") {
      guard let field = SchemaObject(field, "fields") else { continue }
      TableSchemaField.read(field, &schema)
    }
    schema.key = object.texts("primaryKey")
    for name in schema.key {
      if let index = schema.fieldIndex(name) { schema.fields[index].required = true }
    }
    schema.addUnique(schema.key)
    for key in object.lists("uniqueKeys") { schema.addUnique(key) }
    for field in schema.fields where field.unique {
      func differ(_ words: String) {
        schema.note(difference: words, of: field.name, in: "fields", at: field.location)
      }
      if field.pattern == TableSchemaField.year {
        differ("unique years are compared as text, so that 24 and 0024 differ")
      }
      if field.format == .signedDuration { differ("unique durations are compared as text") }
    }
    var keys: [ForeignKey] = []
    for node in object.objects("foreignKeys") {
      guard var key = SchemaObject(node, "foreignKeys") else { continue }
      guard var reference = SchemaObject(key.read("reference"), "foreignKeys") else {
        schema.note("foreignKeys", "a key without 'reference': not converted", at: node.location)
        continue
      }
      keys.append(
        ForeignKey(
          fields: key.texts("fields"), table: reference.text("resource"),
          others: reference.texts("fields"), location: node.location))
    }
    object.noteRest(
      &schema, ignoring: ["$schema", "profile", "name", "description"])
    return (schema, keys)
  }
}
