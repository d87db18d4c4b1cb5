/// Every rule there is, in alphabetical order. A rule is a file in this folder and a line in this
/// list; a test compares the two.
public enum RuleRegistry {
  /// The rules.
  public static let all: [any Rule.Type] = [
    AfterRule.self,
    AllRule.self,
    AnyRule.self,
    AsciiRule.self,
    Base32Rule.self,
    Base64Rule.self,
    BeforeRule.self,
    BetweenRule.self,
    BicRule.self,
    BlankRule.self,
    CardExpiryRule.self,
    CharactersRule.self,
    CidrRule.self,
    ColorRule.self,
    DomainRule.self,
    EanRule.self,
    EmailRule.self,
    EmojiRule.self,
    EndsWithRule.self,
    EqualsRule.self,
    FalseRule.self,
    GeoCoordinateRule.self,
    HashRule.self,
    HexColorRule.self,
    HexRule.self,
    HostnameRule.self,
    IbanRule.self,
    ImeiRule.self,
    InRule.self,
    IpRule.self,
    IsbnRule.self,
    IsinRule.self,
    IssnRule.self,
    JsonRule.self,
    JwtRule.self,
    LatLongRule.self,
    LengthRule.self,
    LowercaseRule.self,
    LuhnRule.self,
    MacRule.self,
    MimeRule.self,
    MustRule.self,
    NotEqualsRule.self,
    NotInRule.self,
    NotRule.self,
    PasswordStrengthRule.self,
    PatternRule.self,
    PaymentCardRule.self,
    PhoneRule.self,
    PortRule.self,
    PostcodeRule.self,
    PriceRule.self,
    RangeRule.self,
    RequiredRule.self,
    SemverRule.self,
    SlugRule.self,
    StartsWithRule.self,
    TrimmedRule.self,
    TrueRule.self,
    UniqueRule.self,
    UppercaseRule.self,
    UrlRule.self,
    UuidRule.self,
    VatRule.self,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The rule of that stored name.
  public static func rule(named name: String) -> (any Rule.Type)? { byName[name] }

  /// The stored names, in alphabetical order.
  public static var names: [String] { all.map { $0.name } }
}
