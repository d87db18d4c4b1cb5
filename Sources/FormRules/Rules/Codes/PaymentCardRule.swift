/// Requires a payment card number (ISO/IEC 7812-1).
struct PaymentCardRule: TextRule {
  static let name = "paymentCard"
  static let types = Parameter<[String]?>(
    "types", effect: .onlyListed(), "The accepted types, one or a list.", whenAbsent: "all")
  static let strip = Parameter<RuleEntry.CardStrip>(
    "strip", effect: .words([["none"], ["separators"], ["nonDigits"]]),
    "What is accepted besides digits: `separators` (single spaces and "
      + "hyphens between digits), `nonDigits` (anything) or `none`.", default: .separators)
  static let luhn = Parameter<Bool>(
    "luhn", effect: .stricterIfTrue, "Whether to verify the check digit.", default: true)
  static let ranges = Parameter<[RuleEntry.CardRange]?>(
    "ranges", effect: .unknown,
    "A table that replaces the built-in one: a list of `{type, prefixes, lengths}`, with numbers "
      + "and ranges such as 51-55. Each type is then accepted only under its own name.")

  static let documentation = RuleDocumentation(
    "The text is the number of a payment card.",
    discussion: """
      The number must have the prefix and the length of a known type, and end with the check digit \
      of ISO/IEC 7812-1 (Luhn). If the prefixes of two types overlap, the longer prefix applies. \
      Types: \(PaymentCardType.allCases.map(\.rawValue).joined(separator: ", ")). `visa` includes \
      `visaElectron`. The rule does not check whether the account exists. The rule sees the full \
      number; only its first six and last four digits are stored, unless the field sets `store: \
      clear`.
      """,
    mainParameter: "types",
    types: ["text"],
    parameters: [types, strip, luhn, ranges],
    codes: [
      .init("paymentCard.invalid", "{label} must be the number of a payment card."),
      .init("paymentCard.notAccepted", "{label} must be the number of one of: {types}."),
    ],
    examples: [
      .init(
        accepts: [
          "4111111111111111", "4111 1111 1111 1111", "3782-822463-10005", "5555555555554444",
          "2221000000000009", "6011111111111117", "30569309025904", "3530111333300000",
          "6200000000000005", "2204987654321098", "4222222222222", "6759744069209",
        ],
        rejects: [
          "4111111111111112", "411111111111111", "41111111111111111", "4111  1111 1111 1111",
          " 4111111111111111", "4111111111111111-", "4111a11111111111", "0000000000000000",
          "2721465526338453", "1234", "visa", "\u{FF14}111111111111111",
          String(repeating: "4", count: 1000),
        ]),
      .init(
        ["types": ["visa", "amex"]],
        accepts: ["4111111111111111", "371449635398431", "4917300800000000"],
        rejects: ["5555555555554444"], code: "paymentCard.notAccepted"),
      .init("mir", rejects: ["4111111111111112"]),
      .init(["luhn": "false"], accepts: ["4111111111111112"], rejects: ["9999999999999999"]),
      .init(
        ["strip": "nonDigits"], accepts: ["No. 4111.1111.1111.1111!"], rejects: ["none", "4111"]),
      .init(["strip": "none"], accepts: ["4111111111111111"], rejects: ["4111 1111 1111 1111"]),
      .init(
        ["ranges": [["type": "visa", "prefixes": ["4", "51-55"], "lengths": ["13", "16-19"]]]],
        accepts: ["4222222222222", "5555555555554444"],
        rejects: ["378282246310005", "2221000000000009"]),
    ])

  private let accepted: [PaymentCardType]
  private let checksDigit: Bool
  private let strip: RuleEntry.CardStrip
  private let table: PaymentCardTable
  private let acceptsByName: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    var accepted: [PaymentCardType] = []
    for name in try parameters[Self.types] ?? [] {
      guard let type = PaymentCardType(rawValue: name) else {
        throw .unknown(
          "payment card type", name, known: PaymentCardType.allCases.map(\.rawValue),
          at: parameters.location(of: Self.types))
      }
      accepted.append(type)
    }
    if parameters.node(Self.types) != nil, accepted.isEmpty {
      throw parameters.error("types must name one at least", .missing(nil), at: Self.types)
    }
    self.accepted = accepted
    checksDigit = try parameters[Self.luhn]
    strip = try parameters[Self.strip]
    let ranges = parameters.node(Self.ranges)
    table =
      try ranges.map { node throws(DefinitionError) in
        try PaymentCardTable(node)
      } ?? .standard
    acceptsByName = ranges != nil
  }

  var externalInputs: [ExternalInput] { [.maskedStorage] }

  var arguments: [MessageArgument] {
    accepted.isEmpty
      ? [] : [MessageArgument("types", list: accepted.map(\.displayName))]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let digits = PaymentCardNumber.digits(text, strip: strip),
      !checksDigit || digits.hasLuhnCheckDigit, let type = table.type(of: digits)
    else { return .fails("paymentCard.invalid") }
    if accepted.isEmpty { return .passes }
    for other in accepted where type == other || !acceptsByName && type.isAccepted(as: other) {
      return .passes
    }
    return .fails("paymentCard.notAccepted")
  }
}

extension DeclaredRule {
  /// The text is the number of a payment card.
  ///
  /// - Parameters:
  ///   - types: The accepted types; the default is all.
  ///   - luhn: Whether to verify the check digit; the default is true.
  ///   - strip: The characters that are accepted besides digits; the default is `.separators`.
  ///   - ranges: A table of types that replaces the built-in one.
  public static func paymentCard(
    types: [PaymentCardType]? = nil, luhn: Bool? = nil, strip: RuleEntry.CardStrip? = nil,
    ranges: [RuleEntry.CardRange]? = nil
  ) -> Self {
    Self(
      PaymentCardRule.self, PaymentCardRule.types(types?.map(\.rawValue)),
      PaymentCardRule.luhn(luhn), PaymentCardRule.strip(strip), PaymentCardRule.ranges(ranges))
  }
}

extension RuleEntry {
  /// The characters that are accepted besides the digits of a card number.
  public enum CardStrip: String, ParameterValue, CaseIterable, Sendable {
    /// Single spaces and hyphens between digits.
    case separators
    /// Any characters.
    case nonDigits
    /// No characters.
    case nothing = "none"
  }

  /// The card numbers of one type, in a table that replaces the built-in one.
  public struct CardRange: ParameterNode, Sendable {
    static let parameterType = ParameterType.mapping
    let parameterNode: DefinitionNode

    init(parameterNode: DefinitionNode) { self.parameterNode = parameterNode }

    /// Creates the numbers of a type from prefixes and lengths in digits, each a single number or a
    /// range such as `51-55`.
    public init(_ type: PaymentCardType, prefixes: [String], lengths: [String]) {
      parameterNode = [
        "type": .text(type.rawValue),
        "prefixes": DefinitionNode(.sequence(prefixes.map { .text($0) })),
        "lengths": DefinitionNode(.sequence(lengths.map { .text($0) })),
      ]
    }
  }
}

extension PaymentCardType: ParameterValue {}
