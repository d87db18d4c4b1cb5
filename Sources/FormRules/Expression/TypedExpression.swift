/// The kind of a value. It determines the values that it can be compared with.
enum ValueKind {
  case number, text, boolean, date, moment, time, list, file

  init(_ type: FieldType) {
    self =
      switch type {
      case .integer, .decimal, .number: .number
      case .text: .text
      case .boolean: .boolean
      case .date: .date
      case .datetime: .moment
      case .time: .time
      case .list: .list
      case .file: .file
      }
  }

  /// Whether values of this kind have an order.
  var isOrdered: Bool {
    switch self {
    case .number, .text, .date, .moment, .time: true
    case .boolean, .list, .file: false
    }
  }

  /// Whether two values can be compared. A date counts as its first instant.
  func isComparable(with other: ValueKind) -> Bool {
    switch (self, other) {
    case (.list, _), (.file, _): false
    case (.date, .moment), (.moment, .date): true
    default: self == other
    }
  }
}

/// A value of an expression with its type.
struct TypedExpression {
  enum Code {
    /// A quoted text, which is read by the type of the other operand.
    case quoted(String)
    case text(ExpressionProgram.TextSource)
    case terms([ExpressionProgram.Term])
  }

  let range: Range<Int>
  let type: FieldType
  let code: Code
  /// The maximum number of digits of its number, if it exceeds that of the type.
  var calculated: NumberSize?

  /// The maximum number of digits of its number.
  var numberSize: NumberSize { calculated ?? NumberSize(type) }

  var kind: ValueKind { ValueKind(type) }

  /// The number of terms.
  var size: Int { if case .terms(let terms) = code { terms.count } else { 1 } }

  /// The value, if it is a constant.
  var constant: Value? {
    if case .terms(let terms) = code, terms.count == 1, case .constant(let value) = terms[0].content
    {
      value
    } else {
      nil
    }
  }

  /// The position of the field, if it is a single field.
  var field: Int? {
    switch code {
    case .text(.field(let field)): return field
    case .terms(let terms):
      guard terms.count == 1, case .field(let field) = terms[0].content else { return nil }
      return field
    default: return nil
    }
  }

  /// Whether it is a constant that has been read by its type.
  var isLiteral: Bool {
    if case .text(.constant) = code { true } else { constant != nil }
  }

  /// Whether it is a constant of unknown type.
  var isQuoted: Bool { if case .quoted = code { true } else { false } }
}
