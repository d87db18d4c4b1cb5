/// Evaluates values other than texts. A value that is not present is unknown, or unknown without
/// fractions.
extension ExpressionProgram {
  func value(at index: TermIndex, _ record: borrowing RecordContext) -> Value {
    switch terms[index].content {
    case .constant(let value): value
    case .field(let field): record.value(of: field)
    case .parameter(let index): record.run.parameters[index].value
    case .today: .date(record.run.today)
    case .now: .datetime(record.run.configuration.clock.instant)
    case .chain: chain(at: index, record)
    case .sum(let fields): sum(fields, record)
    case .least(let fields): extreme(.ascending, of: fields, record)
    case .greatest(let fields): extreme(.descending, of: fields, record)
    case .count(let fields): .integer(count(fields, record))
    case .length(let source): length(source, record)
    }
  }

  private func chain(at index: TermIndex, _ record: borrowing RecordContext) -> Value {
    var part = index + 1
    let end = index + terms[index].size
    var result = value(at: part, record)
    part += terms[part].size
    while part < end, result.isPresent {
      result = terms[part].operation.apply(result, value(at: part, record))
      part += terms[part].size
    }
    return result
  }

  private func sum(_ slice: Slice, _ record: borrowing RecordContext) -> Value {
    var result = Value.missing
    for index in slice.range {
      let value = record.value(of: fields[index])
      if value.isBlank { continue }
      result = result == .missing ? value : ArithmeticOperator.add.apply(result, value)
      guard result.isPresent else { return .invalid }
    }
    return result
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
  /// divisor is zero, the number is not a decimal of at most 38 digits, or the date is out of
  /// range.
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
      case .add: x.adding(y)
      case .subtract: x.subtracting(y)
      case .multiply: x.multiplied(by: y)
      case .divide: x.divided(by: y)
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
        let product = ExactDecimal(mantissa: plain.mantissa).multiplied(by: .init(mantissa: factor))
      else { return nil }
      self = product
    } else {
      guard scale <= Self.maximumDigits else { return nil }
      self.init(mantissa: plain.mantissa, scale: UInt8(scale))
    }
  }
}
