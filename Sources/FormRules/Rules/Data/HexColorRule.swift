/// Requires a colour in hexadecimal notation.
struct HexColorRule: TextRule {
  static let name = "hexColor"
  static let hash = Parameter<RuleEntry.Presence>(
    "hash", effect: .presence,
    "Whether the colour begins with #: `optional`, `required` or `none`.",
    default: .optional
  )
  static let short = Parameter<Bool>(
    "short", effect: .looserIfTrue, "Whether three digits (four with opacity) are accepted.",
    default: true)
  static let alpha = Parameter<Bool>("alpha", effect: .looserIfTrue, "Whether opacity is accepted.")

  static let documentation = RuleDocumentation(
    "The text is a colour in hexadecimal notation, such as #1e90ff.",
    discussion: """
      Three or six hexadecimal digits of either case; with `alpha` also four or eight, the last \
      one or two of which are the opacity (CSS Color 4, 5.2).
      """,
    mainParameter: "hash",
    types: ["text"],
    parameters: [hash, short, alpha],
    codes: [
      .init(
        "hexColor.invalid",
        "{label} must be a hexadecimal colour{example, select, absent {} other {, such as {example}}}."
      )
    ],
    examples: [
      .init(
        accepts: ["#1e90ff", "1E90FF", "#fff", "fff"],
        rejects: [
          "#", "#f", "#ff", "#ffff", "#fffff", "#fffffff", "#ffffffff", "#ggg", "##fff", "fff#",
          "#fff ", " #fff", "0xffffff", "#fff\n", "#\u{FF46}ff",
        ]),
      .init("required", accepts: ["#fff"], rejects: ["fff"]),
      .init("none", accepts: ["fff"], rejects: ["#fff"]),
      .init(["alpha": "true"], accepts: ["#ffff", "#1e90ff80", "#fff"], rejects: ["#fffff"]),
      .init(["short": "false"], accepts: ["#ffffff"], rejects: ["#fff"]),
    ])

  private let hash: RuleEntry.Presence
  private let acceptsShort, acceptsAlpha: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    hash = try parameters[Self.hash]
    acceptsShort = try parameters[Self.short]
    acceptsAlpha = try parameters[Self.alpha]
  }

  var samples: [[String]] { [["#1e90ff", "1e90ff"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let hasHash = !text.isEmpty && text[0] == UInt8(ascii: "#")
    let digits = text.extracting((hasHash ? 1 : 0)..<text.count)
    let isLength =
      switch digits.count {
      case 3: acceptsShort
      case 4: acceptsShort && acceptsAlpha
      case 6: true
      case 8: acceptsAlpha
      default: false
      }
    guard isLength, hash.permits(isPresent: hasHash), digits.consists(of: .hexDigits)
    else { return .fails("hexColor.invalid") }
    return .passes
  }
}
