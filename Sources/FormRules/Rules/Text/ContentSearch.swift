import FormBytes

/// The search of `contains` and `lacks`: for substrings of a text, or items of a list.
struct ContentSearch: Sendable {
  private let pieces: [[UInt8]]
  private let set: ByteStringSet
  private let items: ListItems?
  private let ignoresCase: Bool
  /// The message argument.
  let summary: MessageArgument

  static let values = Parameter<[String]?>(
    "values", effect: .stricterIfMore, "The substrings or items. A single value need not be a list."
  )
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", effect: .looserIfTrue, "Whether to ignore the case of ASCII letters.")

  static let parameters: [any DeclaredParameter] = [values, ignoreCase]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let values = try parameters[Self.values], !values.isEmpty else {
      throw parameters.error("requires values", .missing(nil))
    }
    items = ListItems(parameters)
    if items == nil, values.contains(where: \.isEmpty) {
      throw parameters.error("every text contains an empty one", at: Self.values)
    }
    ignoresCase = try parameters[Self.ignoreCase]
    pieces = values.map { Array($0.utf8) }
    set = ByteStringSet(pieces, ignoresCase: ignoresCase)
    summary = MessageArgument("values", list: values)
  }

  /// Whether the text or list contains any of the values.
  func findsAny(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> Bool {
    if let items { return !items.allSatisfy(text, record) { !set.contains($0) } }
    for index in pieces.indices where occurrences(of: index, in: text, upTo: 1) > 0 { return true }
    return false
  }

  /// Whether the text or list contains every value at least `times` times. Occurrences in a text
  /// must not overlap.
  func findsAll(_ text: Span<UInt8>, _ record: borrowing RecordContext, times: Int) -> Bool {
    for index in pieces.indices {
      if occurrences(of: index, in: text, upTo: times, record) < times { return false }
    }
    return true
  }

  private func occurrences(
    of index: Int, in text: Span<UInt8>, upTo limit: Int, _ record: borrowing RecordContext
  ) -> Int {
    guard let items else { return occurrences(of: index, in: text, upTo: limit) }
    var count = 0
    _ = items.allSatisfy(text, record) { item in
      if ignoresCase ? item.isEqualIgnoringCase(to: pieces[index]) : item.isEqual(to: pieces[index])
      {
        count += 1
      }
      return count < limit
    }
    return count
  }

  /// Searches for the first byte, then compares the rest. A simple search suffices because the
  /// values come from the rule set and are short.
  private func occurrences(of piece: Int, in text: Span<UInt8>, upTo limit: Int) -> Int {
    let bytes = pieces[piece]
    let first = folded(bytes[0])
    var count = 0
    var index = 0
    while index + bytes.count <= text.count {
      if folded(text[index]) == first, isEqual(bytes, text, at: index) {
        count += 1
        if count == limit { return count }
        index += bytes.count
      } else {
        index += 1
      }
    }
    return count
  }

  private func isEqual(_ piece: [UInt8], _ text: Span<UInt8>, at start: Int) -> Bool {
    for offset in 0..<piece.count where folded(piece[offset]) != folded(text[start + offset]) {
      return false
    }
    return true
  }

  private func folded(_ byte: UInt8) -> UInt8 { ignoresCase ? byte.lowercasedASCII : byte }
}
