/// A percentage from 0 to 100, compared exactly.
public struct Percentage: Sendable, Equatable, ExpressibleByIntegerLiteral {
  /// The percentage times 1,000,000. A decimal of 128 bits as an argument of `depends` is read at a
  /// misaligned address in debug builds (Swift 6.3).
  private let millionths: Int64

  /// Creates a whole percentage, limited to 0 to 100.
  public init(integerLiteral value: Int64) {
    millionths = min(100, max(0, value)) * 1_000_000
  }

  /// Parses a percentage such as `12.5%`, with at most six decimals. Returns nil for anything else.
  public init?(_ text: String) {
    guard text.hasSuffix("%"),
      let value = ExactDecimal(text.dropLast()),
      value.scale <= 6, value >= ExactDecimal(0), value <= ExactDecimal(100),
      let unit = ExactDecimal.powerOfTen(6 - Int(value.scale))
    else { return nil }
    millionths = Int64(value.mantissa * unit)
  }

  /// Whether `count` is more than this percentage of `whole`.
  func isExceeded(by count: Int, of whole: Int) -> Bool {
    Int128(count) * 100_000_000 > Int128(millionths) * Int128(whole)
  }
}

extension Percentage: CustomStringConvertible {
  /// The percentage as in definitions, such as `20%`.
  public var description: String {
    "\(ExactDecimal(mantissa: Int128(millionths), scale: 6).normalized)%"
  }
}
