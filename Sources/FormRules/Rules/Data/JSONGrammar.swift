import FormBytes

/// Checks the grammar of JSON (RFC 8259) without building values. Object names may repeat, and `\u`
/// escapes may be unpaired surrogates.
enum JSONGrammar {
  /// The kind of the value; nil if the text is not a single JSON value.
  static func kind(of text: Span<UInt8>) -> RuleEntry.JSONKind? {
    var scanner = JSONScanner(text)
    scanner.checksKeys = false
    scanner.acceptsUnpairedSurrogates = true
    guard let value = try? scanner.value() else { return nil }
    scanner.skipBlanks()
    guard scanner.current == nil else { return nil }
    return switch value.kind {
    case .missing: .null
    case .string: .string
    case .number: .number
    case .boolean: .boolean
    case .array: .array
    case .object: .object
    }
  }
}
