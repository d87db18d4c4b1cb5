/// The texts that `startsWith` and `endsWith` compare with.
struct Affixes: Sendable {
  private let texts: [[UInt8]]
  private let ignoresCase: Bool
  /// The message argument.
  fileprivate let summary: MessageArgument

  static let values = Parameter<[String]?>(
    "values", effect: .looserIfMore, "A text or a list of texts; none may be empty.")
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", effect: .looserIfTrue, "Whether to ignore the case of ASCII letters.")

  /// - Parameter name: The rule's name, which is also its only code.
  static func documentation(
    _ name: String, _ summary: String, message: String, examples: [RuleExample]
  ) -> RuleDocumentation {
    RuleDocumentation(
      summary,
      discussion:
        "Texts are compared byte by byte; `ignoreCase` ignores the case of ASCII letters.",
      mainParameter: values.name, types: ["text"], parameters: [values, ignoreCase],
      codes: [.init(name, message)], examples: examples)
  }

  fileprivate init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let values = try parameters[Self.values], !values.isEmpty else {
      throw parameters.error("requires values", .missing(nil))
    }
    if values.contains("") {
      throw parameters.error("a value must not be empty", .missing(nil), at: Self.values)
    }
    texts = values.map { Array($0.utf8) }
    ignoresCase = try parameters[Self.ignoreCase]
    summary = MessageArgument("values", list: values)
  }

  fileprivate func match(_ text: Span<UInt8>, isSuffix: Bool) -> Bool {
    for affix in texts where affix.count <= text.count {
      let start = isSuffix ? text.count - affix.count : 0
      let part = text.extracting(start..<start + affix.count)
      if ignoresCase ? part.isEqualIgnoringCase(to: affix) : part.isEqual(to: affix) { return true }
    }
    return false
  }
}

/// The rule `startsWith` or `endsWith`.
protocol AffixRule: TextRule {
  /// Whether the texts are compared with the end (true) or the beginning (false) of the value.
  static var isSuffix: Bool { get }
  var affixes: Affixes { get }
  init(affixes: Affixes)
}

extension AffixRule {
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    self.init(affixes: try Affixes(parameters))
  }

  var arguments: [MessageArgument] { [affixes.summary] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    affixes.match(text, isSuffix: Self.isSuffix) ? .passes : .fails(Self.name)
  }
}
