/// What kinds of values can be compared with one another.
enum Kind {
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

  /// Whether values stand in an order and can be compared for it.
  var isOrdered: Bool {
    switch self {
    case .number, .text, .date, .moment, .time: true
    case .boolean, .list, .file: false
    }
  }

  /// Whether two values can be compared. A date stands for its first moment.
  func isComparable(with other: Kind) -> Bool {
    switch (self, other) {
    case (.list, _), (.file, _): false
    case (.date, .moment), (.moment, .date): true
    default: self == other
    }
  }
}

/// A value of an expression once its type is known.
struct Typed {
  enum Code {
    /// A text in quotes, to be read by the type of what it stands beside.
    case quoted(String)
    case text(Program.TextPlace)
    case terms([Program.Term])
  }

  let range: Range<Int>
  let type: FieldType
  let code: Code
  /// How many digits its number can have, if more than its type says.
  var calculated: NumberSize?

  /// How many digits its number can have.
  var numberSize: NumberSize { calculated ?? NumberSize(type) }

  var kind: Kind { Kind(type) }

  /// How many terms it takes.
  var size: Int { if case .terms(let terms) = code { terms.count } else { 1 } }

  /// The constant, if it is one.
  var constant: Value? {
    if case .terms(let terms) = code, terms.count == 1, case .constant(let value) = terms[0].content
    {
      value
    } else {
      nil
    }
  }

  /// The position of the field, if it is nothing else.
  var field: Int? {
    switch code {
    case .text(.field(let field)): return field
    case .terms(let terms):
      guard terms.count == 1, case .field(let field) = terms[0].content else { return nil }
      return field
    default: return nil
    }
  }

  /// Whether it is a constant, and read by its type.
  var isLiteral: Bool {
    if case .text(.constant) = code { true } else { constant != nil }
  }

  /// Whether it is a constant whose type is not known.
  var isQuoted: Bool { if case .quoted = code { true } else { false } }
}
