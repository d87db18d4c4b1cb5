import FormBytes

/// The grammar of amounts of money.
struct PriceGrammar: Sendable {
  /// The maximum number of decimal places.
  private static let maximumDecimals = 38

  /// The accepted numbers of decimal places, one bit for each.
  private let decimals: UInt64
  private let needsDecimals, needsLeadingDigit: Bool
  private let separators: ASCIISet
  private let group: UInt8?
  private let symbols: [[UInt8]]
  private let needsSymbol, acceptsSpace: Bool
  private let position: RuleEntry.SymbolPosition
  private let negative: [RuleEntry.NegativePrice]

  /// Reads the parameters of the rule `price`.
  ///
  /// - Throws: `DefinitionError` if they are invalid or contradict each other.
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    var decimals: UInt64 = 0
    for text in try parameters[PriceRule.decimals] {
      guard let count = UInt64(text), count <= Self.maximumDecimals else {
        throw parameters.error(
          "decimals must be 0 to \(Self.maximumDecimals), not '\(text)'", at: PriceRule.decimals)
      }
      decimals |= 1 << count
    }
    self.decimals = decimals
    needsDecimals = try parameters[PriceRule.decimalsRequired]
    if needsDecimals, decimals & ~1 == 0 {
      throw parameters.error("there are none to require", at: PriceRule.decimalsRequired)
    }
    needsLeadingDigit = try parameters[PriceRule.leadingZero]
    var points: [UInt8] = []
    for text in try parameters[PriceRule.separators] {
      points.append(try Self.character(text, "separators", parameters: parameters))
    }
    let group = try parameters[PriceRule.group]
    self.group = try group.map { text throws(DefinitionError) in
      try Self.character(text, "group", parameters: parameters)
    }
    // Unless separators are given, the group separator is not a decimal separator.
    if let group = self.group, parameters.node(PriceRule.separators) == nil {
      points.removeAll { $0 == group }
    }
    if let group = self.group, points.contains(group) {
      throw parameters.error("the group separator is a decimal separator too", at: PriceRule.group)
    }
    separators = ASCIISet { points.contains($0) }
    symbols = (try parameters[PriceRule.symbols] ?? []).map { Array($0.utf8) }
    if symbols.contains([]) {
      throw parameters.error("a symbol must not be empty", .missing(nil), at: PriceRule.symbols)
    }
    needsSymbol = try parameters[PriceRule.symbolRequired]
    let symbolParameters: [any DeclaredParameter] = [
      PriceRule.symbolRequired, PriceRule.symbolAt, PriceRule.space,
    ]
    for parameter in symbolParameters where symbols.isEmpty && parameters.node(parameter) != nil {
      throw parameters.error("\(parameter.name) goes with symbols", at: parameter)
    }
    position = try parameters[PriceRule.symbolAt]
    acceptsSpace = try parameters[PriceRule.space]
    negative = try parameters[PriceRule.negative] ?? []
  }

  private static func character(
    _ text: String, _ name: String, parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> UInt8 {
    let bytes = Array(text.utf8)
    guard bytes.count == 1, bytes[0] < 0x80, !bytes[0].isASCIIDigit else {
      throw parameters.error("\(name): '\(text)' must be one ASCII character, no digit", at: name)
    }
    return bytes[0]
  }

  /// Whether the text is an amount.
  func matches(_ text: Span<UInt8>) -> Bool {
    var (start, end) = (0, text.count)
    var isNegative = false
    if negative.contains(.parentheses), end >= 2, text[0] == UInt8(ascii: "("),
      text[end - 1] == UInt8(ascii: ")")
    {
      (start, end, isNegative) = (1, end - 1, true)
    }
    func skipMinus(_ kind: RuleEntry.NegativePrice) {
      guard !isNegative, negative.contains(kind), start < end else { return }
      if kind == .trailing {
        guard text[end - 1] == UInt8(ascii: "-") else { return }
        end -= 1
      } else {
        guard text[start] == UInt8(ascii: "-") else { return }
        start += 1
      }
      isNegative = true
    }
    skipMinus(.leading)
    if position == .after { skipMinus(.inner) }
    let symbol = symbolWidth(text.extracting(start..<end))
    if symbol > 0 {
      if position == .before { start += symbol } else { end -= symbol }
      if acceptsSpace, start < end {
        if position == .before, text[start] == 0x20 {
          start += 1
        } else if position == .after, text[end - 1] == 0x20 {
          end -= 1
        }
      }
    } else if needsSymbol {
      return false
    }
    if position == .before { skipMinus(.inner) }
    skipMinus(.trailing)
    return isNumber(text.extracting(start..<end))
  }

  /// The number of bytes of the symbol at the start or the end of the text; 0 if there is none.
  private func symbolWidth(_ text: Span<UInt8>) -> Int {
    for symbol in symbols where symbol.count < text.count {
      let range =
        position == .before ? 0..<symbol.count : text.count - symbol.count..<text.count
      if text.extracting(range).isEqual(to: symbol) { return symbol.count }
    }
    return 0
  }

  private func isNumber(_ text: Span<UInt8>) -> Bool {
    var (index, run, groups) = (0, 0, 0)
    while index < text.count {
      let byte = text[index]
      if byte.isASCIIDigit {
        run += 1
      } else if byte == group {
        guard groups == 0 ? (1...3).contains(run) : run == 3 else { return false }
        (groups, run) = (groups + 1, 0)
      } else {
        break
      }
      index += 1
    }
    let isBare = !needsLeadingDigit && index == 0
    guard isBare || run > 0, groups == 0 || run == 3,
      isBare || text[0] != UInt8(ascii: "0") || index == 1
    else { return false }
    guard index < text.count else { return !isBare && !needsDecimals }
    let count = text.count - index - 1
    return separators.contains(text[index]) && count > 0 && count <= Self.maximumDecimals
      && decimals >> UInt64(count) & 1 == 1
      && text.extracting(index + 1..<text.count).consists(of: .digits)
  }
}
