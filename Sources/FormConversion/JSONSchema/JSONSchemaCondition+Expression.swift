import FormDefinitions

extension JSONSchemaCondition {
  /// The expression for `when`, which treats unknown as false.
  var applicability: String { text(isUnknownFalse: true, []) }

  /// Returns the expression for `must`, which treats unknown as true.
  ///
  /// The result is never unknown for records that have the fields.
  func mustExpression(of fields: Set<String>) -> String { text(isUnknownFalse: false, fields) }

  /// - Parameter known: The fields that are present, or whose absence has no effect on the result.
  private func text(isUnknownFalse: Bool, _ known: Set<String>) -> String {
    switch self {
    case .always: return "true"
    case .never: return "false"
    case .present(let field): return "\(field.asExpressionName) is not blank"
    case .absent(let field): return "\(field.asExpressionName) is blank"
    case .holds(let field, let test, _):
      return isUnknownFalse || known.contains(field)
        ? test : "\(field.asExpressionName) is not blank and \(test)"
    case .test(let text, _): return text
    case .all(let parts):
      var known = known
      var texts: [String] = []
      for part in parts {
        texts.append(part.operand(isUnknownFalse: isUnknownFalse, known, isAll: true))
        if let field = part.impliedField { known.insert(field) }
      }
      return texts.joined(separator: " and ")
    case .any(let parts):
      let known = known.union(
        parts.compactMap { if case .absent(let field) = $0 { field } else { nil } })
      return parts.map { $0.operand(isUnknownFalse: isUnknownFalse, known, isAll: false) }
        .joined(separator: " or ")
    }
  }

  private func operand(isUnknownFalse: Bool, _ known: Set<String>, isAll: Bool) -> String {
    let text = text(isUnknownFalse: isUnknownFalse, known)
    switch self {
    case .all, .any: return "(\(text))"
    case .holds(let field, _, _) where !isAll && !isUnknownFalse && !known.contains(field):
      return "(\(text))"
    default: return text
    }
  }
}
