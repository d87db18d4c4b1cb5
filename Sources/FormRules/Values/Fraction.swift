import FormBytes

/// An exact number of any size: `numerator / (denominator × 10^scale)`. Calculations use it where a
/// result or a step is not a decimal of at most 38 digits, such as 1/3.
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
    let shift = Int(newScale) - scale
    let top = numerator.magnitude.timesTen(toThe: max(shift, 0))
    let bottom = denominator.timesTen(toThe: max(-shift, 0))
    let nearest = (top + top + bottom).divided(by: bottom + bottom).quotient
    guard let size = nearest.int128 else { return nil }
    let isNegative = numerator.order(to: BigInteger(0)) == .ascending
    return ExactDecimal.checked((isNegative ? -size : size, false), scale: newScale)
  }

  /// The decimal that equals the number, without trailing zeros. Nil if none of at most 38 digits
  /// and 38 decimals does.
  var decimal: ExactDecimal? {
    // If it exists, it can be written with as many decimals as fit.
    let end = (0..<ExactDecimal.maximumDigits + 1).partitioningIndex {
      rounded(toScale: UInt8($0)) == nil
    }
    guard end > 0, let nearest = rounded(toScale: UInt8(end - 1)),
      Fraction(nearest).order(to: self) == .equal
    else { return nil }
    return nearest.normalized
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
