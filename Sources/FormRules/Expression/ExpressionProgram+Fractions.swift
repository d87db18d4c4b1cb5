/// Arithmetic beyond 38 digits, such as quotients without a finite decimal, is repeated with
/// fractions. Nil means unknown.
extension Optional: TermResult where Wrapped == Fraction {
  init(term value: Value) { self = Fraction(value) }

  var isPresent: Bool { self != nil }

  func applying(_ operation: ArithmeticOperator, _ other: Fraction?) -> Fraction? {
    flatMap { first in other.flatMap { operation.apply(first, $0) } }
  }
}

extension ExpressionProgram {
  /// Compares two values.
  func fractionOrder(
    _ left: TermIndex, _ right: TermIndex, in record: borrowing RecordContext
  ) -> Ordering? {
    guard terms[left].isCalculated || terms[right].isCalculated,
      let a = fraction(at: left, record), let b = fraction(at: right, record)
    else { return nil }
    return a.order(to: b)
  }
}

extension ExpressionProgram.Term {
  /// Whether the value may not be a decimal.
  var isCalculated: Bool {
    switch content {
    case .chain, .sum: true
    default: false
    }
  }
}

extension ArithmeticOperator {
  /// Returns nil for a division by zero.
  func apply(_ a: Fraction, _ b: Fraction) -> Fraction? {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    }
  }
}
