/// A condition over the fields of a record, which also says what its opposite is: what is not there makes
/// comparisons unknown, and `not` leaves them so.
indirect enum JSONSchemaCondition {
  case always, never
  /// Expressions for it and for its opposite.
  case test(String, opposite: String)
  case all([JSONSchemaCondition])
  case any([JSONSchemaCondition])

  var opposite: JSONSchemaCondition {
    switch self {
    case .always: .never
    case .never: .always
    case .test(let text, let other): .test(other, opposite: text)
    case .all(let parts): .any(parts.map(\.opposite))
    case .any(let parts): .all(parts.map(\.opposite))
    }
  }

  /// Without what is always or never so.
  var simplified: JSONSchemaCondition {
    switch self {
    case .all(let parts):
      let parts = parts.map(\.simplified).filter { if case .always = $0 { false } else { true } }
      if parts.contains(where: { if case .never = $0 { true } else { false } }) { return .never }
      return parts.isEmpty ? .always : parts.count == 1 ? parts[0] : .all(parts)
    case .any(let parts):
      let parts = parts.map(\.simplified).filter { if case .never = $0 { false } else { true } }
      if parts.contains(where: { if case .always = $0 { true } else { false } }) { return .always }
      return parts.isEmpty ? .never : parts.count == 1 ? parts[0] : .any(parts)
    default: return self
    }
  }

  /// The expression of what is neither always nor never so.
  var text: String {
    switch self {
    case .always: "true"
    case .never: "false"
    case .test(let text, _): text
    case .all(let parts): parts.map(\.operand).joined(separator: " and ")
    case .any(let parts): parts.map(\.operand).joined(separator: " or ")
    }
  }

  private var operand: String {
    switch self {
    case .all, .any: "(\(text))"
    default: text.contains(" or ") ? "(\(text))" : text
    }
  }

  /// The field as expressions name it.
  static func name(_ field: String) -> String {
    let words: Set = [
      "and", "or", "not", "in", "is", "blank", "matches", "true", "false", "given", "sum", "min",
      "max", "count", "distinct", "length", "today", "now", "source",
    ]
    let isPlain =
      field.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      } && field.utf8.first.map { $0 > UInt8(ascii: "9") } == true
    return isPlain && !words.contains(field)
      ? field : "`\(field.replacing("`", with: "``"))`"
  }

  static func present(_ field: String) -> JSONSchemaCondition {
    .test("\(name(field)) is not blank", opposite: "\(name(field)) is blank")
  }

  static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}
