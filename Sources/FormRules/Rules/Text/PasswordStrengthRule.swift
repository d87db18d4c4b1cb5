import FormBytes

/// Requires a password that is long enough and mixes several kinds of characters.
struct PasswordStrengthRule: TextRule {
  static let name = "passwordStrength"
  static let min = Parameter<RuleEntry.PasswordStrength>(
    "min", effect: .words([["veryStrong"], ["strong"], ["medium"], ["weak"], ["veryWeak"]]),
    "The minimum strength.", default: .veryStrong)

  static let documentation = RuleDocumentation(
    "The text is strong enough as a password.",
    discussion: """
      The score is one point for each kind of character in the text (ASCII digits, ASCII lowercase \
      letters, ASCII uppercase letters, anything else), plus one point for more than 8 characters, \
      minus one point for 8 or fewer. 0 points are veryWeak, 1 weak, 2 medium, 3 strong, 4 \
      veryStrong. This is the scale of FormValidatorSwift, kept for users of that library; it does \
      not consult dictionaries. Fields with passwords should be marked `sensitive`.
      """,
    mainParameter: "min",
    types: ["text"],
    parameters: [min],
    codes: [
      .init("passwordStrength.tooWeak", "{label} must be a stronger password: at least {min}.")
    ],
    examples: [
      .init(
        accepts: ["Abcdefg12", "abcdefg1!", "P\u{E4}ssword1"],
        rejects: ["Abcdefg1", "abcdefghij", "Abcdefghi", "a"]),
      .init("strong", accepts: ["Abcdefghi", "Ab1!"], rejects: ["abcdefghi", "Ab1"]),
      .init("medium", accepts: ["abcdefghi", "aB1"], rejects: ["abcdefgh", "aB"]),
      .init("weak", accepts: ["aB"], rejects: ["a"]),
      .init("veryWeak", accepts: ["a"], rejects: []),
    ])

  private let min: RuleEntry.PasswordStrength
  private let points: Int

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    min = try parameters[Self.min]
    points = min.points
  }

  var arguments: [MessageArgument] { [MessageArgument("min", term: min.rawValue)] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    var kinds: UInt8 = 0
    var isASCII = true
    for index in 0..<text.count {
      let byte = text[index]
      if byte.isASCIIDigit {
        kinds |= 1
      } else if byte.isASCIILetter {
        kinds |= byte & 0x20 == 0 ? 2 : 4
      } else {
        kinds |= 8
        if byte >= 0x80 { isASCII = false }
      }
    }
    // A text has at most as many characters as bytes, so short texts need no counting.
    let isLong = text.count > 8 && (isASCII || text.characterCount > 8)
    return kinds.nonzeroBitCount + (isLong ? 1 : -1) >= points
      ? .passes : .fails("passwordStrength.tooWeak")
  }
}

extension RuleEntry.PasswordStrength {
  /// The minimum score for the level.
  fileprivate var points: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension RuleEntry {
  /// Levels of password strength, on the scale of FormValidatorSwift.
  public enum PasswordStrength: String, ParameterValue, CaseIterable, Sendable {
    /// The levels, from the weakest to the strongest.
    case veryWeak, weak, medium, strong, veryStrong
  }
}
