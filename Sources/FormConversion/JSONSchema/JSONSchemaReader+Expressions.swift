import FormDefinitions
import FormRules

extension JSONSchemaReader {
  /// Returns the condition of a subschema on a record, or nil if expressions cannot represent it.
  func condition(_ subschema: JSONSubschema) -> JSONSchemaCondition? {
    context.condition(subschema) { condition(of: $0) }
  }

  /// Returns the condition of a keyword.
  func condition(of assertion: JSONSchemaAssertion) -> JSONSchemaCondition? {
    switch assertion.keyword {
    case JSONSchemaAssertion.never: .never
    case "type":
      JSONSchemaTypes([assertion]).allowed?.contains(.object) == true ? .always : .never
    case "required": presence(of: assertion.value.items.compactMap(\.scalar).sorted())
    case "properties": fieldConditions(assertion)
    case "dependentRequired": dependencies(assertion)
    default:
      assertion.acceptsObjects ? .always : context.combination(assertion) { condition($0) }
    }
  }

  /// Returns the condition that fields are present.
  private func presence(of names: [String]) -> JSONSchemaCondition? {
    omitted.isDisjoint(with: names) ? .all(names.map { .present($0) }) : nil
  }

  /// Returns the condition that the values of fields satisfy their subschemas.
  private func fieldConditions(_ assertion: JSONSchemaAssertion) -> JSONSchemaCondition? {
    var parts: [JSONSchemaCondition] = []
    for entry in assertion.value.entries {
      guard !omitted.contains(entry.key), let index = schema.fieldIndex(entry.key) else {
        return nil
      }
      let field = JSONSchemaFieldCondition(
        context, field: entry.key, type: schema.fields[index].type,
        allowedTypes: properties[entry.key]?.allowedTypes)
      let subschema = JSONSubschema(entry, under: assertion.pointer)
      guard let condition = field.condition(subschema) else { return nil }
      parts.append(.any([.absent(entry.key), condition]))
    }
    return .all(parts)
  }

  /// Returns the condition that certain fields are present whenever another field is.
  private func dependencies(_ assertion: JSONSchemaAssertion) -> JSONSchemaCondition? {
    var parts: [JSONSchemaCondition] = []
    for entry in assertion.value.entries {
      guard !omitted.contains(entry.key),
        let presence = presence(of: entry.value.items.compactMap(\.scalar))
      else { return nil }
      parts.append(.any([.absent(entry.key), presence]))
    }
    return .all(parts)
  }
}

extension JSONSchemaAssertion {
  /// Whether the keyword only constrains values that are not objects.
  var acceptsObjects: Bool {
    switch JSONSchemaKeyword.subject(of: keyword) {
    case .number, .string, .array: true
    case .any, .object, JSONSchemaKeyword.Subject.none?, nil: false
    }
  }
}
