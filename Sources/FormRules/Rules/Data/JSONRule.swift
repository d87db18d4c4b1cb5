import FormBytes

/// Requires JSON (RFC 8259).
struct JSONRule: TextRule {
  static let name = "json"
  static let kinds = Parameter<[RuleEntry.JSONKind]?>(
    "kinds", effect: .onlyListed(), "The accepted kinds of values.", whenAbsent: "any")

  static let documentation = RuleDocumentation(
    "The text is JSON.",
    discussion: """
      One value in the grammar of RFC 8259, optionally surrounded by white space; no comments, no \
      byte order mark, and at most \(JSONScanner.maximumDepth) nested arrays and objects. As the \
      grammar permits, names may repeat in an object, and an escape such as \\ud800 may be an \
      unpaired surrogate; the readers of JSON and NDJSON files reject both.
      """,
    mainParameter: "kinds",
    types: ["text"],
    parameters: [kinds],
    codes: [
      .init("json.invalid", "{label} must be JSON."),
      .init("json.kind", "{label} must be JSON of this kind: {kinds}."),
    ],
    examples: [
      .init(
        accepts: [
          "{}", "[]", "null", "true", "\"a\"", "-0.5e+10", " { \"a\" : [ 1, 2, {} ] } ",
          #""\u00e9\n""#, "[[[]],[]]", "0", "\"\u{E9}\"",
          #""\ud800""#, #"{"\uDC00\ud83d":"\ud83dx"}"#,
        ],
        rejects: [
          "{", "}", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "[1 2]", "01", "1.", ".5", "+1",
          "NaN",
          "nul", "\"a", #""\x""#, #""\u00g0""#, #""\ud80""#, "\"\n\"", "1 2", "[]]", "// a\n1",
          "\u{FEFF}1",
          "{\"a\"}", "[,1]", "-", "1e", " ", "{\"a\":1]", "truefalse",
          String(repeating: "[", count: 100_000),
        ]),
      .init(
        ["object", "array"], accepts: ["{}", "[1]"], rejects: ["1", "null", "\"{}\""],
        code: "json.kind"),
    ])

  private let kinds: [RuleEntry.JSONKind]
  var arguments: [MessageArgument] {
    [MessageArgument("kinds", terms: kinds.map(\.rawValue))]
  }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    kinds = try parameters[Self.kinds] ?? RuleEntry.JSONKind.allCases
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let kind = JSONGrammar.kind(of: text) else { return .fails("json.invalid") }
    return kinds.contains(kind) ? .passes : .fails("json.kind")
  }
}

extension RuleEntry {
  /// The kinds of JSON values.
  public enum JSONKind: String, ParameterValue, CaseIterable, Sendable {
    /// The kinds, by their names in JSON.
    case object, array, string, number, boolean, null
  }
}
