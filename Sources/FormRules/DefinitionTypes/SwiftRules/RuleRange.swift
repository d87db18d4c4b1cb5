/// A range that a rule accepts as its bounds: `3...10`, `3...`, `...10`, `0..<120` or `..<120`.
///
/// A range of texts consists of constants that the rule parses by the type of its field, such as
/// `"0.10"..."0.30"` for exact decimals. Swift stops the program if the first text does not precede
/// the second one alphabetically, so write `.range(min: "9", max: "10")` instead of `"9"..."10"`.
public protocol RuleRange<Bound> {
  /// The type of the bounds.
  associatedtype Bound
  /// The bounds.
  var ruleBounds: RuleBounds<Bound> { get }
}

/// The bounds of a range.
public struct RuleBounds<Bound> {
  /// The smallest accepted value, if any.
  public let lower: Bound?
  /// The upper bound, if any.
  public let upper: Bound?
  /// Whether the upper bound itself is outside of the range.
  public let excludesUpper: Bool

  /// Creates bounds.
  public init(lower: Bound?, upper: Bound?, excludesUpper: Bool = false) {
    self.lower = lower
    self.upper = upper
    self.excludesUpper = excludesUpper
  }
}

extension ClosedRange: RuleRange {
  /// Both bounds.
  public var ruleBounds: RuleBounds<Bound> { RuleBounds(lower: lowerBound, upper: upperBound) }
}

extension Range: RuleRange {
  /// Both bounds; the upper one is excluded.
  public var ruleBounds: RuleBounds<Bound> {
    RuleBounds(lower: lowerBound, upper: upperBound, excludesUpper: true)
  }
}

extension PartialRangeFrom: RuleRange {
  /// The lower bound.
  public var ruleBounds: RuleBounds<Bound> { RuleBounds(lower: lowerBound, upper: nil) }
}

extension PartialRangeThrough: RuleRange {
  /// The upper bound.
  public var ruleBounds: RuleBounds<Bound> { RuleBounds(lower: nil, upper: upperBound) }
}

extension PartialRangeUpTo: RuleRange {
  /// The excluded upper bound.
  public var ruleBounds: RuleBounds<Bound> {
    RuleBounds(lower: nil, upper: upperBound, excludesUpper: true)
  }
}
