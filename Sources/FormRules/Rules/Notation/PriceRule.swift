/// Requires an amount of money.
struct PriceRule: Rule {
  static let name = "price"
  static let decimals = Parameter<[String]>(
    "decimals", "How many decimals, a number or a list. 0 takes none.", default: ["2"])
  static let decimalsRequired = Parameter<Bool>(
    "decimalsRequired", "Whether decimals must be written.")
  static let leadingZero = Parameter<Bool>(
    "leadingZero",
    "Whether a digit must stand before the decimal separator; without it .50 "
      + "is taken.", default: true)
  static let separators = Parameter<[String]>(
    "separators", "The decimal separators taken, a list.", default: [".", ","])
  static let group = Parameter<String?>(
    "group", "What may stand between groups of three digits, one character.", whenAbsent: "none")
  static let symbols = Parameter<[String]?>(
    "symbols", "Currency symbols or codes that may stand with the number, a list.")
  static let symbolRequired = Parameter<Bool>(
    "symbolRequired", "Whether one of them must be there.")
  static let symbolAt = Parameter<RuleEntry.SymbolPlace>(
    "symbolAt", "Where: `before` or `after` the number.", default: .before)
  static let space = Parameter<Bool>(
    "space", "Whether a space may stand between symbol and number.")
  static let negative = Parameter<[RuleEntry.NegativePrice]?>(
    "negative",
    "How a negative amount is written, a list: `leading` -$1, `inner` $-1, "
      + "`trailing` $1-, `parentheses` ($1).", whenAbsent: "not at all")

  static let documentation = RuleDocumentation(
    "The text is an amount of money, written out.",
    discussion: """
      Digits without leading zeros, perhaps in groups of three, and perhaps exactly two decimals \
      behind a point or comma. Which signs and symbols are taken is said by the parameters; no \
      standard fixes them, and what is common is a matter of locale (Unicode CLDR, currency \
      formats). To compute with amounts, use a field of the type decimal.
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

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    grammar.matches(text) ? .passes : .fails("price.invalid")
  }
}

extension String {
  /// The digits with zeros behind them.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: "0", count: max(0, width - utf8.count))
  }
}

extension RuleEntry {
  /// The text is an amount of money.
  public static func price(
    decimals: [Int]? = nil, decimalsRequired: Bool? = nil, leadingZero: Bool? = nil,
    separators: [String]? = nil,
    group: String? = nil, symbols: [String]? = nil, symbolRequired: Bool? = nil,
    symbolAt: SymbolPlace? = nil, space: Bool? = nil, negative: [NegativePrice]? = nil
  ) -> RuleEntry {
    RuleEntry(
      PriceRule.self, PriceRule.decimals(decimals?.map(String.init)),
      PriceRule.decimalsRequired(decimalsRequired), PriceRule.leadingZero(leadingZero),
      PriceRule.separators(separators), PriceRule.group(group), PriceRule.symbols(symbols),
      PriceRule.symbolRequired(symbolRequired), PriceRule.symbolAt(symbolAt),
      PriceRule.space(space), PriceRule.negative(negative))
  }

  /// Where a currency symbol stands.
  public enum SymbolPlace: String, ParameterValue, CaseIterable, Sendable {
    /// Before or after the number.
    case before, after
  }

  /// How a negative amount is written: -$1, $-1, $1-, ($1).
  public enum NegativePrice: String, ParameterValue, CaseIterable, Sendable {
    /// See above, in this order.
    case leading, inner, trailing, parentheses
  }
}
