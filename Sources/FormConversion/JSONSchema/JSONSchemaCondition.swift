/// A condition on the fields of a record.
///
/// Each part is true or false for every record, even if a field is missing. Expressions are unknown
/// in this case, which `when` and `must` treat differently.
indirect enum JSONSchemaCondition: JSONSchemaLogic, Equatable {
  case always, never
  case present(String)
  case absent(String)
  /// The field is present and the comparison is true. `opposite` is the negated comparison.
  case holds(String, _ test: String, opposite: String)
  /// An expression that is never unknown, and its negation.
  case test(String, opposite: String)
  case all([JSONSchemaCondition])
  case any([JSONSchemaCondition])

  /// Compares texts by their bytes, because `==` takes canonically equivalent ones as equal.
  static func == (a: JSONSchemaCondition, b: JSONSchemaCondition) -> Bool {
    func isEqual(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
    return switch (a, b) {
    case (.always, .always), (.never, .never): true
    case (.present(let a), .present(let b)), (.absent(let a), .absent(let b)): isEqual(a, b)
    case (.holds(let field, let test, let opposite), .holds(let other, let b, let c)):
      isEqual(field, other) && isEqual(test, b) && isEqual(opposite, c)
    case (.test(let test, let opposite), .test(let b, let c)):
      isEqual(test, b) && isEqual(opposite, c)
    case (.all(let a), .all(let b)), (.any(let a), .any(let b)): a == b
    default: false
    }
  }

  var opposite: JSONSchemaCondition {
    switch self {
    case .always: .never
    case .never: .always
    case .present(let field): .absent(field)
    case .absent(let field): .present(field)
    case .holds(let field, let test, let other):
      .any([.absent(field), .holds(field, other, opposite: test)])
    case .test(let text, let other): .test(other, opposite: text)
    case .all(let parts): .any(parts.map(\.opposite))
    case .any(let parts): .all(parts.map(\.opposite))
    }
  }

  /// The condition without constant parts, and without parts that others imply.
  var simplified: JSONSchemaCondition {
    switch self {
    case .all(let parts): Self.conjunction(of: parts)
    case .any(let parts): Self.disjunction(of: parts)
    default: self
    }
  }

  private static func conjunction(of given: [JSONSchemaCondition]) -> JSONSchemaCondition {
    var parts = flattened(given, without: .always) {
      if case .all(let inner) = $0 { inner } else { nil }
    }
    // If `a` must be present, its absence is no longer an alternative.
    let present = Set(parts.compactMap(\.impliedField))
    let reduced = parts.map { part in
      guard case .any(let choices) = part else { return part }
      return JSONSchemaCondition.any(
        choices.filter {
          if case .absent(let field) = $0 { !present.contains(field) } else { true }
        })
    }
    if reduced != parts { return conjunction(of: reduced) }
    let compared = Set(
      parts.compactMap { if case .holds(let field, _, _) = $0 { field } else { nil } })
    parts.removeAll {
      if case .present(let field) = $0 { compared.contains(field) } else { false }
    }
    for part in parts {
      if case .absent(let field) = part, present.contains(field) { return .never }
    }
    if parts.contains(.never) { return .never }
    return parts.isEmpty ? .always : parts.count == 1 ? parts[0] : .all(parts)
  }

  private static func disjunction(of given: [JSONSchemaCondition]) -> JSONSchemaCondition {
    let parts = flattened(given, without: .never) {
      if case .any(let inner) = $0 { inner } else { nil }
    }
    if parts.contains(.always) { return .always }
    return parts.isEmpty ? .never : parts.count == 1 ? parts[0] : .any(parts)
  }

  /// The simplified parts, each once, with the parts of nested conditions of the same kind.
  ///
  /// - Parameter neutral: The part that has no effect on the result.
  private static func flattened(
    _ given: [JSONSchemaCondition], without neutral: JSONSchemaCondition,
    nested: (JSONSchemaCondition) -> [JSONSchemaCondition]?
  ) -> [JSONSchemaCondition] {
    var parts: [JSONSchemaCondition] = []
    func add(_ part: JSONSchemaCondition) {
      if let inner = nested(part) {
        for part in inner { add(part) }
      } else if part != neutral, !parts.contains(part) {
        parts.append(part)
      }
    }
    for part in given { add(part.simplified) }
    return parts
  }

  /// The field that must be present for the condition to be true.
  var impliedField: String? {
    switch self {
    case .present(let field), .holds(let field, _, _): field
    default: nil
    }
  }

  /// Returns the condition for records that have these fields.
  func assuming(_ fields: Set<String>) -> JSONSchemaCondition {
    func replaced(_ condition: JSONSchemaCondition) -> JSONSchemaCondition {
      switch condition {
      case .present(let field) where fields.contains(field): .always
      case .absent(let field) where fields.contains(field): .never
      case .all(let parts): .all(parts.map(replaced))
      case .any(let parts): .any(parts.map(replaced))
      default: condition
      }
    }
    return replaced(self).simplified
  }
}

extension JSONSchemaContext {
  /// Returns the condition that all keywords of a subschema are satisfied, or nil if one of them
  /// cannot be expressed.
  ///
  /// - Parameter meaning: Returns the condition of a keyword.
  func condition(
    _ subschema: JSONSubschema, _ meaning: (JSONSchemaAssertion) -> JSONSchemaCondition?
  ) -> JSONSchemaCondition? {
    guard mayEvaluate(subschema) else { return nil }
    let assertions = assertions(of: subschema)
    var parts: [JSONSchemaCondition] = []
    // Other conditions depend on the presence of fields.
    for assertion in assertions.filter({ $0.keyword == "required" })
      + assertions.filter({ $0.keyword != "required" })
    {
      guard let part = meaning(assertion) else { return nil }
      if part == .never { return .never }
      parts.append(part)
    }
    return .all(parts).simplified
  }
}
