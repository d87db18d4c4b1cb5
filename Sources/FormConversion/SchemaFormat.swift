import FormRules

/// The schema languages that can be converted to and from definitions.
///
/// To add a language, add a case, a reader and a writer.
package enum SchemaFormat: String, Sendable, CaseIterable {
  case tableSchema = "table-schema"
  case jsonSchema = "json-schema"
  case csvw

  /// Detects the language of a JSON document by its keys. Returns nil if it is none of these.
  init?(_ node: DefinitionNode) {
    func has(_ keys: String...) -> Bool { keys.contains { node.entry($0) != nil } }
    let context = node["@context"]
    if (context?.items.first ?? context)?.scalar?.contains("csvw") == true
      || has("tableSchema", "tables")
    {
      self = .csvw
    } else if has("resources") {
      self = .tableSchema
    } else if has("form", "rules") {
      return nil
    } else if has("fields") || node["schema"]?.entry("fields") != nil {
      self = .tableSchema
    } else if has(
      "$schema", "properties", "$defs", "definitions", "allOf", "anyOf", "oneOf", "$ref",
      "required", "dependentRequired", "if", "not", "patternProperties")
    {
      self = .jsonSchema
    } else {
      return nil
    }
  }

  /// Whether the language has conditions on whole records.
  var hasConditions: Bool { self == .jsonSchema }

  /// Reads a schema, which may describe several tables.
  ///
  /// - Parameter name: The name of the form, unless the schema specifies one.
  func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    switch self {
    case .tableSchema: TableSchemaReader.read(node, name: name)
    case .jsonSchema: [JSONSchemaReader.read(node, name: name)]
    case .csvw: CSVWMetadata.read(node, name: name)
    }
  }

  /// Returns the schema in this language, and notes what it cannot express.
  func write(_ schema: PortableSchema) -> JSON {
    switch self {
    case .tableSchema: TableSchemaWriter.write(schema)
    case .jsonSchema: JSONSchemaWriter.write(schema)
    case .csvw: CSVWWriter.write(schema)
    }
  }
}
