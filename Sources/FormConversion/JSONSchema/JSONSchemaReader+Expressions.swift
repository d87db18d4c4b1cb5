import FormDefinitions
import FormRules

extension JSONSchemaReader {
  /// Returns the condition of a subschema on a record, or nil if expressions cannot represent it.
  func condition(_ subschema: JSONSubschema) -> JSONSchemaCondition? {
    guard subschema.pointer.utf8.count < Self.maximumPointerLength,
      context.spend(at: subschema.node.location)
    else { return nil }
    let assertions = context.assertions(of: subschema)
    let required = Set(
      assertions.filter { $0.keyword == "required" }
        .flatMap { $0.value.items.compactMap(\.scalar) })
    guard required.isDisjoint(with: omitted) else { return nil }
    var parts: [JSONSchemaCondition] = required.sorted().map { .present($0) }
    for assertion in assertions where assertion.keyword != "required" {
      guard let part = condition(of: assertion) else { return nil }
      if part == .never { return .never }
      parts.append(part)
    }
    return .all(parts).simplified
  }

  /// Returns the condition of a keyword other than `required`.
  func condition(of assertion: JSONSchemaAssertion) -> JSONSchemaCondition? {
    switch assertion.keyword {
    case JSONSchemaAssertion.never: .never
    case "type":
      JSONSchemaTypes([assertion]).allowed?.contains(.object) == true ? .always : .never
    case "properties": fieldConditions(assertion)
    case "dependentRequired": dependencies(assertion)
    default:
      assertion.acceptsObjects ? .always : context.combination(assertion) { condition($0) }
    }
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
      let names = entry.value.items.compactMap(\.scalar)
      guard omitted.isDisjoint(with: names + [entry.key]) else { return nil }
      parts.append(.any([.absent(entry.key), .all(names.map { .present($0) })]))
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
