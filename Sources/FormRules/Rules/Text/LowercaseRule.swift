import FormBytes

/// Requires text without uppercase letters.
struct LowercaseRule: CaseRule {
  static let name = "lowercase"
  static let refused = CharacterClass.NamedSet.upper
  static let documentation = RuleDocumentation(
    "The text contains no uppercase letters.",
    discussion: """
      Uppercase letters are those of the Unicode categories Lu and Lt, of every script. Digits, \
      punctuation and letters without case are accepted.
      """,
    types: ["text"],
    codes: [.init("lowercase", "{label} must not contain capital letters.")],
    examples: [
      .init(
        accepts: ["abc", "a1 !", "\u{E9}\u{DF}", "\u{4E2D}", "42"],
        rejects: ["Abc", "aBc", "\u{C9}", "\u{1C5}", "\u{3A3}"])
    ])
}

/// The rule `lowercase` or `uppercase`.
protocol CaseRule: TextRule {
  /// The letters that the text must not contain.
  static var refused: CharacterClass.NamedSet { get }
  init()
}

extension CaseRule {
  init(_ parameters: borrowing RuleParameters) { self.init() }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    text.hasLetter(of: Self.refused) ? .fails(Self.name) : .passes
  }
}

extension Span<UInt8> {
  /// Whether the text contains an uppercase (`.upper`) or lowercase (`.lower`) letter.
  fileprivate func hasLetter(of set: CharacterClass.NamedSet) -> Bool {
    var index = 0
    while index < count {
      let byte = self[index]
      if byte < 0x80 {
        index += 1
        guard byte.isASCIILetter else { continue }
        if set == .lower ? byte & 0x20 != 0 : set == .upper && byte & 0x20 == 0 { return true }
      } else if set.contains(nextScalar(&index)) {
        return true
      }
    }
    return false
  }
}
