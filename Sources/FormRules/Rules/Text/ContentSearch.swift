import FormBytes

/// What `contains` and `lacks` look for: pieces of a text, or items of a list.
struct ContentSearch: Sendable {
  private let pieces: [[UInt8]]
  private let set: ByteStringSet
  private let items: ListItems?
  private let ignoresCase: Bool
  /// What messages show.
  let summary: MessageArgument

  static let values = Parameter<[String]?>(
    "values", "The pieces of text, or the items; a single one need be no list.")
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", "Whether upper and lower case of ASCII letters are the same.")

  static let parameters: [any DeclaredParameter] = [values, ignoreCase]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let values = try parameters[Self.values], !values.isEmpty else {
      throw parameters.error("needs values")
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

  /// How many different values there are to find.
  var count: Int { pieces.count }

  /// Whether any of the values is in the text or list.
  func findsAny(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> Bool {
    if let items { return !items.allSatisfy(text, record) { !set.contains($0) } }
    for index in pieces.indices where occurrences(of: index, in: text, upTo: 1) > 0 { return true }
    return false
  }

  /// Whether every value is in the text or list so many times. Pieces of text must not overlap.
  func findsAll(_ text: Span<UInt8>, _ record: borrowing RecordContext, times: Int) -> Bool {
    for index in pieces.indices {
      if occurrences(of: index, in: text, upTo: times, record) < times { return false }
    }
    return true
  }

  private func occurrences(
    of index: Int, in text: Span<UInt8>, upTo most: Int, _ record: borrowing RecordContext
  ) -> Int {
    guard let items else { return occurrences(of: index, in: text, upTo: most) }
    var found = 0
    _ = items.allSatisfy(text, record) { item in
      if ignoresCase ? item.isEqualIgnoringCase(to: pieces[index]) : item.isEqual(to: pieces[index])
      {
        found += 1
      }
      return found < most
    }
    return found
  }

  /// Looks for the first byte, then compares: the pieces are the author's, and short.
  private func occurrences(of piece: Int, in text: Span<UInt8>, upTo most: Int) -> Int {
    let bytes = pieces[piece]
    let first = folded(bytes[0])
    var found = 0
    var index = 0
    while index + bytes.count <= text.count {
      if folded(text[index]) == first, isEqual(bytes, text, at: index) {
        found += 1
        if found == most { return found }
        index += bytes.count
      } else {
        index += 1
      }
    }
    return found
  }

  private func isEqual(_ piece: [UInt8], _ text: Span<UInt8>, at start: Int) -> Bool {
    for offset in 0..<piece.count where folded(piece[offset]) != folded(text[start + offset]) {
      return false
    }
    return true
  }

  private func folded(_ byte: UInt8) -> UInt8 { ignoresCase ? byte.lowercasedASCII : byte }
}
