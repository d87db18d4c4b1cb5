/// A percentage from 0 to 100, compared exactly.
public struct Percentage: Sendable, Equatable, ExpressibleByIntegerLiteral {
  let value: ExactDecimal

  /// Creates a whole percentage, limited to 0 to 100.
  public init(integerLiteral value: Int64) {
    self.value = ExactDecimal(min(100, max(0, value)))
  }

  /// Parses a percentage such as `12.5%`, with at most six decimals. Returns nil for anything else.
  public init?(_ text: String) {
    guard text.hasSuffix("%"),
      let value = try? NumberGrammar.decimal(Array(text.utf8.dropLast()).span),
      value.scale <= 6, value >= ExactDecimal(0), value <= ExactDecimal(100)
    else { return nil }
    self.value = value.normalized
  }

  /// Whether `count` is more than this percentage of `whole`.
  func isExceeded(by count: Int, of whole: Int) -> Bool {
    let unit = ExactDecimal.powerOfTen(Int(value.scale) + 2) ?? 1
    return Int128(count) * unit > value.mantissa * Int128(whole)
  }
}

extension Percentage: CustomStringConvertible {
  /// The percentage as in definitions, such as `20%`.
  public var description: String { "\(value)%" }
}
