import FormBytes

/// Requires a slug.
struct SlugRule: TextRule {
  static let name = "slug"
  static let profile = Parameter<RuleEntry.Strictness>(
    "profile", effect: .words([["standard"], ["loose"]]), "How strict the check is.",
    default: .standard)
  static let underscores = Parameter<Bool>(
    "underscores", effect: .looserIfTrue, "Whether _ is accepted between words too.")
  static let international = Parameter<Bool>(
    "international", effect: .looserIfTrue,
    "Whether letters and digits of every script are accepted.")

  static let documentation = RuleDocumentation(
    "The text is a slug, a name as it appears in web addresses.",
    discussion: """
      Lowercase ASCII letters and digits, in words separated by single hyphens. There is no \
      standard for slugs, but most systems write them this way. The profile `loose` accepts \
      letters of either case, digits, hyphens and underscores in any order, as Django does.
      """,
    mainParameter: "profile",
    types: ["text"],
    parameters: [profile, underscores, international],
    codes: [
      .init(
        "slug.invalid",
        "{label} must be a slug{example, select, absent {} other {, such as {example}}}.")
    ],
    examples: [
      .init(
        accepts: ["a", "my-first-page", "2026", "a-1"],
        rejects: [
          "-a", "a-", "a--b", "A-b", "a_b", "a b", "a.b", "\u{E9}", "a\n", "-", "a/b", "a-b ",
        ]),
      .init("loose", accepts: ["A_b--c-", "_"], rejects: ["a b", "a.b", "\u{E9}"]),
      .init(["underscores": "true"], accepts: ["a_b-c"], rejects: ["a_-b", "_a"]),
      .init(
        ["international": "true"], accepts: ["\u{E9}t\u{E9}-\u{4F60}\u{597D}"],
        rejects: ["\u{20AC}", "\u{C9}t\u{E9}", "a\u{200B}"]),
    ])

  private let profile: RuleEntry.Strictness
  private let acceptsUnderscores, acceptsUnicode: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    profile = try parameters[Self.profile]
    acceptsUnderscores = try parameters[Self.underscores]
    acceptsUnicode = try parameters[Self.international]
  }

  var samples: [[String]] { [["my-first-page"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    isSlug(text) ? .passes : .fails("slug.invalid")
  }

  private func isSlug(_ text: Span<UInt8>) -> Bool {
    let isLoose = profile == .loose
    // Treats the start of the text like a hyphen, so that the text cannot begin with one.
    var isAfterHyphen = true
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
        guard isLoose || !isAfterHyphen && (byte == UInt8(ascii: "-") || acceptsUnderscores) else {
          return false
        }
        isAfterHyphen = true
        index += 1
        continue
      }
      isAfterHyphen = false
      if byte < 0x80 {
        guard byte.isASCIIDigit || byte.isASCIILetter && (isLoose || byte >= UInt8(ascii: "a"))
        else { return false }
        index += 1
      } else {
        guard acceptsUnicode, case let scalar = text.nextScalar(&index),
          CharacterClass.NamedSet.alphanumeric.contains(scalar),
          isLoose || !CharacterClass.NamedSet.upper.contains(scalar)
        else { return false }
      }
    }
    return !text.isEmpty && (isLoose || !isAfterHyphen)
  }
}
