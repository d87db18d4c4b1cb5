/// The texts that `startsWith` and `endsWith` compare with.
struct Affixes: Sendable {
  private let texts: [[UInt8]]
  private let ignoresCase: Bool
  /// The message argument.
  let summary: MessageArgument

  static let values = Parameter<[String]?>(
    "values", "A text or a list of texts; none may be empty.")
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", "Whether to ignore the case of ASCII letters.")

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let values = try parameters[Self.values], !values.isEmpty else {
      throw parameters.error("needs values", .missing(nil))
    }
    if values.contains("") {
      throw parameters.error("a value must not be empty", .missing(nil), at: Self.values)
    }
    texts = values.map { Array($0.utf8) }
    ignoresCase = try parameters[Self.ignoreCase]
    summary = MessageArgument("values", list: values)
  }

  /// Whether the text begins with one of them.
  func begin(_ text: Span<UInt8>) -> Bool {
    for affix in texts where affix.count <= text.count {
      if isEqual(text.extracting(0..<affix.count), affix) { return true }
    }
    return false
  }

  /// Whether the text ends with one of them.
  func end(_ text: Span<UInt8>) -> Bool {
    for affix in texts where affix.count <= text.count {
      if isEqual(text.extracting(text.count - affix.count..<text.count), affix) { return true }
    }
    return false
  }

  private func isEqual(_ text: Span<UInt8>, _ affix: [UInt8]) -> Bool {
    ignoresCase ? text.isEqualIgnoringCase(to: affix) : text.isEqual(to: affix)
  }
}
