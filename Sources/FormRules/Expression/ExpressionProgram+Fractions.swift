/// Arithmetic beyond 38 digits, such as quotients without a finite decimal, repeated with
/// fractions. If the result is still unknown, an operand is missing or the divisor is zero.
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

  /// The result of arithmetic, or nil for other terms.
  func calculatedFraction(
    at index: TermIndex, _ record: borrowing RecordContext
  ) -> Fraction? {
    terms[index].isCalculated ? fraction(at: index, record) : nil
  }

  private func fraction(at index: TermIndex, _ record: borrowing RecordContext) -> Fraction? {
    switch terms[index].content {
    case .chain: chain(at: index, record)
    case .sum(let fields): sum(fields, record)
    default: Fraction(value(at: index, record))
    }
  }

  private func chain(at index: TermIndex, _ record: borrowing RecordContext) -> Fraction? {
    var part = index + 1
    let end = index + terms[index].size
    guard var result = fraction(at: part, record) else { return nil }
    part += terms[part].size
    while part < end {
      guard let operand = fraction(at: part, record),
        let next = terms[part].operation.apply(result, operand)
      else { return nil }
      result = next
      part += terms[part].size
    }
    return result
  }

  private func sum(_ slice: Slice, _ record: borrowing RecordContext) -> Fraction? {
    var result: Fraction?
    for index in slice.range {
      let value = record.value(of: fields[index])
      if value.isBlank { continue }
      guard let more = Fraction(value) else { return nil }
      result = result.map { $0 + more } ?? more
    }
    return result
  }
}

extension ExpressionProgram.Term {
  /// Whether the value may not be a decimal.
  fileprivate var isCalculated: Bool {
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
