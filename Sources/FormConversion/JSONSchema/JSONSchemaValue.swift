import FormDefinitions
import FormRules

/// Converts the constraints of subschemas on one value to rules of a field.
struct JSONSchemaValue {
  /// Rules that must all pass, or nil if no value passes.
  private(set) var rules: [DefinitionNode]?
  /// The assertions that no rule can express.
  private(set) var lost: [JSONSchemaAssertion] = []
  private let type: FieldType
  private let allowedTypes: Set<JSONType>?
  private let context: JSONSchemaContext

  /// - Parameters:
  ///   - allowedTypes: The JSON types that the field may have, or nil for any.
  ///   - isInside: Whether the assertions are part of another rule, so that `type` is a separate
  ///     constraint.
  init(
    _ assertions: [JSONSchemaAssertion], of type: FieldType, allowedTypes: Set<JSONType>?,
    isInside: Bool = false, in context: JSONSchemaContext
  ) {
    self.type = type
    self.allowedTypes = allowedTypes
    self.context = context
    var builder = JSONSchemaRuleBuilder(type, allowedTypes: allowedTypes, context)
    for assertion in assertions {
      // The field type covers `type` at the top level. Text, however, may represent several types.
      if assertion.keyword == "type", !isInside, type != .text { continue }
      switch constraint(of: assertion, &builder) {
      case .always: break
      case .never: return
      case .rule(let rule): builder.add(rule, at: assertion.location)
      case nil: lost.append(assertion)
      }
    }
    rules = builder.rules
  }

  private func constraint(
    of assertion: JSONSchemaAssertion, _ builder: inout JSONSchemaRuleBuilder
  ) -> JSONSchemaConstraint? {
    switch assertion.keyword {
    case JSONSchemaAssertion.never: return .never
    case "type": return JSONSchemaTypes([assertion]).constraint(on: type)
    case "anyOf", "oneOf", "not", "if":
      guard context.spend(at: assertion.location) else { return nil }
      return context.combination(assertion) { constraint($0) }
    default: return builder.constraint(of: assertion)
    }
  }

  /// Returns the constraint of a subschema, or nil if no rule can express it.
  private func constraint(_ subschema: JSONSubschema) -> JSONSchemaConstraint? {
    let value = JSONSchemaValue(
      context.assertions(of: subschema), of: type, allowedTypes: allowedTypes, isInside: true,
      in: context)
    guard let rules = value.rules else { return .never }
    return value.lost.isEmpty ? .all(rules.map { .rule($0) }) : nil
  }
}
