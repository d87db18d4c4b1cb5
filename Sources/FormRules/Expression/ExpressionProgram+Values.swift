/// What terms are evaluated as: a `Value`, which does not allocate, or a `Fraction?`, if no value
/// represents the number or one that it is calculated from.
protocol TermResult {
  /// The result of a term other than arithmetic.
  init(term value: Value)
  /// Whether the result is known.
  var isPresent: Bool { get }
  /// Not present if an operand is not present, or if the result is not.
  func applying(_ operation: ArithmeticOperator, _ other: Self) -> Self
}

extension Value: TermResult {
  init(term value: Value) { self = value }

  func applying(_ operation: ArithmeticOperator, _ other: Value) -> Value {
    operation.apply(self, other)
  }
}

/// Evaluates terms.
extension ExpressionProgram {
  /// The value of a term. If it is not present, it is unknown, or only `fraction` has it.
  @inline(__always)
  func value(at index: TermIndex, _ record: borrowing RecordContext) -> Value {
    result(at: index, record)
  }

  /// The number of a term, or nil if it is unknown: an operand is missing or not a number, or the
  /// divisor is zero.
  func fraction(at index: TermIndex, _ record: borrowing RecordContext) -> Fraction? {
    result(at: index, record)
  }

  private func result<Result: TermResult>(
    at index: TermIndex, _ record: borrowing RecordContext
  ) -> Result {
    switch terms[index].content {
    case .constant(let value): Result(term: value)
    case .field(let field): Result(term: record.value(of: field))
    case .parameter(let index): Result(term: record.run.parameters[index].value)
    case .today: Result(term: .date(record.run.today))
    case .now: Result(term: .datetime(record.run.configuration.clock.instant))
    case .chain: chain(at: index, record)
    case .sum(let fields): sum(fields, record)
    case .least(let fields): Result(term: extreme(.ascending, of: fields, record))
    case .greatest(let fields): Result(term: extreme(.descending, of: fields, record))
    case .count(let fields): Result(term: .integer(count(fields, record)))
    case .length(let source): Result(term: length(source, record))
    }
  }

  private func chain<Result: TermResult>(
    at index: TermIndex, _ record: borrowing RecordContext
  ) -> Result {
    var part = index + 1
    let end = index + terms[index].size
    var chained: Result = result(at: part, record)
    part += terms[part].size
    while part < end, chained.isPresent {
      chained = chained.applying(terms[part].operation, result(at: part, record))
      part += terms[part].size
    }
    return chained
  }

  private func sum<Result: TermResult>(
    _ slice: Slice, _ record: borrowing RecordContext
  ) -> Result {
    var sum = Result(term: .missing)
    var isFirst = true
    for index in slice.range {
      let value = record.value(of: fields[index])
      if value.isBlank { continue }
      sum = isFirst ? Result(term: value) : sum.applying(.add, Result(term: value))
      isFirst = false
      guard sum.isPresent else { return sum }
    }
    return sum
  }

  /// The minimum or maximum of the fields.
  private func extreme(
    _ order: Ordering, of slice: Slice, _ record: borrowing RecordContext
  ) -> Value {
    var result = Value.missing
    for index in slice.range {
      let value = record.value(of: fields[index])
      if value.isBlank { continue }
      guard value.isPresent else { return .invalid }
      if result == .missing || value.quickOrder(to: result) == order { result = value }
    }
    return result
  }

  private func count(_ slice: Slice, _ record: borrowing RecordContext) -> Int64 {
    var result: Int64 = 0
    for index in slice.range where !record.value(of: fields[index]).isBlank { result += 1 }
    return result
  }
}

extension ArithmeticOperator {
  /// The exact result, or `.invalid` if no `Value` can represent it: an operand is missing, the
  /// divisor is zero, the number is not a decimal of at most 38 digits or exceeds 128 bits while it
  /// is calculated, or the date is out of range.
  func apply(_ a: Value, _ b: Value) -> Value {
    switch (a, b) {
    case (.integer(let x), .integer(let y)):
      integer(x, y) ?? exact(ExactDecimal(x), ExactDecimal(y))
    case (.date(let x), .date(let y)):
      .integer(Int64(x.daysSinceEpoch) - Int64(y.daysSinceEpoch))
    case (.date(let date), _): days(date, b)
    default:
      if let x = a.arithmetic, let y = b.arithmetic { exact(x, y) } else { .invalid }
    }
  }

  /// Returns nil if 64 bits do not suffice, or for a division.
  private func integer(_ x: Int64, _ y: Int64) -> Value? {
    let (result, overflows) =
      switch self {
      case .add: x.addingReportingOverflow(y)
      case .subtract: x.subtractingReportingOverflow(y)
      case .multiply: x.multipliedReportingOverflow(by: y)
      case .divide: (partialValue: x, overflow: true)
      }
    return overflows ? nil : .integer(result)
  }

  private func exact(_ x: ExactDecimal, _ y: ExactDecimal) -> Value {
    let result =
      switch self {
      case .add: x.quickSum(with: y)
      case .subtract: x.quickDifference(with: y)
      case .multiply: x.quickProduct(with: y)
      case .divide: x.quickQuotient(by: y)
      }
    return result.map(Value.decimal) ?? .invalid
  }

  /// Adds or subtracts a whole number of days.
  private func days(_ date: CalendarDate, _ b: Value) -> Value {
    guard let number = b.arithmetic?.normalized, number.scale == 0,
      let days = Int32(exactly: number.mantissa),
      case let (result, overflows) = self == .add
        ? date.daysSinceEpoch.addingReportingOverflow(days)
        : date.daysSinceEpoch.subtractingReportingOverflow(days),
      !overflows, CalendarDate.range.contains(result)
    else { return .invalid }
    return .date(CalendarDate(daysSinceEpoch: result))
  }
}

extension CalendarDate {
  /// 0001-01-01 to 9999-12-31, in days since 1970-01-01.
  fileprivate static let range: ClosedRange<Int32> = -719_162...2_932_896
}

extension Value {
  /// A date by its days since 1970-01-01. Nil if their number is not whole, or the date is out of
  /// range.
  init?(daysSinceEpoch days: ExactDecimal) {
    let date = ArithmeticOperator.add.apply(.date(CalendarDate(daysSinceEpoch: 0)), .decimal(days))
    guard date.isPresent else { return nil }
    self = date
  }

  /// The value as a number for arithmetic. A binary number becomes its shortest decimal, so that
  /// 0.1 is exactly 0.1.
  var arithmetic: ExactDecimal? {
    if case .number(let number) = self { ExactDecimal(shortest: number) } else { exact }
  }
}

extension ExactDecimal {
  /// The shortest decimal that represents a binary number, or nil if it has more than 38 digits.
  init?(shortest number: Double) {
    // Avoids Int64(exactly:), which requires the C library's trunc.
    if number.magnitude < 0x1p53, case let whole = Int64(number), Double(whole) == number {
      self.init(whole)
      return
    }
    guard let (digits, exponent) = Self.shortestDigits(of: number) else { return nil }
    let plain = digits.normalized
    let scale = Int(plain.scale) - exponent
    if scale < 0 {
      guard let factor = Self.powerOfTen(-scale),
        let product = ExactDecimal(mantissa: plain.mantissa).quickProduct(
          with: .init(mantissa: factor))
      else { return nil }
      self = product
    } else {
      guard scale <= Self.maximumDigits else { return nil }
      self.init(mantissa: plain.mantissa, scale: UInt8(scale))
    }
  }
}
