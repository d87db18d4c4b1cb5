/// Requires an amount of money.
struct PriceRule: TextRule {
  static let name = "price"
  static let decimals = Parameter<[String]>(
    "decimals", effect: .looserIfMore,
    "The accepted numbers of decimal places, one or a list. 0 forbids decimals.",
    default: ["2"])
  static let decimalsRequired = Parameter<Bool>(
    "decimalsRequired", effect: .stricterIfTrue, "Whether decimals are required.")
  static let leadingZero = Parameter<Bool>(
    "leadingZero", effect: .stricterIfTrue,
    "Whether a digit is required before the decimal separator; if not, .50 is accepted.",
    default: true)
  static let separators = Parameter<[String]>(
    "separators", effect: .looserIfMore, "The accepted decimal separators, one or a list.",
    default: [".", ","])
  static let group = Parameter<String?>(
    "group", effect: .unknown,
    "The separator that is accepted between groups of three digits, one character.",
    whenAbsent: "none")
  static let symbols = Parameter<[String]?>(
    "symbols", effect: .unknown, "The accepted currency symbols or codes, one or a list.")
  static let symbolRequired = Parameter<Bool>(
    "symbolRequired", effect: .stricterIfTrue, "Whether a symbol is required.")
  static let symbolAt = Parameter<RuleEntry.SymbolPosition>(
    "symbolAt", effect: .unknown, "The position of the symbol: `before` or `after` the number.",
    default: .before)
  static let space = Parameter<Bool>(
    "space", effect: .looserIfTrue, "Whether a space between symbol and number is accepted.")
  static let negative = Parameter<[RuleEntry.NegativePrice]?>(
    "negative", effect: .looserIfMore,
    "The accepted notations of negative amounts, one or a list: `leading` -$1, `inner` $-1, "
      + "`trailing` $1-, `parentheses` ($1).", whenAbsent: "negative amounts are rejected")

  static let documentation = RuleDocumentation(
    "The text is an amount of money.",
    discussion: """
      Digits without leading zeros, optionally in groups of three and optionally followed by \
      exactly two decimals after a point or comma. The parameters define the accepted separators \
      and symbols; there is no standard, and conventions depend on the locale (Unicode CLDR, \
      currency formats). To compute with amounts, use a field of type decimal.
      """,
    mainParameter: "decimals",
    types: ["text"],
    parameters: [
      decimals, decimalsRequired, leadingZero, separators, group, symbols, symbolRequired, symbolAt,
      space, negative,
    ],
    codes: [
      .init(
        "price.invalid",
        "{label} must be an amount of money{example, select, absent {} other {, such as {example}}}."
      )
    ],
    examples: [
      .init(
        accepts: ["0", "12", "12.50", "12,50", "0.99", "1234567"],
        rejects: [
          "12.5", "12.500", "12.", ".50", "012", "-12", "$12", "1,234.50", "12 ", "1.2.3",
          "12.50\n", "\u{661}2", "00",
        ]),
      .init(
        ["group": ",", "separators": ".", "symbols": ["$", "USD"], "negative": "leading"],
        accepts: ["$1,234.50", "1234.50", "-$1,234,567", "-0.10", "USD5"],
        rejects: ["1,23.50", "$", "$-1", "12,34", "$ 5", "1,,234", ",123", "5$", "--1", "1,2345"]),
      .init(
        [
          "group": ".", "separators": ",", "symbols": "\u{20AC}", "symbolAt": "after",
          "space": "true",
        ],
        accepts: ["1.234,50 \u{20AC}", "5\u{20AC}"], rejects: ["\u{20AC}5", "5  \u{20AC}", "5 "]),
      .init(
        [
          "symbols": "$", "symbolRequired": "true",
          "negative": ["parentheses", "inner", "trailing"],
        ],
        accepts: ["($5)", "$-5", "$5-"], rejects: ["5", "-$5", "($5", "$-5-", "(-5)", "()"]),
      .init(
        ["decimals": ["0", "3"], "decimalsRequired": "false"], accepts: ["5", "5.123"],
        rejects: ["5.12"]),
      .init(
        ["leadingZero": "false", "symbols": "$"], accepts: [".50", "$.50", "0.50", "5"],
        rejects: [".", "$.", ".5", "$", ",", ".50.50"]),
      .init(["decimalsRequired": "true"], accepts: ["5.00"], rejects: ["5"]),
    ])

  private let grammar: PriceGrammar

  let samples: [[String]]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    grammar = try PriceGrammar(parameters)
    let decimals = try parameters[Self.decimals].compactMap { Int($0) }
    let separators = try parameters[Self.separators]
    let numbers =
      separators.flatMap { separator in
        decimals.filter { $0 > 0 }.map { "12" + separator + "5".padding(to: $0) }
      } + ["12"]
    let symbols = try parameters[Self.symbols] ?? []
    samples = [
      numbers
        + symbols.flatMap { symbol in
          numbers.flatMap { number in
            [symbol + number, "\(symbol) \(number)", number + symbol, "\(number) \(symbol)"]
          }
        }
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    grammar.matches(text) ? .passes : .fails("price.invalid")
  }
}

extension String {
  /// The text, padded with zeros at the end.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: "0", count: max(0, width - utf8.count))
  }
}

extension DeclaredRule {
  /// The text is an amount of money.
  ///
  /// - Parameters:
  ///   - decimals: The accepted numbers of decimal places, at most 38; the default is 2.
  ///   - decimalsRequired: Whether decimals are required.
  ///   - leadingZero: Whether a digit is required before the decimal separator; the default is
  ///     true.
  ///   - separators: The accepted decimal separators; the default is point and comma.
  ///   - group: The separator of groups of three digits, one character; the default is none.
  ///   - symbols: The accepted currency symbols or codes.
  ///   - symbolRequired: Whether a symbol is required.
  ///   - symbolAt: The position of the symbol; the default is `.before`.
  ///   - space: Whether a space between symbol and number is accepted.
  ///   - negative: The accepted notations of negative amounts; the default is none.
  public static func price(
    decimals: [Int]? = nil, decimalsRequired: Bool? = nil, leadingZero: Bool? = nil,
    separators: [String]? = nil, group: String? = nil, symbols: [String]? = nil,
    symbolRequired: Bool? = nil, symbolAt: RuleEntry.SymbolPosition? = nil, space: Bool? = nil,
    negative: [RuleEntry.NegativePrice]? = nil
  ) -> Self {
    Self(
      PriceRule.self, PriceRule.decimals(decimals?.map(String.init)),
      PriceRule.decimalsRequired(decimalsRequired), PriceRule.leadingZero(leadingZero),
      PriceRule.separators(separators), PriceRule.group(group), PriceRule.symbols(symbols),
      PriceRule.symbolRequired(symbolRequired), PriceRule.symbolAt(symbolAt),
      PriceRule.space(space), PriceRule.negative(negative))
  }
}

extension RuleEntry {
  /// Positions of a currency symbol.
  public enum SymbolPosition: String, ParameterValue, CaseIterable, Sendable {
    /// Before the number, or after it.
    case before, after
  }

  /// Notations of a negative amount.
  public enum NegativePrice: String, ParameterValue, CaseIterable, Sendable {
    /// -$1, $-1, $1-, ($1).
    case leading, inner, trailing, parentheses
  }
}
