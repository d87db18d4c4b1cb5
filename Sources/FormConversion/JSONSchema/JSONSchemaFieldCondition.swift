import FormBytes
import FormDefinitions
import FormRules

/// Converts subschemas of a property to conditions on a record in which the field has a value.
struct JSONSchemaFieldCondition {
  private let context: JSONSchemaContext
  private let field: String
  /// The name of the field in expressions.
  private let name: String
  private let type: FieldType
  /// The JSON types that the field may have, or nil for any.
  private let allowedTypes: Set<JSONType>?

  init(
    _ context: JSONSchemaContext, field: String, type: FieldType, allowedTypes: Set<JSONType>?
  ) {
    self.context = context
    self.field = field
    self.type = type
    self.allowedTypes = allowedTypes
    name = field.asExpressionName
  }

  /// Returns nil if expressions cannot represent the subschema.
  func condition(_ subschema: JSONSubschema) -> JSONSchemaCondition? {
    context.condition(subschema) { condition(of: $0) }
  }

  private func condition(of assertion: JSONSchemaAssertion) -> JSONSchemaCondition? {
    let text = assertion.value.scalar
    switch assertion.keyword {
    case JSONSchemaAssertion.never: return .never
    case "type":
      switch JSONSchemaTypes([assertion]).constraint(on: type) {
      case .always: return .always
      case .never: return .never
      case .rule, nil: return nil
      }
    case "const": return equality(with: [assertion.value])
    case "enum": return equality(with: assertion.value.items)
    case "minimum": return comparison(">=", opposite: "<", with: text)
    case "maximum": return comparison("<=", opposite: ">", with: text)
    case "exclusiveMinimum": return comparison(">", opposite: "<=", with: text)
    case "exclusiveMaximum": return comparison("<", opposite: ">=", with: text)
    // The function `length` counts characters, while a pattern counts code points.
    case "minLength":
      return text.flatMap { NumberLiteral.whole($0, roundedUp: true) }
        .flatMap { match("(?s).{\($0),}") }
    case "maxLength":
      return text.flatMap { NumberLiteral.whole($0, roundedUp: false) }
        .flatMap { match("(?s).{0,\($0)}") }
    case "pattern":
      return text.flatMap(SchemaPattern.pcre(ofECMAScript:))
        .flatMap { match(#"[\s\S]*?(?:\#($0))[\s\S]*"#) }
    default: return context.combination(assertion) { condition($0) }
    }
  }

  private func comparison(
    _ sign: String, opposite: String, with text: String?
  ) -> JSONSchemaCondition? {
    guard let text, type.isNumeric, let number = NumberLiteral.plain(text) else { return nil }
    return .holds(field, "\(name) \(sign) \(number)", opposite: "\(name) \(opposite) \(number)")
  }

  private func match(_ pattern: String) -> JSONSchemaCondition? {
    guard type == .text else { return nil }
    let test = "\(name) matches \(pattern.quoted())"
    return .holds(field, test, opposite: "not (\(test))")
  }

  private func equality(with values: [DefinitionNode]) -> JSONSchemaCondition? {
    guard
      var literals = JSONSchemaConstants.texts(values, of: type, allowedTypes: allowedTypes)
    else { return nil }
    switch type {
    case .text: literals = literals.map { $0.quoted() }
    case .integer, .number, .decimal:
      guard literals.allSatisfy({ NumberLiteral.plain($0) != nil }) else { return nil }
    case .boolean, .date(formats: []): break
    case .date, .time, .datetime, .list, .file: return nil
    }
    guard let first = literals.first else { return .never }
    if literals.count == 1 {
      return .holds(field, "\(name) = \(first)", opposite: "\(name) != \(first)")
    }
    let list = literals.joined(separator: ", ")
    return .holds(field, "\(name) in (\(list))", opposite: "\(name) not in (\(list))")
  }
}
