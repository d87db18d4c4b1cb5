import FormBytes

/// Requires a media type (RFC 6838).
struct MIMERule: TextRule {
  static let name = "mime"
  static let types = Parameter<[String]>(
    "types", effect: .unknown,
    "The accepted top-level types, before the slash; `any` for all.",
    default: MIMERule.registered)
  static let parameters = Parameter<Bool>(
    "parameters", effect: .looserIfTrue, "Whether parameters are accepted.", default: true)
  static let comments = Parameter<Bool>(
    "comments", effect: .looserIfTrue, "Whether comments at the end are accepted.")
  static let charset = Parameter<RuleEntry.MIMECharset>(
    "charset", effect: .words([["text"], ["any"]]),
    "The types that may have a charset: `any`, or `text`, which means text and multipart, "
      + "for which RFC 2046 defines one.", default: .any)

  static let documentation = RuleDocumentation(
    "The text is a media (MIME) type, such as text/html; charset=utf-8.",
    discussion: """
      Type and subtype are names of RFC 6838, 4.2: at most 127 letters, digits and !#$&-^_.+, \
      beginning with a letter or digit. The type must be registered with IANA unless `types` \
      specifies otherwise; the rule does not check whether the subtype is registered. Parameters \
      follow RFC 9110, 5.6.6, with optional white space around the semicolon. In mail, comments in \
      parentheses may follow (RFC 2045, 5.1). To check the type of the content of a file, use \
      `media`.
      """,
    mainParameter: "types",
    types: ["text"],
    parameters: [types, parameters, comments, charset],
    codes: [
      .init(
        "mime.invalid",
        "{label} must be a media type{example, select, absent {} other {, such as {example}}}."),
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
        ["comments": "true", "charset": "text"],
        accepts: [
          "text/html; charset=us-ascii (Plain (or so) text)", "text/html (a)(b)",
          "multipart/mixed; charset=utf-8", "audio/mp4; codecs=x",
        ],
        rejects: [
          "text/html (a", "text/html (a) b", "text/html a)", "audio/mp4; charset=utf-8",
          "application/json;Charset=\"utf-8\"",
        ]),
      .init(
        ["parameters": "false"], accepts: ["text/html"], rejects: ["text/html; charset=utf-8"]),
    ])

  /// The top-level types registered with IANA (RFC 6838, 4.2.1 to 4.2.7; RFC 8081; RFC 9695).
  private static let registered = [
    "application", "audio", "example", "font", "haptics", "image", "message", "model", "multipart",
    "text", "video",
  ]

  private let types: ByteStringSet?
  private let acceptsParameters, acceptsComments: Bool
  private let charset: RuleEntry.MIMECharset
  let arguments: [MessageArgument]

  let samples: [[String]]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let texts = try parameters[Self.types]
    if texts.isEmpty { throw parameters.error("requires a type", .missing(nil), at: Self.types) }
    types =
      texts == ["any"]
      ? nil : ByteStringSet(texts.map { Array($0.utf8) }, ignoresCase: true)
    acceptsParameters = try parameters[Self.parameters]
    acceptsComments = try parameters[Self.comments]
    charset = try parameters[Self.charset]
    arguments = [MessageArgument("types", list: texts)]
    samples = [
      ["text/html", "image/png", "application/pdf", "audio/mpeg", "video/mp4"]
        + texts.map { "\($0)/example" }
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return .fails("mime.invalid") }
    var end = slash + 1
    while end < text.count, Self.nameCharacters.contains(text[end]) { end += 1 }
    let type = text.extracting(0..<slash)
    guard Self.isName(type), Self.isName(text.extracting(slash + 1..<end)),
      end == text.count || areParameters(text.extracting(end..<text.count), of: type)
    else { return .fails("mime.invalid") }
    return types?.contains(text.extracting(0..<slash)) != false ? .passes : .fails("mime.type")
  }

  private static func isName(_ text: Span<UInt8>) -> Bool {
    (1...127).contains(text.count) && (text[0].isASCIILetter || text[0].isASCIIDigit)
      && text.consists(of: nameCharacters)
  }

  /// Whether the text is a sequence of `; name=value`, optionally followed by comments.
  private func areParameters(_ text: Span<UInt8>, of type: Span<UInt8>) -> Bool {
    let acceptsCharset =
      charset == .any || type.isEqualIgnoringCase(to: Self.textType)
      || type.isEqualIgnoringCase(to: Self.multipartType)
    var index = 0
    while index < text.count {
      Self.skipBlanks(text, &index)
      guard index < text.count else { return false }
      if acceptsComments, text[index] == UInt8(ascii: "(") { return Self.areComments(text, &index) }
      guard acceptsParameters, text[index] == UInt8(ascii: ";") else { return false }
      index += 1
      Self.skipBlanks(text, &index)
      let start = index
      guard Self.skipToken(text, &index), index < text.count, text[index] == UInt8(ascii: "="),
        acceptsCharset || !text.extracting(start..<index).isEqualIgnoringCase(to: Self.charsetName)
      else { return false }
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "\"") {
        guard text.skipQuotedString(&index) != nil else { return false }
      } else if !Self.skipToken(text, &index) {
        return false
      }
    }
    return true
  }

  private static let textType = Array("text".utf8)
  private static let multipartType = Array("multipart".utf8)
  private static let charsetName = Array("charset".utf8)

  /// Whether the rest of the text consists of comments, optionally separated by white space.
  /// Nesting is counted.
  private static func areComments(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\\"): index += 1
      case 0x20, 0x09: break
      case let byte where depth > 0 && byte > 0x20 && byte != 0x7F: break
      default: return false
      }
      guard depth >= 0 else { return false }
      index += 1
    }
    // A backslash at the end is invalid.
    return depth == 0 && index == text.count
  }

  private static func skipBlanks(_ text: Span<UInt8>, _ index: inout Int) {
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
  }

  private static func skipToken(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < text.count, token.contains(text[index]) { index += 1 }
    return index > start
  }

  private static let nameCharacters = ASCIISet.alphanumerics.union("!#$&-^_.+")
  /// RFC 9110, 5.6.2.
  private static let token = ASCIISet.alphanumerics.union("!#$%&'*+-.^_`|~")
}

extension RuleEntry {
  /// The media types that may have the parameter `charset`.
  public enum MIMECharset: String, ParameterValue, CaseIterable, Sendable {
    /// Any type, or only text and multipart (RFC 2046).
    case any, text
  }
}
