/// Requires a media type.
struct MimeRule: Rule {
  static let name = "mime"
  static let documentation = RuleDocumentation(
    "The text is a media (MIME) type, such as text/html; charset=utf-8.",
    discussion: """
      Type and subtype are names of RFC 6838, 4.2: at most 127 letters, digits and !#$&-^_.+, the \
      first one a letter or digit. The type is one that IANA registered unless `types` says \
      otherwise; whether the subtype is registered is not asked. Parameters follow RFC 9110, \
      5.6.6, with blanks around the semicolon; comments are not taken. What type a file is of, by \
      its bytes, is asked by `media`.
      """,
    mainParameter: "types",
    types: ["text"],
    parameters: [
      .init(
        "types",
        "The types before the slash; \(MimeRule.registered.joined(separator: ", ")) unless said; "
          + "`any` for all."),
      .init("parameters", "Whether parameters are taken; true unless said."),
    ],
    codes: [
      .init("mime.invalid", "{label} must be a media type, such as text/html."),
      .init("mime.type", "{label} must be a media type of: {types}."),
    ],
    examples: [
      .init(
        accepts: [
          "text/html", "TEXT/HTML", "application/vnd.ms-excel", "image/svg+xml",
          "text/html;charset=utf-8", "text/html ; charset=\"utf-8\"; a=\"b\\\"c;\"",
          "multipart/form-data; boundary=x",
        ],
        rejects: [
          "text", "text/", "/html", "text/html/x", "text /html", "text/ html", "text/html;",
          "text/html; charset", "text/html; charset=", "text/html; =utf-8", "text/.html",
          "text/html; a=\"b", "text/html; a=b c", "text/html (a)", "text/html\n", "*/*",
          "text/" + String(repeating: "a", count: 128),
        ]),
      .init(accepts: ["model/vnd.gtw"], rejects: ["foo/bar", "x-a/b"], code: "mime.type"),
      .init("image", accepts: ["image/png"], rejects: ["text/html"], code: "mime.type"),
      .init("any", accepts: ["foo/bar"], rejects: ["foo"]),
      .init(
        ["parameters": "false"], accepts: ["text/html"], rejects: ["text/html; charset=utf-8"]),
    ])

  /// The top-level types that IANA registered (RFC 6838, 4.2.1 to 4.2.7; RFC 8081; RFC 9695).
  private static let registered = [
    "application", "audio", "example", "font", "haptics", "image", "message", "model", "multipart",
    "text", "video",
  ]

  private let types: ByteStringSet?
  private let takesParameters: Bool
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let texts = try parameters.texts("types") ?? Self.registered
    if texts.isEmpty { throw parameters.error("needs a type", at: "types") }
    types =
      texts == ["any"]
      ? nil : ByteStringSet(texts.map { Array($0.utf8) }, ignoresCase: true)
    takesParameters = try parameters.flag("parameters", default: true)
    arguments = [MessageArgument("types", list: texts)]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> Failure? {
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return Failure("mime.invalid") }
    var end = slash + 1
    while end < text.count, Self.nameCharacters.contains(text[end]) { end += 1 }
    guard Self.isName(text.extracting(0..<slash)), Self.isName(text.extracting(slash + 1..<end)),
      end == text.count || takesParameters && Self.areParameters(text.extracting(end..<text.count))
    else { return Failure("mime.invalid") }
    return types?.contains(text.extracting(0..<slash)) != false ? nil : Failure("mime.type")
  }

  private static func isName(_ text: Span<UInt8>) -> Bool {
    (1...127).contains(text.count) && (text[0].isASCIILetter || text[0].isASCIIDigit)
      && text.isMade(of: nameCharacters)
  }

  /// `; name=value` again and again.
  private static func areParameters(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      skipBlanks(text, &index)
      guard index < text.count, text[index] == UInt8(ascii: ";") else { return false }
      index += 1
      skipBlanks(text, &index)
      guard skipToken(text, &index), index < text.count, text[index] == UInt8(ascii: "=") else {
        return false
      }
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "\"") {
        guard skipQuoted(text, &index) else { return false }
      } else if !skipToken(text, &index) {
        return false
      }
    }
    return true
  }

  private static func skipBlanks(_ text: Span<UInt8>, _ index: inout Int) {
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
  }

  private static func skipToken(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < text.count, token.contains(text[index]) { index += 1 }
    return index > start
  }

  private static func skipQuoted(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    index += 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      if text[index] == UInt8(ascii: "\\") { index += 1 }
      guard index < text.count, text[index] >= 0x20 || text[index] == 0x09, text[index] != 0x7F
      else { return false }
      index += 1
    }
    guard index < text.count else { return false }
    index += 1
    return true
  }

  private static let nameCharacters = ASCIISet {
    $0.isASCIILetter || $0.isASCIIDigit || "!#$&-^_.+".utf8.contains($0)
  }
  /// RFC 9110, 5.6.2.
  private static let token = ASCIISet {
    $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0)
  }
}
