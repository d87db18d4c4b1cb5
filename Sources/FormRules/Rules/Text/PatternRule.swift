/// Requires that the text matches a regular expression.
struct PatternRule: Rule {
  static let name = "pattern"
  static let pattern = Parameter<String?>(
    "pattern", effect: .pattern, "The regular expression, at most 1,000 bytes.")
  static let mode = Parameter<RuleEntry.PatternMode>(
    "mode", effect: .pattern,
    "What must match: the `whole` text, any part of it (`search`), or exactly one part (`once`).",
    default: .whole)
  static let ignoreCase = Parameter<Bool>("ignoreCase", effect: .pattern, "Whether to ignore case.")
  static let unicode = Parameter<Bool>(
    "unicode", effect: .pattern,
    "Whether \\d, \\w, \\s and \\b use the digits, letters and white space of every "
      + "script instead of ASCII only.")

  static let documentation = RuleDocumentation(
    "The text matches a regular expression.",
    discussion: """
      The syntax is that of PCRE2, over Unicode characters. `$` matches only at the very end, not \
      before a final line break. The pattern is matched against the text as it was entered, also \
      in fields of numbers or dates. A text fails with the code pattern.tooComplex if it is longer \
      than 64 KiB or if matching takes too long: a match may take 20,000 steps plus 8 for each \
      byte of the text, five times what patterns typically need. A pattern with back references \
      (\\1) has a smaller limit on texts of more than 256 bytes.
      """,
    mainParameter: "pattern",
    types: FieldType.names.filter { $0 != "list" && $0 != "file" },
    parameters: [pattern, mode, ignoreCase, unicode],
    codes: [
      .init("pattern.mismatch", "{label} must match the pattern {pattern}."),
      .init("pattern.tooComplex", "{label} is too long or too complex to be matched."),
    ],
    examples: [
      .init("[a-z]+|[0-9]+", accepts: ["abc", "42"], rejects: ["abc1", "ABC", "abc\n"]),
      .init(
        ["pattern": #"@example\.(com|org)$"#, "mode": "search"], accepts: ["ana@example.org"],
        rejects: ["ana@example.org.uk", "ana@example.org\n"]),
      .init(["pattern": "[0-9]", "mode": "once"], accepts: ["a1"], rejects: ["a", "a12", "1a2"]),
      .init(
        ["pattern": "é.", "ignoreCase": "true"], accepts: ["É€", "éa"], rejects: ["e€", "é"]),
      .init(
        ["pattern": #"\d\w"#, "unicode": "true"], accepts: ["1a", "\u{663}\u{E9}"], rejects: ["a1"]),
      .init(#"\d\w"#, accepts: ["1a"], rejects: ["\u{663}a", "1\u{E9}"]),
      .init("[0-9]{5}", type: .integer, accepts: ["01234"], rejects: ["1234", "+1234"]),
      .init(["pattern": "(x+x+)+[yz]"], accepts: ["xxy", "xxz"], rejects: ["xx"]),
    ])

  private let pattern: Pattern
  var arguments: [MessageArgument] { [MessageArgument("pattern", pattern.source)] }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let source = try parameters[Self.pattern] else {
      throw parameters.error("requires a pattern", .missing(nil))
    }
    let mode = try parameters[Self.mode]
    let ignoresCase = try parameters[Self.ignoreCase]
    let isUnicode = try parameters[Self.unicode]
    do {
      pattern = try Pattern(source, mode: mode, ignoresCase: ignoresCase, isUnicode: isUnicode)
    } catch {
      var failure = parameters.error("pattern: \(error.message)", at: Self.pattern)
      if error.requiresPCRE2 { failure.cause = .requiresTrait("PCRE2") }
      failure.location.column += Self.columns(
        before: error.offset, in: parameters.node(Self.pattern))
      throw failure
    }
  }

  /// The column of a byte of a pattern, relative to the start of its node. Exact for a pattern on
  /// one line without escaped quotes; 0 for a pattern on several lines or one that does not come
  /// from a file.
  private static func columns(before offset: Int, in node: DefinitionNode?) -> Int {
    guard case .scalar(let source, let isPlain) = node?.content, let node, node.location.line > 0,
      !source.contains("\n")
    else { return 0 }
    let before = String(decoding: source.utf8.prefix(offset), as: UTF8.self)
    return before.count + (isPlain ? 0 : 1)
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    switch pattern.match(text, using: record.run.patterns) {
    case .matches: .passes
    case .differs: .fails("pattern.mismatch")
    case .tooComplex: .undecided(.unavailable(Failure("pattern.tooComplex")))
    }
  }
}

extension RuleEntry.PatternMode: ParameterValue {}

extension DeclaredRule {
  /// The text matches a regular expression (PCRE2).
  ///
  /// - Parameters:
  ///   - pattern: The regular expression, at most 1,000 bytes.
  ///   - mode: What must match; the default is the whole text.
  ///   - ignoreCase: Whether to ignore case.
  ///   - unicode: Whether `\d`, `\w`, `\s` and `\b` use the characters of every script.
  public static func pattern(
    _ pattern: String, mode: RuleEntry.PatternMode? = nil, ignoreCase: Bool? = nil,
    unicode: Bool? = nil
  ) -> Self {
    Self(
      PatternRule.self, PatternRule.pattern(pattern), PatternRule.mode(mode),
      PatternRule.ignoreCase(ignoreCase), PatternRule.unicode(unicode))
  }
}
