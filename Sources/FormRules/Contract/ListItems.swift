import FormBytes

/// How the items of a list field lie in its text: between separators or, when the source is JSON,
/// in an array's source text.
struct ListItems: Sendable {
  private let field: Int
  private let separator: [UInt8]

  /// The items of the field that a rule stands on; nil when that is no list.
  init?(_ parameters: borrowing RuleParameters) {
    guard case .list(let separator)? = parameters.field?.type,
      let index = parameters.ownFieldIndex
    else { return nil }
    self.field = index
    self.separator = Array(separator.utf8)
  }

  /// How many items the text has.
  func count(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> Int {
    var count = 0
    _ = allSatisfy(text, record) { _ in
      count += 1
      return true
    }
    return count
  }

  /// Whether all items satisfy the predicate; true when there are none. Blanks around an item are
  /// part of it, and there may be empty ones. In a JSON array strings are unescaped, null is an
  /// empty item, anything else is its source text, without blanks between the parts of lists.
  func allSatisfy(
    _ text: Span<UInt8>, _ record: borrowing RecordContext, _ predicate: (Span<UInt8>) -> Bool
  ) -> Bool {
    if record.kind(of: field) == .array { return JSONItems.allSatisfy(in: text, predicate) }
    guard !text.isEmpty else { return true }
    var start = 0
    var index = 0
    while index < text.count {
      if isSeparator(at: index, text) {
        guard predicate(text.extracting(start..<index)) else { return false }
        index += separator.count
        start = index
      } else {
        index += 1
      }
    }
    return predicate(text.extracting(start..<text.count))
  }

  /// The items as a JSON array of strings.
  func jsonArray(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> [UInt8] {
    var items: [JSON] = []
    _ = allSatisfy(text, record) { item in
      items.append(.string(String(copying: item)))
      return true
    }
    return Array(JSON.array(items).text.utf8)
  }

  private func isSeparator(at index: Int, _ text: Span<UInt8>) -> Bool {
    guard !separator.isEmpty, index + separator.count <= text.count else { return false }
    for offset in 0..<separator.count where text[index + offset] != separator[offset] {
      return false
    }
    return true
  }
}
