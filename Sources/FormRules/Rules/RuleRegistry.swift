/// Every rule there is, in alphabetical order. A rule is a file in this folder and a line in this
/// list; a test compares the two.
public enum RuleRegistry {
  /// The rules.
  public static let all: [any Rule.Type] = [
    AfterRule.self,
    BeforeRule.self,
    BetweenRule.self,
    BlankRule.self,
    CharactersRule.self,
    CidrRule.self,
    DomainRule.self,
    EmailRule.self,
    EqualsRule.self,
    HexColorRule.self,
    HostnameRule.self,
    IbanRule.self,
    InRule.self,
    IpRule.self,
    IsbnRule.self,
    LengthRule.self,
    MacRule.self,
    MustRule.self,
    NotEqualsRule.self,
    NotInRule.self,
    PatternRule.self,
    RangeRule.self,
    RequiredRule.self,
    UniqueRule.self,
    UrlRule.self,
    UuidRule.self,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The rule of that stored name.
  public static func rule(named name: String) -> (any Rule.Type)? { byName[name] }

  /// The stored names, in alphabetical order.
  public static var names: [String] { all.map { $0.name } }
}
