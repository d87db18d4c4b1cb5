/// The set of values for `in`, `notIn` and `exists`. A lookup takes constant time.
struct ListedValues: Sendable {
  private let texts: ByteStringSet
  private let keys: Set<ValueKey>
  private let items: ListItems?
  /// The texts for comparison by canonical equivalence (`normalize: nfc`); otherwise empty.
  private let normalized: Set<String>
  /// Whether a text is not ASCII but canonically equivalent to ASCII text, as the Kelvin sign is to
  /// K.
  private let hasASCIIEquivalent: Bool
  /// The message argument: the values, or the first ten followed by an ellipsis.
  let summary: MessageArgument
  static let values = Parameter<[ParameterOperand]?>(
    "values", effect: .looserIfMore, "The values, each of the field's type.")
  static let list = Parameter<String?>(
    "list", effect: .unknown, "The name of one of the form's lists, instead of values.")
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", effect: .looserIfTrue, "Whether to ignore the case of ASCII letters.")

  /// The parameters that `init` reads.
  static let parameters: [any DeclaredParameter] = [
    values, list, ignoreCase, TextNormalization.parameter,
  ]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    items = ListItems(parameters)
    let literals = try Self.literals(parameters)
    if literals.isEmpty {
      throw parameters.error("requires values or the name of a list", .missing(nil))
    }
    keys = Set(literals.compactMap { ValueKey($0.value) })
    if !keys.isEmpty, parameters.node(Self.ignoreCase) != nil {
      throw parameters.error("ignoreCase is for text", at: Self.ignoreCase)
    }
    let normalizes =
      parameters.declares(TextNormalization.parameter)
      ? try parameters[TextNormalization.parameter] == .nfc : false
    normalized = normalizes ? Set(literals.map { String(copying: $0.bytes.span) }) : []
    hasASCIIEquivalent = normalized.contains { text in
      !text.utf8.span.isASCII && text.unicodeScalars.allSatisfy(\.isEquivalentToASCII)
    }
    texts = ByteStringSet(literals.map(\.bytes), ignoresCase: try parameters[Self.ignoreCase])
    let shown = literals.prefix(10).map { parameters.shown($0) }
    summary = MessageArgument("values", list: literals.count > shown.count ? shown + ["…"] : shown)
  }

  private static func literals(
    _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> [Literal] {
    guard parameters.declares(Self.list), let name = try parameters[Self.list] else {
      return try parameters.literals(Self.values) ?? []
    }
    if parameters.node(Self.values) != nil {
      throw parameters.error("values and list exclude each other", .conflict, at: Self.list)
    }
    let lists = parameters.lists
    let location = parameters.location(of: Self.list)
    guard let list = lists.first(where: { $0.name == name }) else {
      throw .unknown("list", name, known: lists.map(\.name), at: location)
    }
    var literals: [Literal] = []
    for text in list.values { literals.append(try parameters.literal(text, at: location)) }
    return literals
  }

  /// Whether every item of a list, or the single value, is listed (`isListed` is true) or is not
  /// listed (`isListed` is false).
  func allSatisfy(
    isListed: Bool, _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> Bool {
    if let items {
      return items.allSatisfy(text, record) { contains($0) == isListed }
    }
    if let key = ValueKey(value) { return keys.contains(key) == isListed }
    return contains(text) == isListed
  }

  private func contains(_ text: Span<UInt8>) -> Bool {
    if texts.contains(text) { return true }
    return !normalized.isEmpty && (hasASCIIEquivalent || !text.isASCII)
      && normalized.contains(String(copying: text))
  }
}

/// The rule `in` or `notIn`.
protocol ListRule: Rule {
  /// Whether listed values pass (true) or unlisted values pass (false).
  static var acceptsListed: Bool { get }
  var listed: ListedValues { get }
  init(listed: ListedValues)
}

extension ListRule {
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    self.init(listed: try ListedValues(parameters))
  }

  var arguments: [MessageArgument] { [listed.summary] }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    listed.allSatisfy(isListed: Self.acceptsListed, value, text, in: record)
      ? .passes : .fails(Self.documentation.codes[0].code)
  }
}
