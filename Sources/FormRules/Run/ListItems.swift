import FormBytes

/// Splits the text of a list field into its items: at the separator or, if the cell is JSON, at
/// the elements of the array.
struct ListItems: Sendable {
  private let field: Int
  private let separator: [UInt8]

  /// Creates the splitter for the field at a position; nil if the type is not that of lists.
  init?(_ type: FieldType, ofField index: Int) {
    guard case .list(let separator) = type else { return nil }
    field = index
    self.separator = Array(separator.utf8)
  }

  /// Returns the number of items in the text.
  func count(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> Int {
    var count = 0
    _ = allSatisfy(text, record) { _ in
      count += 1
      return true
    }
    return count
  }

  /// Returns whether all items satisfy the predicate; true if there are no items.
  ///
  /// Blanks around an item are part of it, and items may be empty. In a JSON array strings are
  /// unescaped, null is an empty item, and any other element is its JSON text without blanks
  /// between the tokens of nested lists.
  func allSatisfy(
    _ text: Span<UInt8>, _ record: borrowing RecordContext, predicate: (Span<UInt8>) -> Bool
  ) -> Bool {
    allSatisfy(text, isJSON: isJSON(record), predicate: predicate)
  }

  /// The items of a field, and whether its text is a JSON array.
  typealias Source = (items: ListItems, isJSON: Bool)

  /// How the text of a record is split.
  func source(_ record: borrowing RecordContext) -> Source { (self, isJSON(record)) }

  /// Whether the list of a record is a JSON array.
  func isJSON(_ record: borrowing RecordContext) -> Bool { record.kind(of: field) == .array }

  /// Returns whether all items of a text, or of a JSON array, satisfy the predicate.
  func allSatisfy(
    _ text: Span<UInt8>, isJSON: Bool, predicate: (Span<UInt8>) -> Bool
  ) -> Bool {
    if isJSON { return JSONItems.allSatisfy(in: text, predicate) }
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

  /// Returns the items as a JSON array: the text itself if it is one, otherwise strings.
  func jsonArray(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> [UInt8] {
    if isJSON(record) { return text.indices.map { text[$0] } }
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
