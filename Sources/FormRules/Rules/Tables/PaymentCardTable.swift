/// Which numbers belong to which card scheme: types, prefixes and lengths.
///
/// Where prefixes of two schemes begin alike, the longer one decides.
public struct PaymentCardTable: Sendable {
  /// A range of prefixes of equal length.
  struct Range: Sendable {
    let type: PaymentCardType
    let first, last: Int
    /// How many digits the prefix has.
    let width: Int
    /// One bit for every number of digits that a whole number may have.
    let lengths: UInt32

    func takes(length: Int) -> Bool { length < 32 && lengths &>> UInt32(length) & 1 == 1 }
  }

  /// All ranges, those with the longest prefixes first.
  let ranges: [Range]

  init(_ ranges: [Range]) { self.ranges = ranges.sorted { $0.width > $1.width } }

  /// The program's own: the issuer identification numbers (ISO/IEC 7812) that the schemes publish for
  /// merchants.
  public static let standard = PaymentCardTable(
    [
      make(.amex, [(34, 34), (37, 37)], 15...15),
      make(.mastercard, [(51, 55), (2221, 2720), (677189, 677189)], 16...16),
      make(
        .maestro,
        [(50, 50), (56, 58), (6304, 6304), (6390, 6390), (67, 67), (5893, 5893)], 12...19),
      make(
        .visaElectron,
        [(417500, 417500), (4026, 4026), (4405, 4405), (4508, 4508), (4844, 4844), (4913, 4913)]
          + [(4917, 4917)], 13...13, 16...16),
      make(.visa, [(4, 4)], 13...13, 16...16, 18...19),
      make(.discover, [(6011, 6011), (644, 649), (65, 65)], 16...19),
      make(.dinersClub, [(300, 305), (3095, 3095), (36, 36), (38, 39)], 14...14, 16...19),
      make(.jcb, [(3528, 3589)], 16...19),
      make(.jcb, [(1800, 1800), (2131, 2131)], 15...16),
      make(.unionPay, [(62, 62), (81, 81)], 16...19),
      make(.mir, [(2200, 2204)], 16...19),
      make(
        .elo,
        [(401178, 401179), (431274, 431274), (438935, 438935), (451416, 451416), (457393, 457393)]
          + [(457631, 457632), (504175, 504175), (506699, 506778), (509000, 509999)]
          + [(627780, 627780), (636297, 636297), (636368, 636368), (650031, 650033)]
          + [(650035, 650051), (650405, 650439), (650485, 650538), (650541, 650598)]
          + [(650700, 650718), (650720, 650727), (650901, 650978), (651652, 651679)]
          + [(655000, 655019), (655021, 655058)], 16...16),
      make(
        .hiper,
        [(637095, 637095), (637568, 637568), (637599, 637599), (637609, 637609), (637612, 637612)]
          + [(63_737_423, 63_737_423), (63_743_358, 63_743_358)], 16...16),
      make(.hipercard, [(606282, 606282)], 16...16, 19...19),
      make(.naranja, [(589562, 589562), (402917, 402918), (527571, 527572)], 16...16),
      make(.rupay, [(508500, 508999), (60, 60), (6521, 6522), (82, 82)], 16...16),
      make(.troy, [(9792, 9792), (650274, 650274)], 16...16),
      make(.uatp, [(1, 1)], 15...15),
      make(.verve, [(506099, 506198), (507865, 507964), (650002, 650027)], 16...16, 18...19),
      make(.instaPayment, [(637, 639)], 16...16),
    ].flatMap { $0 })

  private static func make(
    _ type: PaymentCardType, _ prefixes: [(Int, Int)], _ lengths: ClosedRange<Int>...
  ) -> [Range] {
    prefixes.map { first, last in
      Range(type, first...last, width: String(first).utf8.count, lengths: lengths)
    }
  }

  /// The range with the longest prefix that the digits begin with.
  func range(of digits: PackedDigits) -> Range? {
    var width = 0
    var prefix = 0
    for index in ranges.indices where ranges[index].width <= digits.count {
      if ranges[index].width != width {
        width = ranges[index].width
        prefix = digits.prefix(width)
      }
      if ranges[index].first <= prefix, prefix <= ranges[index].last { return ranges[index] }
    }
    return nil
  }

  /// The type of a complete number, by its prefix and length; nil when it belongs to none.
  func type(of digits: PackedDigits) -> PaymentCardType? {
    guard let range = range(of: digits), range.takes(length: digits.count) else { return nil }
    return range.type
  }
}

extension PaymentCardTable.Range {
  init(
    _ type: PaymentCardType, _ prefixes: ClosedRange<Int>, width: Int,
    lengths: [ClosedRange<Int>]
  ) {
    var bits: UInt32 = 0
    for length in lengths.joined() { bits |= 1 << UInt32(length) }
    self.init(
      type: type, first: prefixes.lowerBound, last: prefixes.upperBound, width: width,
      lengths: bits)
  }
}
