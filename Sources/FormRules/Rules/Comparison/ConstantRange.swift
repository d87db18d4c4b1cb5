/// A range between constant bounds, as integers, for fast comparison with many values.
///
/// The rank of a value is an integer that has the order of its type: the number itself, the digits
/// of a decimal, days, or nanoseconds. For decimals, the ranks of the bounds depend on the scale,
/// the number of digits after the decimal point.
struct ConstantRange: Sendable {
  /// The smallest and the largest rank within the range, by scale. Index 0 also serves all other
  /// types.
  private let ranges: [(least: Int128, greatest: Int128)]

  /// The largest scale in the table; decimals with more fraction digits are compared with
  /// `Value.order(to:)`.
  private static let maximumScale = 8

  /// Returns nil if a bound is not a constant, or if values of its type have no rank.
  init?(_ lower: RangeRule.Bound?, _ upper: RangeRule.Bound?) {
    let ends = (lower.map(Self.rank), upper.map(Self.rank))
    if case .some(nil) = ends.0 { return nil }
    if case .some(nil) = ends.1 { return nil }
    var ranges: [(least: Int128, greatest: Int128)] = []
    for scale in 0...Self.maximumScale {
      var range = (least: Int128.min, greatest: Int128.max)
      if let lower, case .some(.some(let end)) = ends.0 {
        guard let (floor, isExact) = end.floor(scale: scale) else { break }
        range.least = isExact && !lower.isExclusive ? floor : floor + 1
      }
      if let upper, case .some(.some(let end)) = ends.1 {
        guard let (floor, isExact) = end.floor(scale: scale) else { break }
        range.greatest = isExact && upper.isExclusive ? floor - 1 : floor
      }
      ranges.append(range)
    }
    guard !ranges.isEmpty else { return nil }
    self.ranges = ranges
  }

  private static func rank(_ bound: RangeRule.Bound) -> ExactDecimal? {
    guard case .constant(let literal) = bound.operand else { return nil }
    return rank(literal.value)
  }

  @inline(__always)
  private static func rank(_ value: Value) -> ExactDecimal? {
    switch value {
    case .integer(let number): ExactDecimal(number)
    case .decimal(let number): number
    case .date(let date): ExactDecimal(Int64(date.daysSinceEpoch))
    case .time(let time): ExactDecimal(time.nanoseconds)
    default: nil
    }
  }

  /// The position of a value relative to the range, `.equal` if it is inside; nil if the table has
  /// no entry for the value.
  @inline(__always)
  func order(of value: Value) -> Ordering? {
    guard let rank = Self.rank(value), Int(rank.scale) < ranges.count else { return nil }
    let range = ranges[Int(rank.scale)]
    return rank.mantissa < range.least
      ? .ascending : rank.mantissa > range.greatest ? .descending : .equal
  }
}

extension ExactDecimal {
  /// The largest integer multiple of 10^-scale that is not greater than this number, as a count of
  /// those units, and whether it equals this number; nil on overflow.
  fileprivate func floor(scale: Int) -> (Int128, isExact: Bool)? {
    let plain = normalized
    if Int(plain.scale) <= scale { return plain.scaled(to: UInt8(scale)).map { ($0, true) } }
    guard let unit = Self.powerOfTen(Int(plain.scale) - scale) else { return nil }
    let (quotient, rest) = plain.mantissa.quotientAndRemainder(dividingBy: unit)
    return (rest < 0 ? quotient - 1 : quotient, false)
  }
}
