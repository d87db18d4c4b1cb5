import FormDefinitions
import FormRules

extension JSONSchemaReader {
  /// What a subschema asks of a record; nil when expressions cannot say it.
  mutating func condition(_ node: DefinitionNode, at pointer: String) -> JSONSchemaCondition? {
    guard pointer.utf8.count < 1_000, spend(at: node.location) else { return nil }
    let assertions = JSONSchemaAssertion.all(of: node, at: pointer, in: &self)
    let required = Set(
      assertions.filter { $0.keyword == "required" }
        .flatMap { $0.value.items.compactMap(\.scalar) })
    guard required.isDisjoint(with: omitted) else { return nil }
    var parts: [JSONSchemaCondition] = []
    var compared: Set<String> = []
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
              ofField: entry.key, entry.value, at: "\(assertion.pointer)/\(entry.key)")
          else { return nil }
          let absent = JSONSchemaCondition.present(entry.key).opposite
          switch value.simplified {
          case .always: break
          case .never: fields.append(absent)
          case .test(let text, let opposite) where required.contains(entry.key):
            // A comparison is true of what is there only.
            compared.insert(entry.key)
            fields.append(.test(text, opposite: "\(absent.text) or \(opposite)"))
          default: fields.append(required.contains(entry.key) ? value : .any([absent, value]))
          }
        }
        found = .all(fields)
      default: found = combination(assertion) { $0.condition($1, at: $2) }
      }
      guard let found else { return nil }
      parts.append(found)
    }
    return .all(required.subtracting(compared).sorted().map { .present($0) } + parts)
  }

  /// `allOf` is taken in already; this is for those that choose, and those that negate.
  private mutating func combination(
    _ assertion: JSONSchemaAssertion,
    _ condition: (inout JSONSchemaReader, DefinitionNode, String) -> JSONSchemaCondition?
  ) -> JSONSchemaCondition? {
    switch assertion.keyword {
    case "not":
      return condition(&self, assertion.value, assertion.pointer)?.simplified.opposite
    case "anyOf", "oneOf":
      guard multiplying < 4 else { return nil }
      if assertion.keyword == "oneOf" { multiplying += 1 }
      defer { if assertion.keyword == "oneOf" { multiplying -= 1 } }
      var parts: [JSONSchemaCondition] = []
      for (index, item) in assertion.value.items.enumerated() {
        guard let part = condition(&self, item, "\(assertion.pointer)/\(index)") else { return nil }
        parts.append(part.simplified)
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

  /// What a subschema asks of a value that is there.
  private mutating func condition(
    ofField field: String, _ node: DefinitionNode, at pointer: String
  ) -> JSONSchemaCondition? {
    guard !omitted.contains(field), pointer.utf8.count < 1_000, spend(at: node.location) else {
      return nil
    }
    let type = schema.fieldIndex(field).map { schema.fields[$0].type } ?? .text
    let name = JSONSchemaCondition.name(field)
    var parts: [JSONSchemaCondition] = []
    for assertion in JSONSchemaAssertion.all(of: node, at: pointer, in: &self) {
      let text = assertion.value.scalar
      func compare(_ sign: String, _ other: String) -> JSONSchemaCondition? {
        guard let text, type.isNumeric, let number = NumberLiteral.plain(text) else { return nil }
        return .test("\(name) \(sign) \(number)", opposite: "\(name) \(other) \(number)")
      }
      func length(_ sign: String, _ other: String) -> JSONSchemaCondition? {
        guard let text, type == .text, let number = NumberLiteral.plain(text) else { return nil }
        return .test(
          "length(\(name)) \(sign) \(number)", opposite: "length(\(name)) \(other) \(number)")
      }
      let found: JSONSchemaCondition?
      switch assertion.keyword {
      case JSONSchemaAssertion.never: return .never
      case "type":
        switch JSONSchemaTypes([assertion]).demand(on: type) {
        case .always: found = .always
        case .never: found = .never
        case .rule, nil: found = nil
        }
      case "const": found = equal(name, type, [assertion.value])
      case "enum": found = equal(name, type, assertion.value.items)
      case "minimum": found = compare(">=", "<")
      case "maximum": found = compare("<=", ">")
      case "exclusiveMinimum": found = compare(">", "<=")
      case "exclusiveMaximum": found = compare("<", ">=")
      case "minLength": found = length(">=", "<")
      case "maxLength": found = length("<=", ">")
      case "pattern":
        guard let text, type == .text else { return nil }
        let pattern = SchemaPattern.pcre(ofECMAScript: text)
        let test =
          "\(name) matches \(JSONSchemaCondition.quoted(#"[\s\S]*?(?:\#(pattern))[\s\S]*"#))"
        found = .test(test, opposite: "not (\(test))")
      default: found = combination(assertion) { $0.condition(ofField: field, $1, at: $2) }
      }
      guard let found else { return nil }
      parts.append(found)
    }
    return .all(parts)
  }

  private func equal(
    _ name: String, _ type: FieldType, _ values: [DefinitionNode]
  ) -> JSONSchemaCondition? {
    var literals: [String] = []
    for value in values {
      // What is null is not there, and no list or object stands in a cell.
      guard let text = value.scalar, !value.isNull else { continue }
      switch type {
      case .text: literals.append(JSONSchemaCondition.quoted(text))
      case .integer, .number, .decimal:
        guard let number = NumberLiteral.plain(text) else { continue }
        literals.append(number)
      case .boolean:
        guard ["true", "false"].contains(text) else { continue }
        literals.append(text)
      case .date(formats: []): literals.append(text)
      default: return nil
      }
    }
    guard let first = literals.first else { return .never }
    if literals.count == 1 { return .test("\(name) = \(first)", opposite: "\(name) != \(first)") }
    let list = literals.joined(separator: ", ")
    return .test("\(name) in (\(list))", opposite: "\(name) not in (\(list))")
  }
}
