import FormTestSupport
import Testing

@testable import FormRules

/// The public arithmetic of decimals is exact, or nil if no decimal of at most 38 digits, and as
/// many decimals, equals the result.
@Suite struct ExactDecimalTests {
  private typealias Operands = (a: String, operation: ArithmeticOperator, b: String)

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
  private static let nines = String(repeating: "9", count: 38)
  /// 10^-38.
  private static let least = "0.\(zeros(37))1"

  private static let cases: [(Operands, result: String?)] = [
    ((nines, .add, "0"), nines),
    ((nines, .add, "0.0"), nines),
    ((nines, .add, "1"), nil),
    ((nines, .add, "0.1"), nil),
    (("-\(nines)", .add, "1"), "-\(nines.dropLast())8"),
    (("0.\(nines)", .add, least), "1"),
    (("5", .add, least), nil),
    ((nines, .subtract, "-1"), nil),
    ((nines, .subtract, "-0.00"), nines),
    (("-\(nines)", .subtract, "1"), nil),
    // 1.75e38 tenths exceed 128 bits; the difference has 38 digits.
    (("175\(zeros(35))", .subtract, "\(nines.dropLast()).9"), "75\(zeros(35)).1"),
    (("5\(zeros(37))", .multiply, "0.2"), "1\(zeros(37))"),
    (("1\(zeros(19))", .multiply, "1\(zeros(18))"), "1\(zeros(37))"),
    (("1\(zeros(19))", .multiply, "1\(zeros(19))"), nil),
    (("0.\(zeros(18))5", .multiply, "0.\(zeros(19))2"), least),
    (("0.\(zeros(18))1", .multiply, "0.\(zeros(19))1"), nil),
    ((nines, .multiply, "-1.00"), "-\(nines)"),
    ((least, .multiply, "0"), "0"),
    (("2\(zeros(35))10", .divide, "400"), "5\(zeros(34)).025"),
    ((nines, .divide, "-1"), "-\(nines)"),
    ((nines, .divide, "0.1"), nil),
    ((nines, .divide, nines), "1"),
    (("0.1", .divide, "1\(zeros(37))"), least),
    (("0.01", .divide, "1\(zeros(37))"), nil),
    (("1", .divide, "3"), nil),
    (("1", .divide, "0.0"), nil),
    (("0", .divide, "3"), "0"),
  ]

  @Test(arguments: cases.indices)
  func resultsAtTheBounds(_ index: Int) throws {
    let (operands, expected) = Self.cases[index]
    let (a, b) = (try #require(ExactDecimal(operands.a)), try #require(ExactDecimal(operands.b)))
    let result = Self.calculated(a, operands.operation, b)
    #expect(result == expected.flatMap { ExactDecimal($0) })
    #expect(result.map(Self.isWithinBounds) != false)
  }

  private static func calculated(
    _ a: ExactDecimal, _ operation: ArithmeticOperator, _ b: ExactDecimal
  ) -> ExactDecimal? {
    switch operation {
    case .add: a.adding(b)
    case .subtract: a.subtracting(b)
    case .multiply: a.multiplied(by: b)
    case .divide: a.divided(by: b)
    }
  }

  private static func isWithinBounds(_ number: ExactDecimal) -> Bool {
    number.scale <= 38 && String(number.mantissa.magnitude).utf8.count <= 38
  }

  /// Operands that no text has: 39 digits, or more than 38 decimals.
  @Test func unusualOperandsHaveExactResults() {
    let (zero, one) = (ExactDecimal(0), ExactDecimal(1))
    // 10^38.
    let power: Int128 = 10_000_000_000_000_000_000 * 10_000_000_000_000_000_000
    #expect(ExactDecimal(mantissa: power).adding(zero) == nil)
    let tenth = ExactDecimal(mantissa: power, scale: 1).adding(zero)
    #expect(tenth?.description == "1\(Self.zeros(37))")
    #expect(ExactDecimal(mantissa: .min).divided(by: ExactDecimal(-1)) == nil)
    #expect(ExactDecimal(mantissa: .min, scale: 38).subtracting(one) == nil)
    #expect(ExactDecimal(mantissa: 1, scale: 50).adding(zero) == nil)
    #expect(ExactDecimal(mantissa: 1, scale: 200).divided(by: one) == nil)
    let small = ExactDecimal(mantissa: power, scale: 50).adding(zero)
    #expect(small == ExactDecimal(mantissa: 1, scale: 12))
  }

  /// Numbers in ascending order.
  @Test func numbersOfAnyScaleHaveAnOrder() {
    let numbers: [ExactDecimal] = [
      .init(mantissa: .min), .init(mantissa: -1), .init(mantissa: .min, scale: 50),
      .init(mantissa: -1, scale: 50), .init(mantissa: -1, scale: 255), .init(mantissa: 0),
      .init(mantissa: 1, scale: 255), .init(mantissa: 1, scale: 50),
      .init(mantissa: .max, scale: 50), .init(mantissa: 1), .init(mantissa: .max),
    ]
    for (i, a) in numbers.enumerated() {
      for (j, b) in numbers.enumerated() {
        #expect((a < b) == (i < j) && (a == b) == (i == j), "\(a) \(b)")
      }
    }
    for scale in [1, 38, 39, 50, 255] as [UInt8] {
      let zero = ExactDecimal(mantissa: 0, scale: scale)
      #expect(zero == ExactDecimal(0) && zero.order(to: ExactDecimal(0)) == .equal)
      #expect(zero.hashValue == ExactDecimal(0).hashValue)
      #expect(zero < ExactDecimal(1) && ExactDecimal(-1) < zero)
    }
  }

  private static let roundings: [(String, UInt8, String)] = [
    ("1.25", 1, "1.3"), ("-1.25", 1, "-1.3"), ("1.24", 1, "1.2"), ("1", 2, "1.00"),
    ("1", 37, "1.\(zeros(37))"), ("1", 38, "1"), ("0.5", 38, "0.5\(zeros(37))"),
    (nines, 1, nines), ("0.\(nines)", 0, "1"), ("0.\(nines)", 37, "1.\(zeros(37))"),
  ]

  @Test(arguments: roundings)
  func numbersAreRounded(_ text: String, _ scale: UInt8, _ expected: String) throws {
    let number = try #require(ExactDecimal(text))
    #expect(number.rounded(toScale: scale).description == expected)
  }

  /// A number with a mantissa at, near or below a power of ten.
  private static func number(_ random: inout SeededGenerator) -> ExactDecimal {
    var mantissa: Int128 = 1
    for _ in 0..<Int.random(in: 0...38, using: &random) { mantissa *= 10 }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: mantissa += .random(in: -3...3, using: &random)
    case 1: mantissa = .random(in: -mantissa...mantissa, using: &random)
    case 2: mantissa /= .random(in: 1...9, using: &random)
    default: break
    }
    return ExactDecimal(
      mantissa: Bool.random(using: &random) ? -mantissa : mantissa,
      scale: .random(in: 0...38, using: &random))
  }

  /// The decimal that equals a fraction, found without `Fraction.decimal`.
  private static func decimal(_ fraction: Fraction) -> ExactDecimal? {
    for scale: UInt8 in 0...38 {
      guard let decimal = fraction.rounded(toScale: scale) else { return nil }
      if Fraction(decimal).order(to: fraction) == .equal { return decimal }
    }
    return nil
  }

  @Test func resultsAreNilOnlyIfNoDecimalEqualsThem() {
    var (exact, missing) = (0, 0)
    let failure = RandomRounds.run("decimals", 400, long: 4_000) { random, show in
      let (a, b) = (Self.number(&random), Self.number(&random))
      show("\(a) \(b)")
      let (x, y) = (Fraction(a), Fraction(b))
      for operation in [ArithmeticOperator.add, .subtract, .multiply, .divide] {
        let result = Self.calculated(a, operation, b)
        guard let fraction = operation.apply(x, y) else {
          if result != nil { return "\(operation): a division by zero" }
          continue
        }
        if let result {
          exact += 1
          if !Self.isWithinBounds(result) || Fraction(result).order(to: fraction) != .equal {
            return "\(operation): \(result)"
          }
        } else {
          missing += 1
          if let decimal = Self.decimal(fraction) { return "\(operation): no \(decimal)" }
        }
      }
      return nil
    }
    #expect(failure == nil)
    #expect(exact > 100 && missing > 100)
  }
}
