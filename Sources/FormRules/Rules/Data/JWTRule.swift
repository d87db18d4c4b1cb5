/// Requires a JSON Web Token (RFC 7519).
struct JWTRule: TextRule {
  static let name = "jwt"
  static let unsecured = Parameter<Bool>(
    "unsecured", effect: .looserIfTrue, "Whether the signature may be empty (RFC 7519, 6).")

  static let documentation = RuleDocumentation(
    "The text is a JSON Web Token in compact form.",
    discussion: """
      Three parts in unpadded URL-safe Base64, separated by dots (RFC 7515, 7.1); the first two \
      are JSON objects (RFC 7519, 7.2). The signature is not verified, because that requires a \
      key. The header and the payload may have at most \(JWTRule.maximumBytes) bytes each.
      """,
    types: ["text"],
    parameters: [unsecured],
    codes: [.init("jwt.invalid", "{label} must be a JSON Web Token.")],
    examples: [
      .init(
        accepts: ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl", "e30.e30.AA"],
        rejects: [
          "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ", "e30.e30.", "e30..AA", "..", ".e30.AA",
          "e30.e30.AA.AA", "e30=.e30.AA", "bm8.e30.AA", "e30.bm8.AA", "e30.e30.A", "e30.e30.A+",
          "e30.e30.AA\n", "e3.e30.AA",
        ]),
      .init(["unsecured": "true"], accepts: ["e30.e30.", "e30.e30.AA"], rejects: ["e30.e30"]),
    ])

  /// The maximum size of the header and of the payload, in bytes, because they are decoded on the
  /// stack.
  static let maximumBytes = 4096

  private let acceptsUnsecured: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    acceptsUnsecured = try parameters[Self.unsecured]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let first = text.firstIndex(of: UInt8(ascii: ".")),
      let second = text.firstIndex(of: UInt8(ascii: "."), from: first + 1),
      case let signature = text.extracting(second + 1..<text.count),
      signature.consists(of: .base64URL), signature.count % 4 != 1,
      acceptsUnsecured || !signature.isEmpty, Self.isObject(text.extracting(0..<first)),
      Self.isObject(text.extracting(first + 1..<second))
    else { return .fails("jwt.invalid") }
    return .passes
  }

  /// Whether the part is a JSON object in UTF-8.
  private static func isObject(_ part: Span<UInt8>) -> Bool {
    guard part.count % 4 != 1, part.count <= (maximumBytes * 4 + 2) / 3 else { return false }
    var bytes = InlineArray<4096, UInt8>(repeating: 0)
    var count = 0
    let isBase64 = Base64.decode(unpadded: part, .urlSafe) { byte in
      bytes[count] = byte
      count += 1
    }
    guard isBase64 else { return false }
    let text = bytes.span.extracting(0..<count)
    guard (try? UTF8Span(validating: text)) != nil else { return false }
    return JSONGrammar.kind(of: text) == .object
  }
}
