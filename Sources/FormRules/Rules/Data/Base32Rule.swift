/// Requires data in Base32 (RFC 4648).
struct Base32Rule: TextRule {
  static let name = "base32"
  static let alphabet = Parameter<RuleEntry.Base32Alphabet>(
    "alphabet", effect: .unknown, "The alphabet.", default: .standard)
  static let padding = Parameter<RuleEntry.Presence>(
    "padding", effect: .presence, "Whether the last group is padded with =.", default: .required)
  static let lowerCase = Parameter<Bool>(
    "lowerCase", effect: .looserIfTrue, "Whether lowercase letters are accepted too.")

  static let documentation = RuleDocumentation(
    "The text is data in Base32.",
    discussion: """
      Groups of eight characters A to Z and 2 to 7, the last group padded with = (RFC 4648, 6). \
      `hex` is the alphabet 0 to 9 and A to V (RFC 4648, 7). `crockford` is that of Douglas \
      Crockford: digits and letters except I, L, O and U, of any length and without padding.
      """,
    mainParameter: "alphabet",
    types: ["text"],
    parameters: [alphabet, padding, lowerCase],
    codes: [.init("base32.invalid", "{label} must be data in Base32.")],
    examples: [
      .init(
        accepts: ["MZXW6YTB", "MZXW6===", "MZXQ====", "MY======", "MZXW6YQ="],
        rejects: [
          "MZXW6", "mzxw6===", "MZXW6==", "M=======", "MZX=====", "MZXW6YTB=", "MZXW61==", "=",
          "MZXW6YTB\n", "========", "MZXW6Y==",
        ]),
      .init(
        ["padding": "none", "lowerCase": "true"], accepts: ["mzxw6", "MY"],
        rejects: ["MZXW6===", "M", "MZX"]),
      .init("hex", accepts: ["CPNMU==="], rejects: ["MZXW6==="]),
      .init("crockford", accepts: ["16JX", "Z", "60RG"], rejects: ["16J-", "OIL", "U", "60=="]),
    ])

  private let alphabet: RuleEntry.Base32Alphabet
  private let padding: RuleEntry.Presence
  private let characters: ASCIISet

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    alphabet = try parameters[Self.alphabet]
    padding = try parameters[Self.padding]
    let acceptsLowerCase = try parameters[Self.lowerCase]
    let letters =
      switch alphabet {
      case .standard: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
      case .hex: "0123456789ABCDEFGHIJKLMNOPQRSTUV"
      case .crockford: "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
      }
    characters = ASCIISet { byte in
      letters.utf8.contains(byte)
        || acceptsLowerCase && byte >= UInt8(ascii: "a") && letters.utf8.contains(byte & 0xDF)
    }
    if alphabet == .crockford, parameters.node(Self.padding) != nil {
      throw parameters.error("crockford has no padding", at: Self.padding)
    }
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    if alphabet == .crockford {
      return !text.isEmpty && text.consists(of: characters) ? .passes : .fails("base32.invalid")
    }
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    // One to five bytes are encoded as 2, 4, 5, 7 or 8 characters.
    let isWhole = end > 0 && [0, 2, 4, 5, 7].contains(end % 8)
    let isPadded = text.count.isMultiple(of: 8) && text.count - end < 8
    let isFilled =
      switch padding {
      case .required: isPadded
      case .optional: isPadded || end == text.count
      case .forbidden: end == text.count
      }
    guard isWhole, isFilled, text.extracting(0..<end).consists(of: characters) else {
      return .fails("base32.invalid")
    }
    return .passes
  }
}

extension RuleEntry {
  /// Alphabets of Base32.
  public enum Base32Alphabet: String, ParameterValue, CaseIterable, Sendable {
    /// The alphabet of RFC 4648, section 6, that of section 7 (extended hexadecimal), or
    /// Crockford's.
    case standard, hex, crockford
  }
}
