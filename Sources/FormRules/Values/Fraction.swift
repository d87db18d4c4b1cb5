/// An exact number of any size: `numerator / (denominator × 10^scale)`. Expressions use it for
/// numbers that are not decimals of at most 38 digits, such as 1/3.
///
/// It is never reduced: expressions are short, and the maximum size of their numbers is known when
/// they are compiled (`NumberSize`).
struct Fraction: Sendable {
  private let numerator: BigInteger
  /// Greater than zero.
  private let denominator: BigInteger
  private let scale: Int

  private init(_ numerator: BigInteger, _ denominator: BigInteger, scale: Int) {
    (self.numerator, self.denominator, self.scale) = (numerator, denominator, scale)
  }

  init(_ value: ExactDecimal) {
    self.init(BigInteger(value.mantissa), BigInteger(1), scale: Int(value.scale))
  }

  /// The shortest decimal that represents a finite binary number.
  init?(shortest number: Double) {
    guard let (digits, exponent) = ExactDecimal.shortestDigits(of: number) else { return nil }
    let scale = Int(digits.scale) - exponent
    self.init(
      BigInteger(digits.mantissa).timesTen(toThe: max(-scale, 0)), BigInteger(1),
      scale: max(scale, 0))
  }

  /// The value as a number for arithmetic, or nil if it is missing or not numeric. Dates and
  /// timestamps count in days since 1970-01-01T00:00:00Z.
  init?(_ value: Value) {
    switch value {
    case .integer(let value): self.init(ExactDecimal(value))
    case .decimal(let value): self.init(value)
    case .number(let value): self.init(shortest: value)
    case .date(let date): self.init(ExactDecimal(Int64(date.daysSinceEpoch)))
    case .datetime(let moment):
      self.init(
        BigInteger(Int128(moment.seconds) * 1_000_000_000 + Int128(moment.nanoseconds)),
        BigInteger(86_400), scale: 9)
    case .missing, .empty, .invalid, .text, .boolean, .time, .list, .file: return nil
    }
  }

  static func + (a: Fraction, b: Fraction) -> Fraction {
    let scale = max(a.scale, b.scale)
    return Fraction(
      a.numerator.timesTen(toThe: scale - a.scale) * b.denominator
        + b.numerator.timesTen(toThe: scale - b.scale) * a.denominator,
      a.denominator * b.denominator, scale: scale)
  }

  static func - (a: Fraction, b: Fraction) -> Fraction {
    a + Fraction(-b.numerator, b.denominator, scale: b.scale)
  }

  static func * (a: Fraction, b: Fraction) -> Fraction {
    Fraction(a.numerator * b.numerator, a.denominator * b.denominator, scale: a.scale + b.scale)
  }

  /// Returns nil for a division by zero.
  static func / (a: Fraction, b: Fraction) -> Fraction? {
    guard !b.numerator.isZero else { return nil }
    let bottom = a.denominator * b.numerator
    let top = a.numerator * b.denominator
    let isNegative = bottom.order(to: BigInteger(0)) == .ascending
    let excess = a.scale - b.scale
    return Fraction(
      (isNegative ? -top : top).timesTen(toThe: max(-excess, 0)), bottom.magnitude,
      scale: max(excess, 0))
  }

  /// Compares two numbers.
  func order(to other: Fraction) -> Ordering {
    let scale = max(scale, other.scale)
    return (numerator * other.denominator).timesTen(toThe: scale - self.scale)
      .order(to: (other.numerator * denominator).timesTen(toThe: scale - other.scale))
  }

  /// The nearest decimal with a number of decimals, where halves are rounded away from zero. Nil
  /// if it has more than 38 digits.
  func rounded(toScale newScale: UInt8) -> ExactDecimal? {
    let size = Fraction(numerator.magnitude, denominator, scale: scale)
    guard var above = ExactDecimal.powerOfTen(ExactDecimal.maximumDigits) else { return nil }
    let limit = above
    var nearest: Int128 = 0
    // The greatest number that is not more than a half above the size.
    while above - nearest > 1 {
      let middle = nearest + (above - nearest) / 2
      let edge = Fraction(
        BigInteger(middle) * BigInteger(2) + BigInteger(-1), BigInteger(2), scale: Int(newScale))
      if edge.order(to: size) == .descending { above = middle } else { nearest = middle }
    }
    if above == limit { return nil }
    let isNegative = numerator.order(to: BigInteger(0)) == .ascending
    return ExactDecimal(mantissa: isNegative ? -nearest : nearest, scale: newScale)
  }
}

extension ExactDecimal {
  /// The digits of the shortest decimal that represents a binary number, and the power of ten by
  /// which they are multiplied. Nil if the number is not finite.
  static func shortestDigits(of number: Double) -> (digits: ExactDecimal, exponent: Int)? {
    // Such as 0.1 or 1.5e-07, which has 17 digits at most. The only error is that the text is no
    // decimal: inf or nan.
    let parts = number.description.split(separator: "e")
    guard let first = parts.first,
      let digits = ExactDecimal(first),
      let exponent = parts.count == 1 ? 0 : Int(parts[1])
    else { return nil }
    return (digits, exponent)
  }
}
