/// Requires or forbids characters of a set.
struct CharactersRule: TextRule {
  static let name = "characters"
  static let set = Parameter<[RuleEntry.Characters]?>(
    "set", effect: .unknown, "A set, or a list of sets.")
  static let mode = Parameter<RuleEntry.CharactersMode>(
    "mode", effect: .unknown,
    "`contains` between min and max characters of the set, `only` these, or `none` of them.",
    default: .contains)
  static let min = Parameter<Int?>(
    "min", effect: .given(.stricterIfGreater), "For `contains`: the minimum number of characters.",
    whenAbsent: "1; 0 if max is given")
  static let max = Parameter<Int?>(
    "max", effect: .given(.looserIfGreater), "For `contains`: the maximum number of characters.",
    whenAbsent: "no limit")
  static let ascii = Parameter<Bool>(
    "ascii", effect: .unknown, "Whether only the ASCII characters of the set count.")
  static let whitespace = Parameter<Bool>(
    "whitespace", effect: .looserIfTrue, "For `only`: whether white space is accepted too.")
  static let ignore = Parameter<[RuleEntry.Characters]?>(
    "ignore", effect: .unknown,
    "Characters that are removed before the check, named like the "
      + "set. Text with nothing else in it does not satisfy `only`.")

  static let documentation = RuleDocumentation(
    "The text contains characters of a set, only these, or none of them.",
    discussion: """
      Sets: \(CharacterClass.choice). They follow the Unicode general categories, so they include \
      letters and digits of every script unless `ascii: true`. A list of sets counts as one set. \
      In ASCII the symbols are $ + < = > ^ ` | ~, while ! # % & * @ _ - are punctuation. The rule \
      counts Unicode scalars.
      """,
    mainParameter: "set",
    types: ["text"],
    parameters: [set, mode, min, max, ascii, whitespace, ignore],
    codes: [
      .init(
        "characters.tooFew",
        "{label} must contain at least {min, plural, one {# character} other {# characters}} of: {set}."
      ),
      .init(
        "characters.tooMany",
        "{label} must contain at most {max, plural, one {# character} other {# characters}} of: {set}."
      ),
      .init("characters.notAllowed", "{label} may contain only: {set}."),
      .init("characters.forbidden", "{label} must not contain: {set}."),
    ],
    examples: [
      .init("digit", accepts: ["a1", "\u{663}"], rejects: ["a", "\u{BD}"]),
      .init(["set": "digit", "min": 2, "max": 3], accepts: ["a1b2", "123"], rejects: ["a1b"]),
      .init(
        ["set": "digit", "max": 1], accepts: ["a", "a1"], rejects: ["1a2"],
        code: "characters.tooMany"),
      .init(
        ["set": "letter", "mode": "only"], accepts: ["abc", "Zo\u{EB}", "e\u{301}", "\u{4E2D}"],
        rejects: ["a b", "a1", "a-b"], code: "characters.notAllowed"),
      .init(
        ["set": "letter", "mode": "only", "ascii": "true", "whitespace": "true"],
        accepts: ["Ana Lima", "a\tb"], rejects: ["Zo\u{EB}", "\u{FF21}", "a\u{3000}b"],
        code: "characters.notAllowed"),
      .init(
        ["set": ["letter", "digit", "-", "_"], "mode": "only"], accepts: ["a-1_b"],
        rejects: ["a.b", "a b"], code: "characters.notAllowed"),
      .init(
        ["set": "digit", "mode": "only", "ignore": "space"], accepts: ["12 34", " 1\t2\n"],
        rejects: [" ", "1-2"], code: "characters.notAllowed"),
      .init(
        ["set": ["symbol", "control"], "mode": "none"], accepts: ["a!b", "x_y"],
        rejects: ["a$b", "a\nb", "1 \u{20AC}"], code: "characters.forbidden"),
      .init(
        ["set": "ascii", "mode": "only"], accepts: ["a~"], rejects: ["\u{E4}"],
        code: "characters.notAllowed"),
    ])

  private let mode: RuleEntry.CharactersMode
  private let set: CharacterClass
  private let ignored: CharacterClass?
  private let min, max: Int

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    mode = try parameters[Self.mode]
    for bound in [Self.min, Self.max] where mode != .contains && parameters.node(bound) != nil {
      throw parameters.error("\(bound.name) goes with the mode contains", at: bound)
    }
    if mode != .only, parameters.node(Self.whitespace) != nil {
      throw parameters.error("whitespace goes with the mode only", at: Self.whitespace)
    }
    guard
      let set = try parameters.characters(
        Self.set, and: try parameters[Self.whitespace] ? ["space"] : [],
        isASCIIOnly: try parameters[Self.ascii])
    else { throw parameters.error("requires a set", .missing(nil)) }
    self.set = set
    ignored = try parameters.characters(Self.ignore)
    max = try parameters[Self.max] ?? Int.max
    min = try parameters[Self.min] ?? (max == Int.max ? 1 : 0)
    if min > max {
      throw parameters.error("min \(min) is above max \(max)", .conflict, at: Self.max)
    }
  }

  var arguments: [MessageArgument] {
    var arguments = [MessageArgument("set", terms: set.words)]
    if mode == .contains { arguments.append(MessageArgument("min", min)) }
    if max < Int.max { arguments.append(MessageArgument("max", max)) }
    return arguments
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    var (inside, outside) = (0, 0)
    var index = 0
    while index < text.count {
      let scalar = text.nextScalar(&index)
      if let ignored, ignored.contains(scalar) { continue }
      if set.contains(scalar) { inside += 1 } else { outside += 1 }
    }
    switch mode {
    case .contains:
      if inside < min { return .fails("characters.tooFew") }
      return inside > max ? .fails("characters.tooMany") : .passes
    case .only:
      return outside > 0 || inside == 0 && !text.isEmpty ? .fails("characters.notAllowed") : .passes
    case .lacks:
      return inside > 0 ? .fails("characters.forbidden") : .passes
    }
  }
}

extension DeclaredRule {
  /// The text contains characters of a set, only these, or none of them.
  ///
  /// - Parameters:
  ///   - set: The sets and single characters, which count as one set.
  ///   - mode: The requirement; the default is `.contains`.
  ///   - min: For `.contains`, the minimum number; the default is 1, or 0 if `max` is given.
  ///   - max: For `.contains`, the maximum number; the default is no limit.
  ///   - ascii: Whether only the ASCII characters of the set count.
  ///   - whitespace: For `.only`, whether white space is accepted too.
  ///   - ignore: Characters that are removed before the check.
  public static func characters(
    _ set: RuleEntry.Characters..., mode: RuleEntry.CharactersMode? = nil, min: Int? = nil,
    max: Int? = nil,
    ascii: Bool? = nil, whitespace: Bool? = nil, ignore: [RuleEntry.Characters]? = nil
  ) -> Self {
    Self(
      CharactersRule.self, CharactersRule.set(set), CharactersRule.mode(mode),
      CharactersRule.min(min), CharactersRule.max(max), CharactersRule.ascii(ascii),
      CharactersRule.whitespace(whitespace), CharactersRule.ignore(ignore))
  }
}

extension RuleEntry {
  /// The requirement on the characters of a set.
  public enum CharactersMode: String, ParameterValue, CaseIterable, Sendable {
    /// A number of them within bounds.
    case contains
    /// Only characters of the set.
    case only
    /// No character of the set.
    case lacks = "none"
  }
}
