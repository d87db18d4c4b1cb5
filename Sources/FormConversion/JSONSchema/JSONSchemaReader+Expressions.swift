import FormDefinitions
import FormRules

extension JSONSchemaReader {
  /// Converts a subschema to a condition on a record.
  ///
  /// Returns nil if expressions cannot represent it.
  mutating func condition(_ node: DefinitionNode, at pointer: String) -> JSONSchemaCondition? {
    guard pointer.utf8.count < 1_000, spend(at: node.location) else { return nil }
    let assertions = JSONSchemaAssertion.all(of: node, at: pointer, in: &self)
    let required = Set(
      assertions.filter { $0.keyword == "required" }
        .flatMap { $0.value.items.compactMap(\.scalar) })
    guard required.isDisjoint(with: omitted) else { return nil }
    var parts: [JSONSchemaCondition] = required.sorted().map { .present($0) }
    for assertion in assertions {
      let found: JSONSchemaCondition?
      switch assertion.keyword {
      case JSONSchemaAssertion.never: return .never
      case "required": continue
      case "type":
        found = JSONSchemaTypes([assertion]).kinds?.contains("object") == true ? .always : .never
      case "properties":
        var fields: [JSONSchemaCondition] = []
        for entry in assertion.value.entries {
          guard
            let value = condition(
              ofField: entry.key, entry.value,
              at: "\(assertion.pointer)/\(JSONSchemaDocument.token(entry.key))")
          else { return nil }
          fields.append(.any([.absent(entry.key), value]))
        }
        found = .all(fields)
      case "if":
        guard let condition = condition(assertion.value.value("if")!, at: assertion.pointer) else {
          return nil
        }
        found = branches(assertion, condition) { $0.condition($1, at: $2) }
      case "dependentRequired": found = dependencies(assertion)
      // These keywords only constrain values that are not objects.
      case let keyword where Self.ofOtherTypes.contains(keyword): found = .always
      default: found = combination(assertion) { $0.condition($1, at: $2) }
      }
      guard let found else { return nil }
      parts.append(found)
    }
    return .all(parts).simplified
  }

  /// Keywords that do not constrain objects.
  static let ofOtherTypes: Set = [
    "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf", "items", "prefixItems", "additionalItems", "minItems",
    "maxItems", "uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems",
  ]

  /// Converts `then` and `else`, combined with the condition of `if`.
  private mutating func branches(
    _ assertion: JSONSchemaAssertion, _ condition: JSONSchemaCondition,
    _ part: (inout JSONSchemaReader, DefinitionNode, String) -> JSONSchemaCondition?
  ) -> JSONSchemaCondition? {
    guard multiplying < 4 else { return nil }
    multiplying += 1
    defer { multiplying -= 1 }
    var parts: [JSONSchemaCondition] = []
    for (key, condition) in [("then", condition), ("else", condition.opposite)] {
      guard let node = assertion.value.value(key) else { continue }
      guard let part = part(&self, node, "\(assertion.pointer)/\(key)") else { return nil }
      parts.append(.any([condition.opposite, part]))
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

  /// Converts alternatives and negations. `allOf` has already been merged.
  private mutating func combination(
    _ assertion: JSONSchemaAssertion,
    _ condition: (inout JSONSchemaReader, DefinitionNode, String) -> JSONSchemaCondition?
  ) -> JSONSchemaCondition? {
    switch assertion.keyword {
    case "not": return condition(&self, assertion.value, assertion.pointer)?.opposite
    case "anyOf", "oneOf":
      guard multiplying < 4 else { return nil }
      if assertion.keyword == "oneOf" { multiplying += 1 }
      defer { if assertion.keyword == "oneOf" { multiplying -= 1 } }
      var parts: [JSONSchemaCondition] = []
      for (index, item) in assertion.value.items.enumerated() {
        guard let part = condition(&self, item, "\(assertion.pointer)/\(index)") else { return nil }
        parts.append(part)
      }
      if assertion.keyword == "anyOf" { return .any(parts) }
      guard parts.count <= 8 else { return nil }
      return .any(
        parts.indices.map { one in
          .all(parts.indices.map { $0 == one ? parts[$0] : parts[$0].opposite })
        })
    default: return nil
    }
  }

  /// Converts a subschema to a condition on a field whose value is present.
  private mutating func condition(
    ofField field: String, _ node: DefinitionNode, at pointer: String
  ) -> JSONSchemaCondition? {
    guard !omitted.contains(field), pointer.utf8.count < 1_000, spend(at: node.location) else {
      return nil
    }
    guard let index = schema.fieldIndex(field) else { return nil }
    let type = schema.fields[index].type
    let name = JSONSchemaCondition.name(field)
    func holds(_ test: String, _ opposite: String) -> JSONSchemaCondition {
      .holds(field, test, opposite: opposite)
    }
    var parts: [JSONSchemaCondition] = []
    for assertion in JSONSchemaAssertion.all(of: node, at: pointer, in: &self) {
      let text = assertion.value.scalar
      func compare(_ sign: String, _ other: String) -> JSONSchemaCondition? {
        guard let text, type.isNumeric, let number = NumberLiteral.plain(text) else { return nil }
        return holds("\(name) \(sign) \(number)", "\(name) \(other) \(number)")
      }
      func matches(_ pattern: String) -> JSONSchemaCondition? {
        guard type == .text else { return nil }
        let test = "\(name) matches \(JSONSchemaCondition.quoted(pattern))"
        return holds(test, "not (\(test))")
      }
      let found: JSONSchemaCondition?
      switch assertion.keyword {
      case JSONSchemaAssertion.never: return .never
      case "type":
        switch JSONSchemaTypes([assertion]).constraint(on: type) {
        case .always: found = .always
        case .never: found = .never
        case .rule, nil: found = nil
        }
      case "const": found = equal(field, type, [assertion.value])
      case "enum": found = equal(field, type, assertion.value.items)
      case "minimum": found = compare(">=", "<")
      case "maximum": found = compare("<=", ">")
      case "exclusiveMinimum": found = compare(">", "<=")
      case "exclusiveMaximum": found = compare("<", ">=")
      // The function `length` counts characters, while a pattern counts code points.
      case "minLength":
        found = text.flatMap { NumberLiteral.whole($0, roundedUp: true) }
          .flatMap { matches("(?s).{\($0),}") }
      case "maxLength":
        found = text.flatMap { NumberLiteral.whole($0, roundedUp: false) }
          .flatMap { matches("(?s).{0,\($0)}") }
      case "pattern":
        found = text.flatMap(SchemaPattern.pcre(ofECMAScript:)).flatMap {
          matches(#"[\s\S]*?(?:\#($0))[\s\S]*"#)
        }
      case "if":
        guard
          let condition = condition(
            ofField: field, assertion.value.value("if")!, at: assertion.pointer)
        else { return nil }
        found = branches(assertion, condition) { $0.condition(ofField: field, $1, at: $2) }
      default: found = combination(assertion) { $0.condition(ofField: field, $1, at: $2) }
      }
      guard let found else { return nil }
      parts.append(found)
    }
    return .all(parts).simplified
  }

  private func equal(
    _ field: String, _ type: FieldType, _ values: [DefinitionNode]
  ) -> JSONSchemaCondition? {
    guard
      let texts = JSONSchemaConstants.texts(values, of: type, kinds: properties[field]?.kinds)
    else { return nil }
    var literals = texts
    switch type {
    case .text: literals = texts.map(JSONSchemaCondition.quoted)
    case .integer, .number, .decimal:
      guard texts.allSatisfy({ NumberLiteral.plain($0) != nil }) else { return nil }
    case .boolean, .date(formats: []): break
    default: return nil
    }
    let name = JSONSchemaCondition.name(field)
    guard let first = literals.first else { return .never }
    if literals.count == 1 {
      return .holds(field, "\(name) = \(first)", opposite: "\(name) != \(first)")
    }
    let list = literals.joined(separator: ", ")
    return .holds(field, "\(name) in (\(list))", opposite: "\(name) not in (\(list))")
  }
}
