package import FormDefinitions
package import FormRules

/// The schema languages that can be converted to and from definitions.
package enum SchemaFormat: String, Sendable, CaseIterable {
  case tableSchema = "table-schema"
  case jsonSchema = "json-schema"
  case csvw

  /// Detects the language of a JSON document by its keys. Returns nil if it is none of these.
  init?(_ node: DefinitionNode) {
    let keys = Set(node.entries.map(\.key))
    let context = node.entries.first { $0.key == "@context" }?.value
    if context?.scalar?.contains("csvw") == true || keys.contains("tableSchema")
      || context?.items.first?.scalar?.contains("csvw") == true || keys.contains("tables")
    {
      self = .csvw
    } else if keys.contains("resources") {
      self = .tableSchema
    } else if !keys.isDisjoint(with: ["form", "rules"]) {
      return nil
    } else if keys.contains("fields")
      || node.value("schema")?.entries.contains(where: { $0.key == "fields" }) == true
    {
      self = .tableSchema
    } else if !keys.isDisjoint(with: [
      "$schema", "properties", "$defs", "definitions", "allOf", "anyOf", "oneOf", "$ref",
      "required",
      "dependentRequired", "if", "not", "patternProperties",
    ]) {
      self = .jsonSchema
    } else {
      return nil
    }
  }
}

/// The result of a conversion.
package struct ConvertedSchema: Sendable {
  package var text: String
  package var notes: [ConversionNote]
}

package enum SchemaConversion {
  /// Returns the language of a text.
  ///
  /// Returns nil for formrec's own definitions, and for text that is not YAML or JSON.
  package static func format(of text: String) -> SchemaFormat? {
    DocumentReader.read(text).nodes.first.flatMap(SchemaFormat.init)
  }

  /// Converts a schema to definitions, which are verified by reading them.
  ///
  /// - Parameter name: The name of the form, unless the schema specifies one.
  package static func definitions(
    _ text: String, _ format: SchemaFormat, name: String, file: String
  ) throws(DefinitionErrors) -> ConvertedSchema {
    let documents = DocumentReader.read(text)
    if let error = documents.error { throw DefinitionErrors([error], file: file) }
    guard documents.nodes.count == 1 else {
      throw DefinitionErrors(
        [DefinitionError("a schema must be a single document", at: .none)], file: file)
    }
    let schemas =
      switch format {
      case .tableSchema: TableSchemaReader.read(documents.nodes[0], name: name)
      case .jsonSchema: JSONSchemaReader.read(documents.nodes[0], name: name)
      case .csvw: CSVWMetadata.read(documents.nodes[0], name: name)
      }
    let errors = schemas.flatMap(\.errors)
    guard errors.isEmpty else { throw DefinitionErrors(errors, file: file) }
    var useful = schemas.filter { !$0.fields.isEmpty }
    guard !useful.isEmpty else {
      let reasons = schemas.flatMap(\.notes).map { note in
        DefinitionError("\(note.subject): \(note.words)", at: note.location)
      }
      throw DefinitionErrors(
        [DefinitionError("the schema contains no fields (\(format.rawValue))", at: .none)]
          + reasons,
        file: file)
    }
    for index in useful.indices { try useful[index].dropUnbindable(file: file) }
    let empty = schemas.filter(\.fields.isEmpty)
    return ConvertedSchema(
      text: useful.map(\.yaml).joined(separator: "---\n"), notes: (useful + empty).flatMap(\.notes))
  }

  /// Returns the JSON Schema of the records that a form and its rules accept, without rules that
  /// JSON Schema cannot express.
  package static func recordSchema(_ form: Form, _ rules: RuleSet?) -> JSON {
    var schema = PortableSchema(form, rules, conditions: true)
    return JSONSchemaWriter.write(&schema)
  }

  /// Converts a form and its rules to a schema.
  package static func schema(
    _ definitions: [Definition], _ format: SchemaFormat
  ) throws(DefinitionErrors) -> ConvertedSchema {
    var forms: [Form] = []
    var ruleSets: [RuleSet] = []
    for definition in definitions {
      switch definition {
      case .form(let form): forms.append(form)
      case .ruleSet(let rules): ruleSets.append(rules)
      }
    }
    guard forms.count == 1, ruleSets.filter({ $0.form == forms[0].name }).count <= 1 else {
      throw DefinitionErrors([
        DefinitionError(
          "a schema contains one form and at most one rule set; split the file", at: .none)
      ])
    }
    var schema = PortableSchema(
      forms[0], ruleSets.first, conditions: format == .jsonSchema)
    let json =
      switch format {
      case .tableSchema: TableSchemaWriter.write(&schema)
      case .jsonSchema: JSONSchemaWriter.write(&schema)
      case .csvw: CSVWWriter.write(&schema)
      }
    return ConvertedSchema(text: json.prettyText + "\n", notes: schema.notes)
  }
}
