import FormBytes

/// The grammar of JSON (RFC 8259), over bytes, without building anything. Names may stand twice in an
/// object, and `\u` may write half of a surrogate pair.
enum JSONGrammar {
  /// What a JSON value can be.
  typealias Kind = RuleEntry.JSONKind

  /// The kind of the one value that the text is, or nil when it is no JSON text.
  static func kind(of text: Span<UInt8>) -> Kind? {
    var scanner = JSONScanner(text)
    scanner.checksKeys = false
    scanner.takesUnpairedSurrogates = true
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
