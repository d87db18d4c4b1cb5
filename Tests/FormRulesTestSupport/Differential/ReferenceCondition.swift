import FormRules

/// A condition of `when` or `must`: its source, and its result as determined by a
/// straightforward evaluation, in which nil means unknown.
indirect enum ReferenceCondition {
  /// A comparison of a field with a constant: its source, and its value and text.
  case constant(field: Int, String, sign: String, source: String, Value, String)
  case fields(Int, String, sign: String, Int, String)
  case member(field: Int, String, [(source: String, value: Value, text: String)], isIn: Bool)
  case blank(field: Int, String, isBlank: Bool)
  case truth(field: Int, String)
  /// The number of fields that are not blank.
  case count([(field: Int, name: String)], sign: String, Int)
  /// A comparison of the sender, whose actual name is `sender`.
  case source(sender: String, isEqual: Bool, String)
  case not(ReferenceCondition)
  case join(word: String, [ReferenceCondition])

  static let signs = ["=", "!=", "<", "<=", ">", ">="]

  var source: String {
    switch self {
    case .constant(_, let name, let sign, let source, _, _): "\(name) \(sign) \(source)"
    case .fields(_, let a, let sign, _, let b): "\(a) \(sign) \(b)"
    case .member(_, let name, let list, let isIn):
      "\(name) \(isIn ? "" : "not ")in (\(list.map(\.source).joined(separator: ", ")))"
    case .blank(_, let name, let isBlank): "\(name) is \(isBlank ? "" : "not ")blank"
    case .truth(_, let name): name
    case .count(let fields, let sign, let count):
      "count(\(fields.map(\.name).joined(separator: ", "))) \(sign) \(count)"
    case .source(_, let isEqual, let name): "source() \(isEqual ? "=" : "!=") '\(name)'"
    case .not(let condition): "not (\(condition.source))"
    case .join(let word, let parts):
      parts.map { "(\($0.source))" }.joined(separator: " \(word) ")
    }
  }

  /// The result for a record with values and texts in the order of the form.
  func answer(_ values: [Value], _ texts: [String]) -> Bool? {
    switch self {
    case .constant(let field, _, let sign, _, let value, let text):
      return Self.compare(values[field], texts[field], sign, value, text)
    case .fields(let a, _, let sign, let b, _):
      return Self.compare(values[a], texts[a], sign, values[b], texts[b])
    case .member(let field, _, let list, let isIn):
      let answers = list.map {
        Self.compare(values[field], texts[field], "=", $0.value, $0.text)
      }
      let found: Bool? = answers.contains(true) ? true : answers.contains(nil) ? nil : false
      return isIn ? found : found.map { !$0 }
    case .blank(let field, _, let isBlank):
      return (values[field] == .missing || values[field] == .empty) == isBlank
    case .truth(let field, _):
      if case .boolean(let truth) = values[field] { return truth }
      return nil
    case .count(let fields, let sign, let count):
      let found = fields.count { values[$0.field] != .missing && values[$0.field] != .empty }
      return Self.holds(sign, found < count ? -1 : found == count ? 0 : 1)
    case .source(let sender, let isEqual, let name): return (sender == name) == isEqual
    case .not(let condition): return condition.answer(values, texts).map { !$0 }
    case .join(let word, let parts):
      let answers = parts.map { $0.answer(values, texts) }
      let deciding = word == "or"
      return answers.contains(deciding) ? deciding : answers.contains(nil) ? nil : !deciding
    }
  }

  private static func compare(
    _ a: Value, _ x: String, _ sign: String, _ b: Value, _ y: String
  ) -> Bool? {
    if case .text = a, case .text = b {
      let (x, y) = (Array(x.utf8), Array(y.utf8))
      return holds(sign, x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1)
    }
    return ReferenceValues.order(a, b).map { holds(sign, $0) }
  }

  private static func holds(_ sign: String, _ order: Int) -> Bool {
    switch sign {
    case "=": order == 0
    case "!=": order != 0
    case "<": order < 0
    case "<=": order <= 0
    case ">": order > 0
    default: order >= 0
    }
  }
}
