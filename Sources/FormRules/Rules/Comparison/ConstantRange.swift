/// A range between constants, as whole numbers: what an import compares a million values with.
///
/// A value's rank is a whole number in the order of its type: the number itself, a decimal's digits,
/// days, nanoseconds. Of decimals the ends depend on how many digits stand behind the point.
struct ConstantRange: Sendable {
  /// The least and the greatest rank within the range, by scale; 0 is for all other types too.
  private let ranges: [(least: Int128, greatest: Int128)]

  /// Decimals of more digits behind the point are compared the long way.
  private static let maximumScale = 8

  /// Nil when an end is no constant, or of a type whose values have no rank.
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

  /// Where a value stands; nil when only the long way can tell.
  @inline(__always)
  func order(of value: Value) -> Order? {
    guard let rank = Self.rank(value), Int(rank.scale) < ranges.count else { return nil }
    let range = ranges[Int(rank.scale)]
    return rank.mantissa < range.least
      ? .ascending : rank.mantissa > range.greatest ? .descending : .equal
  }
}

extension ExactDecimal {
  /// The greatest whole number of units of so many digits behind the point that is not above this
  /// number, and whether it is this number; nil when it does not fit.
  fileprivate func floor(scale: Int) -> (Int128, isExact: Bool)? {
    let plain = normalized
    if Int(plain.scale) <= scale { return plain.scaled(to: UInt8(scale)).map { ($0, true) } }
    guard let unit = Self.powerOfTen(Int(plain.scale) - scale) else { return nil }
    let (quotient, rest) = plain.mantissa.quotientAndRemainder(dividingBy: unit)
    return (rest < 0 ? quotient - 1 : quotient, false)
  }
}
