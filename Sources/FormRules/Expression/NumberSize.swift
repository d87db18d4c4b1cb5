/// The maximum number of digits of a number in an expression, as a `Fraction`. It is computed at
/// compile time, so that no record can cause a long computation.
struct NumberSize {
  /// The numbers of digits of the numerator, of the denominator (0 if it is 1), and after the
  /// decimal point.
  var numerator, denominator, scale: Int

  /// The total number of digits.
  var digits: Int { numerator + denominator + scale }

  /// The maximum for values of a type.
  init(_ type: FieldType) {
    switch type {
    case .decimal: (numerator, denominator, scale) = (39, 0, 38)
    // From 1.8e308 to 17 digits at 5e-324.
    case .number: (numerator, denominator, scale) = (326, 0, 341)
    case .datetime: (numerator, denominator, scale) = (22, 5, 9)
    case .text, .integer, .boolean, .date, .time, .list, .file:
      (numerator, denominator, scale) = (20, 0, 0)
    }
  }

  /// The maximum for the sum of values of these types.
  init(sumOf types: [FieldType]) {
    let sizes = types.map { NumberSize($0) }
    scale = sizes.map(\.scale).max() ?? 0
    numerator = String(sizes.count).utf8.count
    denominator = 0
    numerator += sizes.map { [scale] in $0.numerator + scale - $0.scale }.max() ?? 0
  }

  /// Updates the maximum for the result of an operation.
  mutating func apply(_ operation: ArithmeticOperator, _ other: NumberSize) {
    switch operation {
    case .add, .subtract:
      let scale = max(scale, other.scale)
      numerator =
        max(
          numerator + other.denominator + scale - self.scale,
          other.numerator + denominator + scale - other.scale) + 1
      self.scale = scale
      denominator += other.denominator
    case .multiply:
      numerator += other.numerator
      denominator += other.denominator
      scale += other.scale
    case .divide:
      numerator += other.denominator + other.scale
      denominator += other.numerator
    }
  }
}
