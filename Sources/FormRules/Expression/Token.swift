/// A token of an expression.
struct Token: Equatable {
  indirect enum Content: Equatable {
    /// A keyword, function or field without backticks.
    case word(String)
    /// A field in backticks.
    case name(String)
    /// Quoted text, which is read by the type of the other operand.
    case text(String)
    /// A number, date, time or timestamp.
    case literal(Value, FieldType)
    /// An operator or punctuation.
    case symbol(String)
    case end
  }

  let content: Content
  let range: Range<Int>
}

/// Words that are field names only in backticks.
enum Keyword {
  static let all = ["and", "or", "not", "in", "is", "blank", "matches", "true", "false"]
}

/// A comparison of two values. The raw value has one bit for each order that satisfies it.
package enum Comparison: UInt8 {
  case less = 0b001
  case equal = 0b010
  case lessOrEqual = 0b011
  case greater = 0b100
  case notEqual = 0b101
  case greaterOrEqual = 0b110

  init?(symbol: String) {
    switch symbol {
    case "=": self = .equal
    case "!=": self = .notEqual
    case "<": self = .less
    case "<=": self = .lessOrEqual
    case ">": self = .greater
    case ">=": self = .greaterOrEqual
    default: return nil
    }
  }

  /// The comparison with its operands exchanged.
  var reversed: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  @inline(__always)
  package func holds(_ order: Ordering) -> Bool {
    let bit: UInt8 =
      switch order {
      case .ascending: 0b001
      case .equal: 0b010
      case .descending: 0b100
      }
    return rawValue & bit != 0
  }
}

/// An arithmetic operator.
package enum ArithmeticOperator: UInt8 {
  case add, subtract, multiply, divide

  init?(symbol: String) {
    switch symbol {
    case "+": self = .add
    case "-": self = .subtract
    case "*": self = .multiply
    case "/": self = .divide
    default: return nil
    }
  }

  /// Whether the operator has a higher precedence than `+` and `-`.
  var isProduct: Bool { self == .multiply || self == .divide }
}
