/// A card scheme: the network or product that an issuer identification number belongs to.
public enum PaymentCardType: String, CaseIterable, Sendable {
  case amex, mastercard, maestro, visaElectron, visa, discover, dinersClub, jcb, unionPay, mir
  case elo, hiper, hipercard, naranja, rupay, troy, uatp, verve, instaPayment

  /// The name that people know.
  public var displayName: String {
    switch self {
    case .amex: "American Express"
    case .mastercard: "Mastercard"
    case .maestro: "Maestro"
    case .visaElectron: "Visa Electron"
    case .visa: "Visa"
    case .discover: "Discover"
    case .dinersClub: "Diners Club"
    case .jcb: "JCB"
    case .unionPay: "UnionPay"
    case .mir: "Mir"
    case .elo: "Elo"
    case .hiper: "Hiper"
    case .hipercard: "Hipercard"
    case .naranja: "Naranja"
    case .rupay: "RuPay"
    case .troy: "Troy"
    case .uatp: "UATP"
    case .verve: "Verve"
    case .instaPayment: "InstaPayment"
    }
  }

  /// Whether shops that take the other type take this one too: Visa Electron runs over Visa.
  func isTaken(as other: PaymentCardType) -> Bool {
    self == other || self == .visaElectron && other == .visa
  }
}

/// Which numbers belong to which card scheme: the one table of types, prefixes and lengths.
///
/// The prefixes are the issuer identification numbers (ISO/IEC 7812) that the schemes publish for
/// merchants. Where prefixes of two schemes begin alike, the longer one decides.
enum PaymentCardTable {
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
  static let ranges: [Range] = [
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
      [(637095, 637095), (637568, 637568), (637599, 637599), (637609, 637609), (637612, 637612)],
      16...16),
    make(.hipercard, [(606282, 606282)], 16...16, 19...19),
    make(.naranja, [(589562, 589562), (402917, 402918), (527571, 527572)], 16...16),
    make(.rupay, [(508500, 508999), (60, 60), (6521, 6522), (82, 82)], 16...16),
    make(.troy, [(9792, 9792), (650274, 650274)], 16...16),
    make(.uatp, [(1, 1)], 15...15),
    make(.verve, [(506099, 506198), (507865, 507964), (650002, 650027)], 16...16, 18...19),
    make(.instaPayment, [(637, 639)], 16...16),
  ].flatMap { $0 }.sorted { $0.width > $1.width }

  private static func make(
    _ type: PaymentCardType, _ prefixes: [(Int, Int)], _ lengths: ClosedRange<Int>...
  ) -> [Range] {
    var bits: UInt32 = 0
    for length in lengths.joined() { bits |= 1 << UInt32(length) }
    return prefixes.map { first, last in
      Range(type: type, first: first, last: last, width: String(first).utf8.count, lengths: bits)
    }
  }

  /// The range with the longest prefix that the digits begin with.
  static func range(of digits: PackedDigits) -> Range? {
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
}

extension PaymentCardType {
  /// The type of card that a number being typed will have, from its fourth digit on; nil before,
  /// for a text with anything but digits, spaces and hyphens, and when no type begins so. The
  /// number need not be complete, and its check digit is not looked at.
  public static func suggested(for typed: String) -> PaymentCardType? {
    let bytes = Array(typed.utf8)
    guard let digits = PaymentCardNumber.digits(bytes.span, strip: .separators),
      digits.count >= 4
    else { return nil }
    return PaymentCardTable.range(of: digits)?.type
  }
}
