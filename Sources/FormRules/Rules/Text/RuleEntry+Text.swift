// What text is made of.
extension RuleEntry {
  /// The text has a length within bounds; a list, a number of items.
  public static func length(
    min: Int? = nil, max: Int? = nil, exact: Int? = nil, unit: LengthUnit? = nil,
    ignore: [Characters]? = nil
  ) -> RuleEntry {
    RuleEntry(
      LengthRule.self,
      ["min": min, "max": max, "exact": exact, "unit": unit, "ignore": ParameterList(ignore)])
  }

  /// The text matches a regular expression (PCRE2).
  public static func pattern(
    _ pattern: String, mode: PatternMode? = nil, ignoreCase: Bool? = nil, unicode: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      PatternRule.self,
      ["pattern": pattern, "mode": mode, "ignoreCase": ignoreCase, "unicode": unicode])
  }

  /// The text contains characters of a set, only these, or none of them.
  public static func characters(
    _ set: Characters..., mode: CharactersMode? = nil, min: Int? = nil, max: Int? = nil,
    ascii: Bool? = nil, whitespace: Bool? = nil, ignore: [Characters]? = nil
  ) -> RuleEntry {
    RuleEntry(
      CharactersRule.self,
      [
        "set": ParameterList(set), "mode": mode, "min": min, "max": max, "ascii": ascii,
        "whitespace": whitespace, "ignore": ParameterList(ignore),
      ])
  }

  /// The text consists of letters: ASCII, `unicode`, or those of a language such as `de`.
  public static func alpha(alphabet: String? = nil, ignore: [Characters]? = nil) -> RuleEntry {
    RuleEntry(AlphaRule.self, ["alphabet": alphabet, "ignore": ParameterList(ignore)])
  }

  /// The text consists of letters and digits.
  public static func alphanumeric(
    alphabet: String? = nil, ignore: [Characters]? = nil
  ) -> RuleEntry {
    RuleEntry(AlphanumericRule.self, ["alphabet": alphabet, "ignore": ParameterList(ignore)])
  }

  /// The text is made of ASCII characters.
  public static func ascii(printable: Bool? = nil) -> RuleEntry {
    RuleEntry(AsciiRule.self, ["printable": printable])
  }

  /// The text has no capital letter.
  public static var lowercase: RuleEntry { RuleEntry("lowercase") }

  /// The text has no small letter.
  public static var uppercase: RuleEntry { RuleEntry("uppercase") }

  /// The text has no blank at its ends.
  public static func trimmed(at end: TrimmedEnd? = nil) -> RuleEntry {
    RuleEntry(TrimmedRule.self, ["at": end])
  }

  /// The text contains an emoji, nothing but emoji, or none.
  public static func emoji(
    present: Bool? = nil, only: Bool? = nil, profile: EmojiProfile? = nil
  ) -> RuleEntry {
    RuleEntry(EmojiRule.self, ["present": present, "only": only, "profile": profile])
  }

  /// The text contains every one of some pieces of text; a list, every one of some items.
  public static func contains(
    _ values: String..., ignoreCase: Bool? = nil, times: Int? = nil
  ) -> RuleEntry {
    RuleEntry(
      ContainsRule.self,
      ["values": ParameterList(values), "ignoreCase": ignoreCase, "times": times])
  }

  /// The text contains none of some pieces of text; a list, none of some items.
  public static func lacks(_ values: String..., ignoreCase: Bool? = nil) -> RuleEntry {
    RuleEntry(LacksRule.self, ["values": ParameterList(values), "ignoreCase": ignoreCase])
  }

  /// The text begins with one of those listed.
  public static func startsWith(_ values: String..., ignoreCase: Bool? = nil) -> RuleEntry {
    RuleEntry(StartsWithRule.self, ["values": ParameterList(values), "ignoreCase": ignoreCase])
  }

  /// The text ends with one of those listed.
  public static func endsWith(_ values: String..., ignoreCase: Bool? = nil) -> RuleEntry {
    RuleEntry(EndsWithRule.self, ["values": ParameterList(values), "ignoreCase": ignoreCase])
  }

  /// The text is a password of some strength.
  public static func passwordStrength(min: PasswordStrength? = nil) -> RuleEntry {
    RuleEntry(PasswordStrengthRule.self, ["min": min])
  }

  /// The text is a slug, such as my-first-page.
  public static func slug(
    profile: Strictness? = nil, underscores: Bool? = nil, international: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      SlugRule.self,
      ["profile": profile, "underscores": underscores, "international": international])
  }
}

extension RuleEntry {
  /// A named set of characters, or a single one as a literal: `.characters(.digit, "-")`.
  public struct Characters: ParameterValue, ExpressibleByStringLiteral, Sendable {
    let parameterNode: DefinitionNode

    func fits(_ type: ParameterType) -> Bool { type == .characters }

    /// A single character, or the name of a set.
    public init(stringLiteral word: String) { parameterNode = .text(word) }

    /// Decimal digits of any script (Nd).
    public static let digit: Self = "digit"
    /// Letters and the marks that belong to them (L, M).
    public static let letter: Self = "letter"
    /// Upper- and title-case letters (Lu, Lt).
    public static let upper: Self = "upper"
    /// Lower-case letters (Ll).
    public static let lower: Self = "lower"
    /// Letters, marks and numbers (L, M, N).
    public static let alphanumeric: Self = "alphanumeric"
    /// White space and line breaks.
    public static let space: Self = "space"
    /// Mathematical, currency and other symbols (S).
    public static let symbol: Self = "symbol"
    /// Punctuation (P).
    public static let punctuation: Self = "punctuation"
    /// Control characters (Cc).
    public static let control: Self = "control"
    /// The first 128 characters.
    public static let ascii: Self = "ascii"
  }

  /// What is counted.
  public enum LengthUnit: String, ParameterValue, CaseIterable, Sendable {
    /// What people see as one character.
    case character
    /// Unicode scalar values.
    case scalar
    /// As Java and JavaScript count.
    case utf16
    /// Bytes.
    case utf8
  }

  /// What is demanded of the characters of a set.
  public enum CharactersMode: String, ParameterValue, CaseIterable, Sendable {
    /// So many of them.
    case contains
    /// Nothing else.
    case only
    /// None of them.
    case lacks = "none"
  }

  /// Where no blank may stand.
  public enum TrimmedEnd: String, ParameterValue, CaseIterable, Sendable {
    /// At neither end.
    case both
    /// Not at the start.
    case start
    /// Not at the end.
    case end
  }

  /// What counts as an emoji.
  public enum EmojiProfile: String, ParameterValue, CaseIterable, Sendable {
    /// What Unicode shows as one.
    case unicode
    /// Digits, # and * too, of which emoji are made.
    case loose
  }

  /// Levels of a password.
  public enum PasswordStrength: String, ParameterValue, CaseIterable, Sendable {
    /// From the weakest to the strongest.
    case veryWeak, weak, medium, strong, veryStrong
  }
}
