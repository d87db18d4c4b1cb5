import FormRules

/// The meaning of subschemas: conditions on records, or constraints on the values of a field.
protocol JSONSchemaLogic {
  static var always: Self { get }
  static func any(_ parts: [Self]) -> Self
  static func all(_ parts: [Self]) -> Self
  var opposite: Self { get }
}

extension JSONSchemaContext {
  /// Returns the meaning of `not`, `anyOf`, `oneOf` or `if`. `allOf` has already been merged.
  ///
  /// - Parameter meaning: Returns the meaning of a subschema, or nil if it cannot be expressed.
  /// - Returns: Nil for other keywords, if a subschema cannot be expressed, or if the result would
  ///   repeat subschemas too often.
  func combination<Meaning: JSONSchemaLogic>(
    _ assertion: JSONSchemaAssertion, _ meaning: (JSONSubschema) -> Meaning?
  ) -> Meaning? {
    func alternatives() -> [Meaning]? {
      var parts: [Meaning] = []
      for alternative in assertion.alternatives {
        guard let part = meaning(alternative) else { return nil }
        parts.append(part)
      }
      return parts
    }
    switch assertion.keyword {
    case "not": return meaning(assertion.subschema)?.opposite
    case "anyOf": return alternatives().map(Meaning.any)
    case "oneOf" where assertion.hasDistinctConstants: return alternatives().map(Meaning.any)
    case "oneOf":
      return repeating {
        guard let parts = alternatives(), parts.count <= 8 else { return nil }
        return .any(
          parts.indices.map { one in
            .all(parts.indices.map { $0 == one ? parts[$0] : parts[$0].opposite })
          })
      }
    case "if":
      return repeating {
        func branch(_ key: String) -> Meaning? {
          assertion.branch(key).map(meaning) ?? .always
        }
        guard let condition = branch("if"), let then = branch("then"), let other = branch("else")
        else { return nil }
        return .all([.any([condition.opposite, then]), .any([condition, other])])
      }
    default: return nil
    }
  }
}

extension JSONSchemaAssertion {
  /// Whether each alternative is a `const` of a distinct text, usually with a label, so that at
  /// most one can match.
  fileprivate var hasDistinctConstants: Bool {
    let constants = value.items.map { $0["const"] }
    return constants.allSatisfy { $0?.jsonType == .string }
      && Set(constants.map { $0?.scalar }).count == constants.count
  }
}
