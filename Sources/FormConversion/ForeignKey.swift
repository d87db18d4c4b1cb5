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
    let places = fields.compactMap(schema.fieldIndex)
    let positions = others.compactMap(other.fieldIndex)
    guard places.count == fields.count, positions.count == others.count else {
      return lose("a field is not described")
    }
    guard zip(places, positions).allSatisfy({ schema.fields[$0].type == other.fields[$1].type })
    else { return lose("the fields have different types") }
    let names = positions.map { other.fields[$0].name }
    var parameters = MappingBuilder()
    parameters.add("form", other.name)
    if let place = places.first, places.count == 1 {
      parameters.add("field", names[0])
      schema.fields[place].more.append(.rule("exists", parameters.node))
    } else {
      parameters.add("fields", DefinitionNode.list(places.map { schema.fields[$0].name }))
      parameters.add("field", DefinitionNode.list(names))
      schema.record.append(.rule("exists", parameters.node))
    }
    schema.note(
      difference: "a foreign key refers to stored records: import '\(other.name)' first",
      of: fields.joined(separator: ", "), in: "foreignKeys", at: location)
  }
}
