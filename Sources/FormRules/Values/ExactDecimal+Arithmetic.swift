/// Exact results, or nil if no decimal of at most 38 digits, and as many decimals, equals them.
extension ExactDecimal {
  /// The sum, or nil if it is not such a number.
  public func adding(_ other: ExactDecimal) -> ExactDecimal? {
    Self.exact(quickSum(with: other), Fraction(self) + Fraction(other))
  }

  /// The difference, or nil if it is not such a number.
  public func subtracting(_ other: ExactDecimal) -> ExactDecimal? {
    Self.exact(quickDifference(with: other), Fraction(self) - Fraction(other))
  }

  /// The product, or nil if it is not such a number.
  public func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    Self.exact(quickProduct(with: other), Fraction(self) * Fraction(other))
  }

  /// The quotient, or nil if it is not such a number, also for a division by zero.
  public func divided(by other: ExactDecimal) -> ExactDecimal? {
    Self.exact(quickQuotient(by: other), Fraction(self) / Fraction(other))
  }

  private static func exact(
    _ quick: ExactDecimal?, _ fraction: @autoclosure () -> Fraction?
  ) -> ExactDecimal? {
    if let quick, quick.scale <= maximumDigits { return quick }
    return fraction()?.decimal
  }

  /// Whether the number differs from `offset` by an integer multiple of `step`. Exact for any
  /// number of digits.
  ///
  /// - Parameter step: A number other than zero.
  func isMultiple(of step: ExactDecimal, from offset: ExactDecimal) -> Bool {
    let scale = max(self.scale, step.scale, offset.scale)
    if let x = scaled(to: scale), let y = step.scaled(to: scale), let z = offset.scaled(to: scale),
      case let (distance, overflow) = x.subtractingReportingOverflow(z), !overflow
    {
      // The minimum of Int128 divided by -1 overflows.
      return y == -1 || distance % y == 0
    }
    func whole(_ number: ExactDecimal) -> BigInteger {
      BigInteger(number.mantissa).timesTen(toThe: Int(scale) - Int(number.scale))
    }
    return (whole(self) + -whole(offset)).divided(by: whole(step)).isExact
  }
}

/// Arithmetic in 128 bits, which does not allocate. The result is also nil if only a step of the
/// calculation exceeds them, so that callers repeat it with fractions. The numbers have at most 38
/// decimals.
extension ExactDecimal {
  func quickSum(with other: ExactDecimal) -> ExactDecimal? {
    combined(with: other) { $0.addingReportingOverflow($1) }
  }

  func quickDifference(with other: ExactDecimal) -> ExactDecimal? {
    combined(with: other) { $0.subtractingReportingOverflow($1) }
  }

  private func combined(
    with other: ExactDecimal,
    _ operation: (Int128, Int128) -> (partialValue: Int128, overflow: Bool)
  ) -> ExactDecimal? {
    let scale = max(self.scale, other.scale)
    guard let x = scaled(to: scale), let y = other.scaled(to: scale) else { return nil }
    return Self.checked(operation(x, y), scale: scale)
  }

  func quickProduct(with other: ExactDecimal) -> ExactDecimal? {
    let (x, y) = (normalized, other.normalized)
    let scale = Int(x.scale) + Int(y.scale)
    guard scale <= Self.maximumDigits else { return nil }
    return Self.checked(x.mantissa.multipliedReportingOverflow(by: y.mantissa), scale: UInt8(scale))
  }

  /// Nil also for a division by zero.
  func quickQuotient(by other: ExactDecimal) -> ExactDecimal? {
    guard other.mantissa != 0 else { return nil }
    let (x, y) = (normalized, other.normalized)
    var numerator = x.mantissa
    var scale = Int(x.scale) - Int(y.scale)
    guard numerator != .min else { return nil }
    while numerator % y.mantissa != 0 || scale < 0 {
      let (next, overflow) = numerator.multipliedReportingOverflow(by: 10)
      guard !overflow, scale < Self.maximumDigits else { return nil }
      numerator = next
      scale += 1
    }
    return Self.checked((numerator / y.mantissa, false), scale: UInt8(scale))
  }

  /// The result if it has at most 38 digits. Such a mantissa can always be divided by -1, unlike
  /// the minimum of Int128.
  static func checked(
    _ result: (partialValue: Int128, overflow: Bool), scale: UInt8
  ) -> ExactDecimal? {
    guard !result.overflow, result.partialValue.magnitude < bound else { return nil }
    return ExactDecimal(mantissa: result.partialValue, scale: scale)
  }

  /// The smallest number with 39 digits.
  private static var bound: UInt128 { 100_000_000_000_000_000_000_000_000_000_000_000_000 }
}
