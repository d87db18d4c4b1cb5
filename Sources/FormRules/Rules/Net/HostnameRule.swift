import FormBytes

/// Requires a host name (RFC 1123).
struct HostnameRule: TextRule {
  static let name = "hostname"
  static let topLevel = Parameter<Bool>(
    "topLevel", effect: .stricterIfTrue,
    "Whether at least two labels are required, the last of which has at least two characters "
      + "and no digits, or is Punycode.")
  static let numeric = Parameter<Bool>(
    "numeric", effect: .looserIfTrue,
    "Whether the last label may be a number, so that 192.0.2.1 is accepted too.",
    default: false)
  static let international = Parameter<Bool>(
    "international", effect: .looserIfTrue, "Whether letters outside ASCII are accepted.")
  static let underscores = Parameter<Bool>(
    "underscores", effect: .looserIfTrue, "Whether _ is accepted like a letter.")
  static let trailingDot = Parameter<Bool>(
    "trailingDot", effect: .looserIfTrue, "Whether a trailing dot is accepted.")
  static let addresses = Parameter<Bool>(
    "addresses", effect: .looserIfTrue,
    "Whether an IP address is accepted instead of a name, version 6 in brackets.")
  static let port = Parameter<Bool>(
    "port", effect: .looserIfTrue, "Whether a colon and a port, 1 to 65535, may follow.")

  static let documentation = RuleDocumentation(
    "The text is the name of a host.",
    discussion: """
      Labels of at most 63 letters, digits and hyphens, separated by dots, none with a hyphen at \
      either end; at most 253 bytes in all (RFC 1123, 2.1; RFC 1035, 2.3.4). One label is enough. \
      Letters outside ASCII are first mapped (UTS #46: uppercase and full-width forms are \
      accepted, invisible characters are not) and must then conform to IDNA 2008 (RFC 5891 to \
      5893), also when they are written in Punycode. The rule does not check whether the host \
      exists.
      """,
    types: ["text"],
    parameters: [topLevel, numeric, international, underscores, trailingDot, addresses, port],
    codes: [
      .init(
        "hostname.invalid",
        "{label} must be the name of a host{example, select, absent {} other {, such as {example}}}."
      )
    ],
    examples: [
      .init(
        accepts: [
          "localhost", "www.example.com", "WWW.EXAMPLE.COM", "a", "1host", "1337.net", "a--b.c",
          "xn--bcher-kva.example", "192.0.2.x1", String(repeating: "a", count: 63) + ".example",
        ],
        rejects: [
          ".", ".example", "example.", "a..b", "-a.example", "a-.example", "a_b.example", "a b",
          "b\u{FC}cher.example", "192.0.2.1", "123", "example.com\n", "example.com:80", "xn--",
          "xn--a\u{E4}", "xn--0000h", String(repeating: "a", count: 64) + ".example",
          String(repeating: "abc.", count: 63) + "ab",
        ]),
      .init(
        ["topLevel": "true"], accepts: ["www.example.com", "a.xn--p1ai"],
        rejects: ["localhost", "example.c", "example.c0m", "192.0.2.1"]),
      .init(["numeric": "true"], accepts: ["192.0.2.1", "host.1"]),
      .init(
        ["international": "true"],
        accepts: [
          "b\u{FC}cher.example", "B\u{DC}CHER.example", "\u{4F8B}\u{3048}.\u{30C6}\u{30B9}\u{30C8}",
          "a\u{3002}b", "\u{3B1}\u{375}\u{3B2}", "\u{5D0}\u{5F3}\u{5D1}",
          "stra\u{DF}e.example", "\u{2126}mega.example", "\u{5D0}1.example",
          "\u{628}\u{200C}\u{628}.example", "xn--strae-oqa.example", "\u{30FB}\u{30A2}.example",
          "\u{13A0}.example", "\u{AB70}.example",
        ],
        rejects: [
          "\u{2603}.example", "a\u{200B}.example", "\u{301}a", "a\u{375}b", "0\u{5D0}.example",
          "\u{5D0}0\u{660}", "l\u{B7}a", "a\u{FFFD}b",
          "\u{661}.example", "\u{661}\u{628}.example", "\u{628}\u{661}2.example",
          "1a.\u{5D0}", "\u{30FB}\u{30FC}.example", "a\u{200C}b.example", "\u{2488}a.example",
          "xn---a-zdb.example", "xn--a-1ga9523a.example", "xn--abc-.example",
          "xn--Abc-uqc.example", "\u{A7AE}\u{2103}.example",
          String(repeating: "\u{FC}", count: 60) + ".example",
        ]),
      .init(["underscores": "true"], accepts: ["_dmarc.example.com"], rejects: ["-a.example"]),
      .init(
        ["addresses": "true", "port": "true"],
        accepts: ["example.com:80", "192.0.2.1", "192.0.2.1:65535", "[::1]", "[2001:db8::1]:8080"],
        rejects: [
          "example.com:", "example.com:0", "example.com:65536", "example.com:080", "192.0.2.256",
          "::1", "[::1", "[192.0.2.1]", "[::1]80", "example.com:80:80", ":80",
        ]),
      .init(["trailingDot": "true"], accepts: ["example.com."], rejects: ["example.com..", "."]),
    ])

  private var host = HostName()
  private let acceptsAddresses, acceptsPort: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let acceptsNumeric = try parameters[Self.numeric]
    let needsTopLevel = try parameters[Self.topLevel]
    if acceptsNumeric, needsTopLevel {
      throw parameters.error("numeric and topLevel exclude each other", .conflict, at: Self.numeric)
    }
    acceptsAddresses = try parameters[Self.addresses]
    acceptsPort = try parameters[Self.port]
    host.topLevel = needsTopLevel ? .domain : acceptsNumeric ? .any : .notNumeric
    host.international = try parameters[Self.international] ? .letters : .none
    host.acceptsUnderscores = try parameters[Self.underscores]
    host.acceptsTrailingDot = try parameters[Self.trailingDot]
  }

  var samples: [[String]] { [["www.example.com"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let end = acceptsPort ? Self.end(beforePortOf: text) : text.count
    let name = text.extracting(0..<end)
    if host.matches(name) || acceptsAddresses && Self.isAddress(name) { return .passes }
    return .fails("hostname.invalid")
  }

  /// The end of the name before a port; the end of the text if there is no port.
  private static func end(beforePortOf text: Span<UInt8>) -> Int {
    var start = text.count
    while start > 0, text[start - 1].isASCIIDigit { start -= 1 }
    guard start > 0, text[start - 1] == UInt8(ascii: ":"), (1...5).contains(text.count - start),
      text[start] != UInt8(ascii: "0"), let port = text.digits(start..<text.count), port <= 65_535
    else { return text.count }
    return start - 1
  }

  private static func isAddress(_ text: Span<UInt8>) -> Bool {
    IPAddress.isBracketedVersion6(text) || IPAddress.version4(text) != nil
  }
}
