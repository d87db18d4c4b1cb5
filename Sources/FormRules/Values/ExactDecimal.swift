/// An exact decimal number: `mantissa × 10^-scale`, with up to 38 digits.
///
/// It is used for money and measurements instead of binary floating point, so 0.1 is exactly 0.1.
/// Numbers that differ only in trailing zeros are equal (`1.5 = 1.50`). Arithmetic returns nil
/// instead of rounding if no number of at most 38 digits, and as many decimals, equals the result.
public struct ExactDecimal: Sendable {
  /// The digits as a signed integer.
  public var mantissa: Int128
  /// The number of digits after the decimal point. Numbers that are read or calculated have at most
  /// 38. Those with more can be compared, too, and arithmetic accepts them.
  public var scale: UInt8

  /// Creates a number from its digits, of which `scale` are after the decimal point.
  public init(mantissa: Int128, scale: UInt8 = 0) {
    self.mantissa = mantissa
    self.scale = scale
  }

  /// Creates an integer.
  public init(_ integer: Int64) {
    self.init(mantissa: Int128(integer))
  }

  /// Parses `[+-][digits][.digits]` with at most 38 digits, or returns nil.
  package init?(_ text: some StringProtocol) {
    guard let number = try? NumberGrammar.decimal(Array(text.utf8).span) else { return nil }
    self = number
  }

  /// The number of digits that always fit.
  public static let maximumDigits = 38

  static func powerOfTen(_ exponent: Int) -> Int128? {
    guard (0...maximumDigits).contains(exponent) else { return nil }
    var result: Int128 = 1
    for _ in 0..<exponent { result *= 10 }
    return result
  }

  /// The mantissa of the number with `newScale` decimal places, or nil if it does not fit.
  func scaled(to newScale: UInt8) -> Int128? {
    if newScale == scale { return mantissa }
    guard let factor = Self.powerOfTen(Int(newScale) - Int(scale)) else {
      return mantissa == 0 ? 0 : nil
    }
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }

  /// The number without trailing zeros in its fraction.
  var normalized: ExactDecimal {
    var result = self
    while result.scale > 0, result.mantissa % 10 == 0 {
      result.mantissa /= 10
      result.scale -= 1
    }
    return result
  }

  /// The nearest number with this many decimals, where halves are rounded away from zero. It has
  /// fewer decimals if those at the end are zeros that do not fit.
  func rounded(toScale newScale: UInt8) -> ExactDecimal {
    guard scale > newScale else {
      return scaled(to: newScale).flatMap { Self.checked(($0, false), scale: newScale) } ?? self
    }
    guard let divisor = Self.powerOfTen(Int(scale - newScale)) else {
      return ExactDecimal(mantissa: 0, scale: newScale)
    }
    let (quotient, rest) = mantissa.quotientAndRemainder(dividingBy: divisor)
    let isUp = rest.magnitude * 2 >= divisor.magnitude
    return ExactDecimal(mantissa: quotient + (isUp ? mantissa.signum() : 0), scale: newScale)
  }

  /// Whether the number is an integer.
  public var isWhole: Bool { normalized.scale == 0 }
}

extension ExactDecimal: Comparable, Hashable {
  /// Equal by value: `1.5 == 1.50`.
  public static func == (a: ExactDecimal, b: ExactDecimal) -> Bool {
    if a.scale == b.scale { return a.mantissa == b.mantissa }
    let (x, y) = (a.normalized, b.normalized)
    return x.scale == y.scale && x.mantissa == y.mantissa
  }

  /// Numeric order.
  public static func < (a: ExactDecimal, b: ExactDecimal) -> Bool { a.order(to: b) == .ascending }

  /// Compares two numbers by value.
  package func order(to other: ExactDecimal) -> Ordering {
    if scale == other.scale { return Ordering(mantissa, other.mantissa) }
    let steps = Int(scale) - Int(other.scale)
    // Numbers of common size need no overflow check.
    if abs(steps) <= 18, let a = Int64(exactly: mantissa), let b = Int64(exactly: other.mantissa) {
      var power: Int64 = 1
      for _ in 0..<abs(steps) { power &*= 10 }
      let (x, y) = (Int128(a), Int128(b))
      return steps < 0 ? Ordering(x &* Int128(power), y) : Ordering(x, y &* Int128(power))
    }
    let scale = max(scale, other.scale)
    // If scaling overflows, the number's magnitude exceeds anything that fits.
    guard let x = scaled(to: scale) else { return mantissa < 0 ? .ascending : .descending }
    guard let y = other.scaled(to: scale) else {
      return other.mantissa > 0 ? .ascending : .descending
    }
    return Ordering(x, y)
  }

  /// Equal numbers have equal hashes.
  public func hash(into hasher: inout Hasher) {
    let plain = normalized
    hasher.combine(plain.mantissa)
    hasher.combine(plain.scale)
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// Plain notation with the original digits, such as `-12.50`.
  public var description: String {
    var digits = String(mantissa.magnitude)
    let fraction = Int(scale)
    if fraction > 0 {
      if digits.count <= fraction {
        digits = String(repeating: "0", count: fraction - digits.count + 1) + digits
      }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -fraction))
    }
    return mantissa < 0 ? "-" + digits : digits
  }
}
