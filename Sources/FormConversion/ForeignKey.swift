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
    guard fields.count == 1, others.count == 1 else {
      return lose("it has several fields")
    }
    guard let table, !table.isEmpty, tables[table]?.name != schema.name else {
      return lose("it refers to the same table")
    }
    guard let other = tables[table] else { return lose("'\(table)' is not described here") }
    guard let index = schema.fieldIndex(fields[0]), let position = other.fieldIndex(others[0])
    else {
      return lose("a field is not described")
    }
    guard schema.fields[index].type == other.fields[position].type else {
      return lose("the fields have different types")
    }
    var parameters = MappingBuilder()
    parameters.add("form", other.name)
    parameters.add("field", other.fields[position].name)
    schema.fields[index].more.append(.rule("exists", parameters.node))
    schema.note(
      difference: "a foreign key refers to stored records: import '\(other.name)' first",
      of: fields[0], in: "foreignKeys", at: location)
  }
}
