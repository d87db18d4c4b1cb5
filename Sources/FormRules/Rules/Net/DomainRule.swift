/// Requires a domain name in the public DNS.
struct DomainRule: TextRule {
  static let name = "domain"
  static let topLevels = Parameter<[String]?>(
    "topLevels", effect: .onlyListed(),
    "The accepted top-level domains, without a dot, as in [com, org].",
    whenAbsent: "any")
  static let notTopLevels = Parameter<[String]?>(
    "notTopLevels", effect: .stricterIfMore,
    "Top-level domains that are not accepted, as in [test, example, invalid, "
      + "localhost] (RFC 6761).")
  static let international = Parameter<Bool>(
    "international", effect: .looserIfTrue, "Whether letters outside ASCII are accepted.",
    default: true)
  static let underscores = Parameter<Bool>(
    "underscores", effect: .looserIfTrue, "Whether _ is accepted like a letter.")
  static let wildcard = Parameter<Bool>(
    "wildcard", effect: .looserIfTrue, "Whether the prefix *. is accepted, as in *.example.com.")
  static let trailingDot = Parameter<Bool>(
    "trailingDot", effect: .looserIfTrue, "Whether a trailing dot is accepted.")

  static let documentation = RuleDocumentation(
    "The text is a domain name, such as example.com.",
    discussion: """
      A host name (RFC 1123, 2.1) of at least two labels, the last of which can be a top-level \
      domain: at least two characters without digits, or Punycode (RFC 3696, 2). Letters outside \
      ASCII follow IDNA 2008 (RFC 5891 to 5893). The rule does not check whether the domain or its \
      top-level domain exists, because the list changes every month; `topLevels` restricts it.
      """,
    mainParameter: "topLevels",
    types: ["text"],
    parameters: [topLevels, notTopLevels, international, underscores, wildcard, trailingDot],
    codes: [
      .init(
        "domain.invalid",
        "{label} must be a domain name{example, select, absent {} other {, such as {example}}}."),
      .init("domain.topLevel", "{label} must be a domain below one of: {topLevels}."),
      .init("domain.notTopLevel", "{label} must not be a domain below any of: {notTopLevels}."),
    ],
    examples: [
      .init(
        accepts: [
          "example.com", "a.co", "mail.example.co.uk", "1337.net", "xn--bcher-kva.example",
          "b\u{FC}cher.example", "example.xn--p1ai", "r--w.com", "EXAMPLE.COM",
        ],
        rejects: [
          "localhost", "example", "example.c", "example.c0m", "192.0.2.1", "example.com.",
          "-example.com", "example-.com", "exa_mple.com", "example..com", "http://example.com",
          "example.com/", "example.com:80", " example.com", "example.com\n", "\u{2603}.example",
        ]),
      .init(
        ["com", "de"], accepts: ["example.COM", "example.de"],
        rejects: ["example.org", "com.example"], code: "domain.topLevel"),
      .init(
        ["international": "false"], accepts: ["example.com"], rejects: ["b\u{FC}cher.example"]),
      .init(
        ["underscores": "true", "trailingDot": "true"], accepts: ["_sip.example.com."],
        rejects: ["example.com.."]),
      .init(
        ["wildcard": "true"], accepts: ["*.example.com", "example.com"],
        rejects: ["*", "*.", "*.com", "*.*.example.com", "a.*.example.com", "*example.com"]),
    ])

  private var host = HostName(topLevel: .domain)
  private let acceptsWildcard: Bool
  private let topLevels, notTopLevels: ByteStringSet?
  let arguments: [MessageArgument]

  let samples: [[String]]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    host.international = try parameters[Self.international] ? .letters : .none
    host.acceptsUnderscores = try parameters[Self.underscores]
    host.acceptsTrailingDot = try parameters[Self.trailingDot]
    acceptsWildcard = try parameters[Self.wildcard]
    topLevels = try Self.names(Self.topLevels, parameters)
    notTopLevels = try Self.names(Self.notTopLevels, parameters)
    var arguments: [MessageArgument] = []
    for parameter in [Self.topLevels, Self.notTopLevels] {
      guard let texts = try parameters[parameter] else { continue }
      arguments.append(MessageArgument(parameter.name, list: texts))
    }
    self.arguments = arguments
    let names = try parameters[Self.topLevels] ?? ["com", "org", "net", "de", "test"]
    samples = [names.map { "example.\($0)" }]
  }

  private static func names(
    _ parameter: Parameter<[String]?>, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> ByteStringSet? {
    guard let texts = try parameters[parameter] else { return nil }
    if texts.isEmpty {
      throw parameters.error("\(parameter.name) must not be empty", .missing(nil), at: parameter)
    }
    if let wrong = texts.first(where: { $0.isEmpty || $0.utf8.contains(UInt8(ascii: ".")) }) {
      throw parameters.error(
        "\(parameter.name): '\(wrong)' is not a top-level domain", at: parameter)
    }
    return ByteStringSet(texts.map { Array($0.utf8) }, ignoresCase: true)
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let isWild =
      acceptsWildcard && text.count > 2 && text[0] == UInt8(ascii: "*")
      && text[1] == UInt8(ascii: ".")
    guard host.matches(text.extracting((isWild ? 2 : 0)..<text.count)) else {
      return .fails("domain.invalid")
    }
    if topLevels == nil, notTopLevels == nil { return .passes }
    let end = text[text.count - 1] == UInt8(ascii: ".") ? text.count - 1 : text.count
    let dot = text.extracting(0..<end).lastIndex(of: UInt8(ascii: ".")) ?? -1
    let last = text.extracting(dot + 1..<end)
    if let topLevels, !topLevels.contains(last) { return .fails("domain.topLevel") }
    return notTopLevels?.contains(last) == true ? .fails("domain.notTopLevel") : .passes
  }
}
