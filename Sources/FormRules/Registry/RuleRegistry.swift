/// All rules, in alphabetical order. A rule is a file in a folder of `Rules` and a line in this
/// list; a test compares the two.
public enum RuleRegistry: RuleLibrary {
  /// The rules.
  package static let all: [any Rule.Type] = [
    AfterRule.self,
    AllRule.self,
    AlphaRule.self,
    AlphanumericRule.self,
    AnyRule.self,
    ASCIIRule.self,
    Base32Rule.self,
    Base64Rule.self,
    BeforeRule.self,
    BetweenRule.self,
    BICRule.self,
    BlankRule.self,
    BooleanRule.self,
    ByteSizeRule.self,
    CardExpiryRule.self,
    CharactersRule.self,
    CIDRRule.self,
    ColorRule.self,
    ContainsRule.self,
    CountryCodeRule.self,
    CurrencyCodeRule.self,
    CustomRule.self,
    DateRule.self,
    DateTimeRule.self,
    DecimalRule.self,
    DependsRule.self,
    DomainRule.self,
    DurationRule.self,
    EachRule.self,
    EANRule.self,
    EmailRule.self,
    EmojiRule.self,
    EndsWithRule.self,
    EqualsRule.self,
    ExistsRule.self,
    FalseRule.self,
    GeoCoordinateRule.self,
    HashRule.self,
    HexRule.self,
    HexColorRule.self,
    HostnameRule.self,
    IBANRule.self,
    ImageRule.self,
    IMEIRule.self,
    InRule.self,
    IntegerRule.self,
    IPRule.self,
    ISBNRule.self,
    ISINRule.self,
    ISOWeekRule.self,
    ISSNRule.self,
    JSONRule.self,
    JWTRule.self,
    LacksRule.self,
    LanguageCodeRule.self,
    LatLongRule.self,
    LengthRule.self,
    LocaleRule.self,
    LowercaseRule.self,
    LuhnRule.self,
    MACRule.self,
    MediaRule.self,
    MIMERule.self,
    MultipleOfRule.self,
    MustRule.self,
    NotRule.self,
    NotEqualsRule.self,
    NotInRule.self,
    NumberRule.self,
    PasswordStrengthRule.self,
    PatternRule.self,
    PaymentCardRule.self,
    PhoneRule.self,
    PortRule.self,
    PostcodeRule.self,
    PriceRule.self,
    RangeRule.self,
    RemoteRule.self,
    RequiredRule.self,
    ResemblesRule.self,
    SemverRule.self,
    SlugRule.self,
    StartsWithRule.self,
    TimeRule.self,
    TrimmedRule.self,
    TrueRule.self,
    ULIDRule.self,
    UniqueRule.self,
    UppercaseRule.self,
    URLRule.self,
    UseRule.self,
    UUIDRule.self,
    VATRule.self,
  ]

  /// The rules that forms imply for fields with expressions. Rule sets cannot name them.
  package static let implied: [any Rule.Type] = [ComputedRule.self, HiddenRule.self]

  /// The rule that corresponds to a form's `required`.
  package static let requirement: any Rule.Type = RequiredRule.self
  /// The rule of a list of values, whose error a JSON value outside of an enumeration has.
  package static let enumeration: any Rule.Type = InRule.self
  /// The rule `required`, for a field that the form requires only under a condition.
  static let conditionalRequirement: any Rule = RequiredRule()

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the rule with a stored name.
  package static func rule(named name: String) -> (any Rule.Type)? { byName[name] }

  /// Returns whether a key next to a rule's name is one of its parameters. The key may also be the
  /// name of a rule, such as `ascii` next to `characters`.
  package static func isParameter(_ key: String, of rule: String) -> Bool {
    guard key != rule, let documentation = byName[rule]?.documentation else { return false }
    return documentation.acceptsMoreParameters
      || documentation.parameters.contains { $0.name == key }
  }

  /// A new reader for these rules.
  static let reader = DefinitionReader(knownRules: names)

  package static func rules(
    _ node: DefinitionNode, inside outer: any Rule.Type
  ) throws(DefinitionError) -> [RuleEntry] {
    var reader = reader
    let rules = reader.rules(node, inside: outer)
    if let error = reader.errors.first { throw error }
    return rules
  }

  /// Returns the documentation of a rule; nil if there is no rule with this name.
  public static func documentation(ofRule name: String) -> RuleDocumentation? {
    byName[name]?.documentation
  }

  /// The stored names, in alphabetical order.
  public static var names: [String] { all.map { $0.name } }

  /// The names of the built-in presets.
  package static var presetNames: [String] { PresetRegistry.names }

  /// Returns the built-in preset with a name.
  package static func preset(named name: String) -> Preset? { PresetRegistry.preset(named: name) }
}
