/// Requires a CSS colour.
struct ColorRule: TextRule {
  static let name = "color"
  static let forms = Parameter<[RuleEntry.ColorForm]>(
    "forms", effect: .looserIfMore, "The accepted forms, one or a list.",
    default: RuleEntry.ColorForm.allCases.filter { $0 != .system })
  static let profile = Parameter<RuleEntry.ColorProfile>(
    "profile", effect: .unknown, "The level of CSS.", default: .css4)
  static let percentages = Parameter<Bool>(
    "percentages", effect: .looserIfTrue, "Whether rgb accepts percentages.", default: true)
  static let spaces = Parameter<Bool>(
    "spaces", effect: .looserIfTrue, "Whether white space is accepted inside the parentheses.",
    default: true)

  static let documentation = RuleDocumentation(
    "The text is a CSS colour.",
    discussion: """
      Forms: `hex` (#1e90ff, #fff, and with opacity #1e90ff80, #fff8), `rgb` and `hsl` (three \
      values), `rgba` and `hsla` (with opacity), `named` (dodgerblue), `keyword` (transparent, \
      currentcolor) and `system` (ButtonText). Case is ignored.

      The profile `css4` follows CSS Color 4: rgb and rgba are synonyms, as are hsl and hsla; \
      values may be separated by spaces with a slash before the opacity, and may then mix numbers, \
      percentages and `none`; numbers out of range are accepted, because browsers clamp them. \
      `css3` follows CSS Color 3 with its ranges: 0 to 255 or 0% to 100%, all three values of the \
      same kind; hues 0 to 360; opacity 0 to 1.
      """,
    mainParameter: "forms",
    types: ["text"],
    parameters: [forms, profile, percentages, spaces],
    codes: [
      .init(
        "color.invalid",
        "{label} must be a colour{example, select, absent {} other {, such as {example}}}.")
    ],
    examples: [
      .init(
        accepts: [
          "#1e90ff", "#FFF", "#fff8", "#1e90ff80", "DodgerBlue", "transparent", "currentColor",
          "rgb(30, 144, 255)", "rgb(30 144 255 / 50%)", "rgba(12%,56%,100%,.5)", "RGB(300,-5,0)",
          "hsl(210, 100%, 56%)", "hsl(210deg 100% 56%)", "hsla(-540.5turn,3%,4%,1)",
          "hsl(+1e2, 3%, 4%, 0.5)", "hsl(120 50 50)", "hsl(none 50% 50 / none)", "rgb(1 2 3%)",
          "rgb(NONE 2 3)", "hsl(120deg none none/1)", "rgb( 1\n2\t3 )",
        ],
        rejects: [
          "1e90ff", "#1e90f", "#", "blurple", "ButtonText", "rgb(1,2)", "rgb(1,2,3,4,5)",
          "rgb(1,2,3%)", "rgb(1,,2,3)", "rgb 1,2,3", "rgb (1,2,3)", "rgb(1,2,3", "rgb(1,2,3))",
          "rgb(1 2,3)", "rgb(1 2 3 0.5)", "rgb()", "hsl(1,2,3)", "hsl(1em,2%,3%)", "red ",
          "rgb(none,2,3)",
          "hsl(1 2deg 3)", "rgb(none2 3 4)", "hsl(1,2%,3%,none)", "rgb(1%,none,3%)",
          "rgb(nonet 1 2)",
          "red\n", "rgb(1, 2, 3 / 4)", "hsl(1%,2%,3%)", "rgb(a,b,c)", "rgb(1.,2,3)",
        ]),
      .init(
        ["forms": ["rgb", "rgba", "hsl"], "profile": "css3"],
        accepts: ["rgb(0,0,255)", "rgb(0%, 50%, 100%)", "rgba(1,2,3,.5)", "hsl(360, 0%, 100%)"],
        rejects: [
          "rgb(0,0,256)", "rgb(1,2,3,.5)", "rgba(1,2,3)", "rgba(1,2,3,2)", "rgb(1 2 3)",
          "rgb(1,2,3%)", "rgb(101%,0%,0%)", "hsl(361,0%,0%)", "hsl(0,0%,101%)", "rgb(-1,0,0)",
          "#fff", "hsla(1,2%,3%,1)", "rgb(1.5,0,0)",
        ]),
      .init(
        ["forms": "rgb", "percentages": "false", "spaces": "false"], accepts: ["rgb(1,2,3)"],
        rejects: ["rgb(1, 2,3)", "rgb(1%,2%,3%)", "rgb(1 2 3)"]),
      .init("system", accepts: ["buttontext"], rejects: ["red"]),
    ])

  private let forms: [RuleEntry.ColorForm]
  private let functions: ColorFunction

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    forms = try parameters[Self.forms]
    functions = ColorFunction(
      isStrict: try parameters[Self.profile] == .css3,
      acceptsPercentages: try parameters[Self.percentages],
      acceptsBlanks: try parameters[Self.spaces])
  }

  var samples: [[String]] {
    [
      [
        "#1e90ff", "rgb(30, 144, 255)", "rgb(30,144,255)", "rgba(30, 144, 255, 0.5)",
        "rgba(30,144,255,0.5)", "hsl(210, 100%, 56%)", "hsl(210,100%,56%)",
        "hsla(210, 100%, 56%, 0.5)", "hsla(210,100%,56%,0.5)", "dodgerblue", "transparent",
        "currentcolor", "ButtonText",
      ]
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    for form in forms where isColor(text, form) { return .passes }
    return .fails("color.invalid")
  }

  private func isColor(_ text: Span<UInt8>, _ form: RuleEntry.ColorForm) -> Bool {
    switch form {
    case .hex:
      [4, 5, 7, 9].contains(text.count) && text[0] == UInt8(ascii: "#")
        && text.extracting(1..<text.count).consists(of: .hexDigits)
    case .rgb, .rgba, .hsl, .hsla:
      functions.matches(
        text, isHSL: form == .hsl || form == .hsla, hasOpacity: form == .rgba || form == .hsla)
    case .named: CSSColors.named.contains(text)
    case .keyword: CSSColors.keywords.contains(text)
    case .system: CSSColors.system.contains(text)
    }
  }
}

extension RuleEntry {
  /// Forms of a CSS colour.
  public enum ColorForm: String, ParameterValue, CaseIterable, Sendable {
    /// Hexadecimal digits, a function, a colour name, a keyword, or the name of a system colour.
    case hex, rgb, rgba, hsl, hsla, named, keyword, system
  }

  /// Levels of CSS Color.
  public enum ColorProfile: String, ParameterValue, CaseIterable, Sendable {
    /// CSS Color 4, or CSS Color 3.
    case css4, css3
  }
}
