import FormBytes

/// The items of a JSON array in its JSON text.
enum JSONItems {
  /// Whether the text is a JSON array without items.
  static func isEmpty(_ text: Span<UInt8>) -> Bool {
    var scanner = JSONScanner(text)
    guard scanner.skip(.openBracket) else { return false }
    return scanner.skipBlanksAnd(.closeBracket)
  }

  /// Whether the text begins with a JSON array of which all items satisfy a predicate.
  ///
  /// Strings are decoded, null is an empty item, and any other element is its JSON text without
  /// blanks between tokens. In malformed text, the predicate receives the items before the error,
  /// and the result is false. The text of an item is only valid during the call.
  static func allSatisfy(
    in text: Span<UInt8>, _ predicate: (Span<UInt8>) -> Bool
  ) -> Bool {
    allSatisfy(in: text, null: { predicate(text.extracting(0..<0)) }, predicate)
  }

  /// Whether all items satisfy a predicate, and null satisfies another one.
  static func allSatisfy(
    in text: Span<UInt8>, null: () -> Bool, _ predicate: (Span<UInt8>) -> Bool
  ) -> Bool {
    var scanner = JSONScanner(text)
    scanner.checksKeys = false
    guard scanner.skip(.openBracket) else { return false }
    if scanner.skipBlanksAnd(.closeBracket) { return true }
    // All items that differ from their JSON text share one buffer.
    var decoded: [UInt8] = []
    repeat {
      guard let item = try? scanner.value() else { return false }
      decoded.removeAll(keepingCapacity: true)
      let isSatisfied: Bool
      switch item.kind {
      case .missing: isSatisfied = null()
      case .string where item.hasEscapes:
        text.appendString(in: item.range, to: &decoded)
        isSatisfied = predicate(decoded.span)
      case .array, .object:
        decoded.appendCompactJSON(text.extracting(item.range))
        isSatisfied = predicate(decoded.span)
      case .string, .number, .boolean: isSatisfied = predicate(text.extracting(item.range))
      }
      guard isSatisfied else { return false }
    } while scanner.skipBlanksAnd(.comma)
    return scanner.skip(.closeBracket)
  }
}
