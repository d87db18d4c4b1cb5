import FormDefinitions
import FormRules

/// A constraint that the values of fields occur in fields of another table.
struct ForeignKey {
  var fields: [String]
  /// The name of the other table in the schema. Nil or empty for the same table.
  var table: String?
  var otherFields: [String]
  var location: DefinitionLocation

  /// Reads a foreign key. Returns nil if it does not refer to fields.
  ///
  /// - Parameter fieldsKey: The key of the names of fields, in the foreign key and its reference.
  init?(_ object: SchemaObject, fieldsKey: String) {
    guard let reference = object.object("reference") else { return nil }
    fields = object.texts(fieldsKey)
    table = reference.text("resource")
    otherFields = reference.texts(fieldsKey)
    location = object.location
  }

  /// Adds the rule `exists` if it can express the constraint.
  fileprivate func add(to schema: inout PortableSchema, among tables: [String: PortableSchema]) {
    let names = fields.joined(separator: ", ")
    let notes = schema.notes
    func addLoss(_ reason: String) {
      notes.addLoss("\(names): \(reason); not converted", of: "foreignKeys", at: location)
    }
    guard !fields.isEmpty, fields.count == otherFields.count else {
      return addLoss("it refers to another number of fields")
    }
    guard let table, !table.isEmpty, tables[table]?.name != schema.name else {
      return addLoss("it refers to the same table")
    }
    guard let other = tables[table] else {
      return addLoss("'\(table)' is not described in this file")
    }
    guard let types = schema.types(of: fields), let otherTypes = other.types(of: otherFields) else {
      return addLoss("a field is not described")
    }
    guard types == otherTypes else { return addLoss("the fields have different types") }
    var parameters = MappingBuilder()
    parameters.add("form", other.name)
    if let index = schema.fieldIndex(fields[0]), fields.count == 1 {
      parameters.add("field", otherFields[0])
      schema.fields[index].otherRules.append(.rule("exists", parameters.node))
    } else {
      parameters.add("fields", fields)
      parameters.add("field", otherFields)
      schema.recordRules.append(.rule("exists", parameters.node))
    }
    notes.addDifference(
      "a foreign key refers to stored records: import '\(other.name)' first", of: "foreignKeys",
      field: names, at: location)
  }
}

extension PortableSchema {
  /// Returns the types of fields, or nil if a field is not described.
  fileprivate func types(of names: [String]) -> [FieldType]? {
    let indices = names.compactMap(fieldIndex)
    return indices.count == names.count ? indices.map { fields[$0].type } : nil
  }
}

extension [PortableSchema] {
  /// Converts the foreign keys of all tables, once the fields of all tables are known.
  mutating func addForeignKeys() {
    var tables: [String: PortableSchema] = [:]
    for schema in self { if let name = schema.tableName { tables[name] = schema } }
    for index in indices {
      for key in self[index].foreignKeys { key.add(to: &self[index], among: tables) }
    }
  }
}
