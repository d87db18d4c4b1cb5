/// Requires the number of a trade item (GTIN), such as an EAN or UPC.
struct EANRule: TextRule {
  static let name = "ean"
  static let lengths = Parameter<[String]>(
    "lengths", effect: .looserIfMore, "The accepted numbers of digits, a list of 8, 12, 13 and 14.",
    default: ["8", "12", "13", "14"])
  static let checksum = Parameter<Bool>(
    "checksum", effect: .stricterIfTrue, "Whether to verify the check digit.", default: true)

  static let documentation = RuleDocumentation(
    "The text is an EAN, UPC or other number of a trade item (GTIN).",
    discussion: """
      8, 12 (UPC-A), 13 or 14 digits, the last of which is the check digit (GS1 General \
      Specifications, 7.9).
      """,
    mainParameter: "lengths",
    types: ["text", "integer"],
    parameters: [lengths, checksum],
    codes: [
      .init("ean.invalid", "{label} must be a number with this many digits: {lengths}."),
      .init("ean.checksum", "{label} has an incorrect check digit."),
    ],
    examples: [
      .init(
        accepts: ["4006381333931", "73513537", "036000291452", "10614141543219"],
        rejects: ["40063813339", "4006381333931 ", "400638133393x", "1", "4006381-333931"]),
      .init(
        accepts: ["4006381333931"], rejects: ["4006381333932", "73513536"], code: "ean.checksum"),
      .init(["13"], accepts: ["4006381333931"], rejects: ["73513537"]),
      .init(["checksum": "false"], accepts: ["4006381333932"], rejects: ["400638133"]),
    ])

  private let lengths: [Int]
  private let checksDigit: Bool
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let texts = try parameters[Self.lengths]
    if texts.isEmpty {
      throw parameters.error("requires a length", .missing(nil), at: Self.lengths)
    }
    var lengths: [Int] = []
    for text in texts {
      guard let length = Int(text), [8, 12, 13, 14].contains(length) else {
        throw parameters.error("lengths are 8, 12, 13 and 14, not '\(text)'", at: Self.lengths)
      }
      lengths.append(length)
    }
    self.lengths = lengths
    checksDigit = try parameters[Self.checksum]
    arguments = [MessageArgument("lengths", alternatives: texts)]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard lengths.contains(text.count), let code = CompactText(text), code.isDigits() else {
      return .fails("ean.invalid")
    }
    return !checksDigit || code.hasEANCheckDigit ? .passes : .fails("ean.checksum")
  }
}

extension DeclaredRule {
  /// The text is an EAN, UPC or other number of a trade item (GTIN).
  ///
  /// - Parameters:
  ///   - lengths: The accepted numbers of digits; the default is 8, 12, 13 and 14.
  ///   - checksum: Whether to verify the check digit; the default is true.
  public static func ean(lengths: [Int]? = nil, checksum: Bool? = nil) -> Self {
    Self(EANRule.self, EANRule.lengths(lengths?.map(String.init)), EANRule.checksum(checksum))
  }
}
