import FormBytes

/// Requires a number with a Luhn check digit (ISO/IEC 7812-1).
struct LuhnRule: TextRule {
  static let name = "luhn"
  static let separators = Parameter<Bool>(
    "separators", effect: .looserIfTrue,
    "Whether single spaces or hyphens between digits are accepted.")
  static let ignore = Parameter<[RuleEntry.Characters]?>(
    "ignore", effect: .unknown,
    "Characters that are removed before the check, such as space (see the rule `characters`).")
  static let from = Parameter<RuleEntry.LuhnEnd>(
    "from", effect: .unknown,
    "The end from which every second digit is doubled: `right` (ISO/IEC 7812-1), or `left`, "
      + "beginning with the first digit, as in some programs. The two agree on "
      + "even numbers of digits.", default: .right)

  static let documentation = RuleDocumentation(
    "The text is a number whose last digit is a Luhn check digit.",
    discussion: """
      The formula of ISO/IEC 7812-1, annex B, which card numbers and many others use. The number \
      has at least two digits. The rule `paymentCard` also checks the types of cards. `ignore` \
      allocates a copy of the text without the characters.
      """,
    mainParameter: "separators",
    types: ["text", "integer"],
    parameters: [separators, ignore, from],
    codes: [
      .init("luhn.invalid", "{label} must be made of digits."),
      .init("luhn.checksum", "{label} has an incorrect check digit."),
    ],
    examples: [
      .init(
        accepts: ["79927398713", "18", "4111111111111111", "0000", "123456789012345678906"],
        rejects: ["4111 1111 1111 1111", "7992739871x", "0", " 18", "18\n", "\u{661}8", "-18"]),
      .init(
        accepts: ["79927398713"], rejects: ["79927398710", "97927398713"], code: "luhn.checksum"),
      .init(
        "true", accepts: ["4111 1111 1111 1111", "4111-1111-1111-1111", "18"],
        rejects: ["4111  1111", "-18", "18-", "1.8"]),
      .init(["ignore": "space"], accepts: [" 4111  1111 11111111 "], rejects: ["1-8", " "]),
      .init(
        ["from": "left"], accepts: ["4111111111111111", "4917300800000"],
        rejects: ["4222222222222"], code: "luhn.checksum"),
    ])

  private let separators: ASCIISet
  private let ignored: CharacterClass?
  private let end: RuleEntry.LuhnEnd

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    separators = try parameters[Self.separators] ? .spaceAndHyphen : .none
    ignored = try parameters.characters(Self.ignore)
    end = try parameters[Self.from]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    if let ignored { return result(text.removing(ignored).span) }
    return result(text)
  }

  private func result(_ text: Span<UInt8>) -> RuleResult {
    var sum = LuhnSum()
    // The sum without the check digit, which is always the last digit, regardless of the direction.
    var (digits, rest, checkDigit) = (0, LuhnSum(), 0)
    var isAfterSeparator = true
    var index = text.count - 1
    while index >= 0 {
      let byte = text[index]
      index -= 1
      if byte.isASCIIDigit {
        let digit = Int(byte & 15)
        sum.add(digit)
        if digits == 0 { checkDigit = digit } else { rest.add(digit) }
        digits += 1
        isAfterSeparator = false
      } else {
        guard separators.contains(byte), !isAfterSeparator else { return .fails("luhn.invalid") }
        isAfterSeparator = true
      }
    }
    guard digits >= 2, !isAfterSeparator else { return .fails("luhn.invalid") }
    // From the left, if the number of digits is odd, the other digits are doubled.
    let isRight =
      end == .left && !digits.isMultiple(of: 2)
      ? (rest.value + checkDigit).isMultiple(of: 10) : sum.isSatisfied
    return isRight ? .passes : .fails("luhn.checksum")
  }
}

extension RuleEntry {
  /// The end from which every second digit is doubled.
  public enum LuhnEnd: String, ParameterValue, CaseIterable, Sendable {
    /// The left end, beginning with the first digit, as in some programs.
    case left
    /// The right end (ISO/IEC 7812-1).
    case right
  }
}
