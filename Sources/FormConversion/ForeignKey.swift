import FormDefinitions
import FormRules

/// A constraint that the values of fields occur in fields of another table.
struct ForeignKey {
  var fields: [String]
  /// The name of the other table in the schema. Nil or empty for the same table.
  var table: String?
  var others: [String]
  var location: SourceLocation

  /// Adds the rule `exists` if it can express the constraint.
  func add(to schema: inout PortableSchema, among tables: [String: PortableSchema]) {
    func lose(_ why: String) {
      schema.note(
        "foreignKeys", "\(fields.joined(separator: ", ")): \(why); not converted", at: location)
    }
    guard !fields.isEmpty, fields.count == others.count else {
      return lose("it refers to another number of fields")
    }
    guard let table, !table.isEmpty, tables[table]?.name != schema.name else {
      return lose("it refers to the same table")
    }
    guard let other = tables[table] else { return lose("'\(table)' is not described in this file") }
    let indices = fields.compactMap(schema.fieldIndex)
    let otherIndices = others.compactMap(other.fieldIndex)
    guard indices.count == fields.count, otherIndices.count == others.count else {
      return lose("a field is not described")
    }
    guard zip(indices, otherIndices).allSatisfy({ schema.fields[$0].type == other.fields[$1].type })
    else { return lose("the fields have different types") }
    let names = otherIndices.map { other.fields[$0].name }
    var parameters = MappingBuilder()
    parameters.add("form", other.name)
    if let index = indices.first, indices.count == 1 {
      parameters.add("field", names[0])
      schema.fields[index].more.append(.rule("exists", parameters.node))
    } else {
      parameters.add("fields", DefinitionNode.list(indices.map { schema.fields[$0].name }))
      parameters.add("field", DefinitionNode.list(names))
      schema.record.append(.rule("exists", parameters.node))
    }
    schema.note(
      difference: "a foreign key refers to stored records: import '\(other.name)' first",
      of: fields.joined(separator: ", "), in: "foreignKeys", at: location)
  }
}
