import FormBytes

/// Requires a password that mixes kinds of characters and is long enough.
struct PasswordStrengthRule: Rule {
  static let name = "passwordStrength"
  static let min = Parameter<RuleEntry.PasswordStrength>(
    "min", "The least strength.", default: .veryStrong)

  static let documentation = RuleDocumentation(
    "The text is strong enough as a password.",
    discussion: """
      One point for each kind of character that occurs: ASCII digits, ASCII lower-case letters, \
      ASCII upper-case letters, anything else; one more point for more than 8 characters, one less \
      for 8 or fewer. 0 points are veryWeak, 1 weak, 2 medium, 3 strong, 4 veryStrong. The scale of \
      FormValidatorSwift, kept for those who come from it: it knows nothing of dictionaries. Values \
      like these belong in a field marked `sensitive`.
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

  private typealias Strength = RuleEntry.PasswordStrength

  private let min: Strength
  private let points: Int

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    min = try parameters[Self.min]
    points = min.points
  }

  var arguments: [MessageArgument] { [MessageArgument("min", term: min.rawValue)] }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
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
    // No text has more characters than bytes, so short ones need no counting.
    let isLong = text.count > 8 && (isASCII || text.characterCount > 8)
    return kinds.nonzeroBitCount + (isLong ? 1 : -1) >= points
      ? .passes : .fails("passwordStrength.tooWeak")
  }
}

extension RuleEntry.PasswordStrength {
  /// The points it takes.
  fileprivate var points: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension RuleEntry {
  /// The text is a password of some strength.
  public static func passwordStrength(min: PasswordStrength? = nil) -> RuleEntry {
    RuleEntry(
      PasswordStrengthRule.self, PasswordStrengthRule.min(min))
  }

  /// Levels of a password.
  public enum PasswordStrength: String, ParameterValue, CaseIterable, Sendable {
    /// From the weakest to the strongest.
    case veryWeak, weak, medium, strong, veryStrong
  }
}
