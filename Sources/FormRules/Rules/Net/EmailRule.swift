/// Requires an email address.
struct EmailRule: TextRule {
  static let name = "email"
  static let profile = Parameter<RuleEntry.EmailProfile>(
    "profile", effect: .unknown, "The grammar of addresses.", default: .standard)
  static let quoted = Parameter<Bool>(
    "quoted", effect: .looserIfTrue,
    "Whether a quoted local part is accepted under every profile, as in \"ana lima\"@example.com.")
  static let underscores = Parameter<Bool>(
    "underscores", effect: .looserIfTrue, "Whether _ is accepted in host names.")
  static let displayName = Parameter<RuleEntry.Presence>(
    "displayName", effect: .presence,
    "Whether a display name precedes the address, as in Ana <ana@example.com>: "
      + "`none`, `optional` or `required`.", default: .forbidden)
  static let hosts = HostList.accepted
  static let notHosts = HostList.refused

  static let documentation = RuleDocumentation(
    "The text is an email address.",
    discussion: """
      Profiles: `standard` accepts the addresses that mail providers assign: a dot-atom (RFC 5322) \
      in ASCII, `@`, and a host name of at least two labels, the last of which has at least two \
      letters or is Punycode. `html` accepts what browsers accept in `<input type=email>`, \
      including `ana@localhost` and `a..b@example.com`. `rfc5321` accepts every Mailbox of RFC \
      5321: quoted local parts, hosts of one label, addresses in brackets. `rfc5322` accepts the \
      form of mail headers: comments and folding white space around both parts, and any text in \
      brackets. `utf8` is `standard` with letters outside ASCII in both parts (RFC 6531), `idn` \
      only in the host. All profiles except `html` limit the local part to 64 bytes and the whole, \
      without comments, to 254. The rule does not check whether the address exists.
      """,
    mainParameter: "profile",
    types: ["text"],
    parameters: [profile, quoted, underscores, displayName, hosts, notHosts],
    codes: [
      .init(
        "email.invalid",
        "{label} must be an email address{example, select, absent {} other {, such as {example}}}."),
      .init("email.host", "{label} is an email address at a host that is not accepted."),
    ],
    examples: [
      .init(
        accepts: [
          "ana@example.com", "Ana.Lima+news@Mail.Example.COM", "o'neil@example.museum",
          "a/b@example.co", "x@example.xn--p1ai", "1@2.de", "a@b--c.example",
          String(repeating: "a", count: 64) + "@example.com",
        ],
        rejects: [
          "ana", "@example.com", "ana@", "ana@@example.com", "ana@example", "ana@localhost",
          " ana@example.com", "ana@example.com ", "ana@example.com\n", "a b@example.com",
          ".a@example.com", "a.@example.com", "a..b@example.com", "ana@example..com",
          "ana@.example.com", "ana@example.com.", "ana@-example.com", "ana@example-.com",
          "ana@exa_mple.com", "ana@example.c", "ana@example.c0m", "ana@192.0.2.1",
          "ana@[192.0.2.1]", "\"ana\"@example.com", "Ana <ana@example.com>", "zo\u{EB}@example.com",
          "ana@ex\u{E4}mple.com", "ana@example.xn--", "ana@xn--0.com",
          String(repeating: "a", count: 65) + "@example.com",
          "a@" + String(repeating: "b", count: 64) + ".com",
          "a@" + String(repeating: "bcd.", count: 63) + "com",
        ]),
      .init(
        ["underscores": "true"], accepts: ["ana@exa_mple.com", "ana@_a.example.com"],
        rejects: ["ana@example.c_m", "ana@exa*mple.com"]),
      .init(
        ["profile": "utf8", "quoted": "true"], accepts: ["\"zo\u{EB} x\"@example.com"],
        rejects: ["\"a\u{200B}\"@example.com"]),
      .init(
        ["quoted": "true"], accepts: ["\"ana lima\"@example.com", #""a\"@b"@example.com"#],
        rejects: ["\"ana\"lima@example.com", "\"zo\u{EB}\"@example.com", "\"ana\"@localhost"]),
      .init(
        ["quoted": "true", "profile": "utf8"], accepts: ["\"zo\u{EB} x\"@example.com"],
        rejects: ["\"zo\u{EB}\u{A0}x\"@example.com"]),
      .init(
        "html", accepts: ["ana@localhost", ".a..b.@example.com", "ana@192.0.2.1"],
        rejects: ["ana@-example", "ana@example.", "\"ana\"@example.com", "ana@[192.0.2.1]"]),
      .init(
        "rfc5321",
        accepts: [
          "ana@localhost", "ana@example.c0m", "\"ana lima\"@example.com", "\"\"@example.com",
          #""a\"b@c"@example.com"#, "ana@[192.0.2.1]", "ana@[IPv6:2001:db8::1]", "ana@[ipv6:::1]",
          "ana@[IPv6:1:2:3:4:5:6:7:8]", "ana@[IPv6:1:2:3:4:5:6::]", "ana@[IPv6:::3:4:5:6:7:8]",
          "ana@[IPv6:1:2:3:4::192.0.2.1]", "ana@[IPv6:::ffff:192.000.002.001]",
          "ana@[IPv6:::ffff:192.0.2.1]",
        ],
        rejects: [
          "\"ana@example.com", "\"a\"b\"@example.com", #""a\"@example.com"#, "\"a\nb\"@example.com",
          "ana@[192.0.2.256]", "ana@[192.0.2]", "ana@[192.0.2.1", "ana@[IPv6:1:2:3:4:5:6:7]",
          "ana@[IPv6:1::2::3]", "ana@[IPv6:1:2:3:4:5:6:7::8]", "ana@[IPv6:12345::]",
          "ana@[IPv6:1:2:3:4:5:6:7::]", "ana@[IPv6:1::3:4:5:6:7:8]", "ana@[IPv6:::2:3:4:5:6:7:8]",
          "ana@[IPv6:1:2:3:4:5::192.0.2.1]",
          "ana@[2001:db8::1]", "ana@[tag:content]", "\"zo\u{EB}\"@example.com",
        ]),
      .init(
        "rfc5322",
        accepts: [
          "ana(work)@example.com", "(a (nested) one)ana@example.com", "ana@example(x).com",
          "zo\u{EB}@example.com", "\"ana lima\"@example.com", "ana@[IPv6:2001:db8::1]",
          "\r\n ana@example.com", "ana @ example.com", "ana (at) @ (the) example.com",
          "ana@(the) example.com (host)", "\"ana\r\n lima\" @example.com", "ana@ [192.0.2.1 ]",
          "(\\\t)ana@example.com", "ana@example.com (" + String(repeating: "c", count: 300) + ")",
        ],
        rejects: [
          "(ana@example.com", "ana(x)lima@example.com", "ana@example.com\r\n", "a..b@example.com",
          "ana@example..com", "ana@[x", "\"ana@example.com", "ana@example.com)", "@example.com",
          "ana lima@example.com", "ana@exa mple.com", "ana. lima@example.com",
          "ana\r\n@example.com",
          "ana \r\n \r\n @example.com", "ana@example .com", "(\\\u{7F})ana@example.com",
          String(repeating: "(", count: 200) + "@x",
        ]),
      .init(
        ["displayName": "optional"],
        accepts: [
          "ana@example.com", "Ana Lima <ana@example.com>", "Ana<ana@example.com>",
          "\"Lima, Ana (work)\" <ana@example.com>", "Ana M. Lima <ana@example.com>",
          "Zo\u{EB} <zoe@example.com>", #""a\"<b" <ana@example.com>"#,
        ],
        rejects: [
          "Ana ana@example.com", "Lima, Ana <ana@example.com>", "Ana <ana@example.com",
          "Ana <ana>", "Ana < ana@example.com >", "\" \" <ana@example.com>", " <ana@example.com>",
          "<ana@example.com>", "Ana <ana@example.com> ", "\"Ana <ana@example.com>", "Ana <>", ">",
          "A\u{200B} <ana@example.com>", "Ana <b> <ana@example.com>",
        ]),
      .init(
        ["displayName": "required", "profile": "html"], accepts: ["Ana <ana@localhost>"],
        rejects: ["ana@example.com", "<ana@example.com>"]),
      .init(
        ["hosts": ["example.com", "*.example.org"], "notHosts": "old.example.org"],
        accepts: ["ana@example.com", "ana@Mail.Example.org"],
        rejects: ["ana@example.net", "ana@example.org", "ana@old.example.org"], code: "email.host"),
      .init(
        ["hosts": ["example.com"], "profile": "rfc5322"],
        accepts: ["ana @ example(x).com (not @example.org)"],
        rejects: ["ana@example.org (not @example.com)"], code: "email.host"),
      .init(
        "idn", accepts: ["ana@ex\u{E4}mple.com"], rejects: ["zo\u{EB}@example.com"]),
      .init(
        "utf8",
        accepts: [
          "zo\u{EB}@ex\u{E4}mple.com", "\u{7528}\u{6237}@\u{4F8B}\u{5B50}.\u{5E7F}\u{544A}",
        ],
        rejects: [
          "zo\u{EB}\u{A0}x@example.com", "a\u{200B}@example.com", "ana@\u{4F8B}\u{3002}com",
          "ana@ex\u{2014}mple.com",
        ]),
    ])

  private let profile: RuleEntry.EmailProfile
  private let acceptsQuotes, acceptsUnderscores: Bool
  private let displayName: RuleEntry.Presence
  private let hosts, notHosts: HostList?

  let samples: [[String]]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    profile = try parameters[Self.profile]
    acceptsQuotes = try parameters[Self.quoted]
    acceptsUnderscores = try parameters[Self.underscores]
    displayName = try parameters[Self.displayName]
    hosts = try HostList(Self.hosts, parameters)
    notHosts = try HostList(Self.notHosts, parameters)
    let addresses = HostList.samples(of: try parameters[Self.hosts]).map { "ana@\($0)" }
    samples = [addresses + addresses.map { "Ana <\($0)>" }]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let address = address(text),
      EmailAddress.isValid(
        address, profile, acceptsQuotes: acceptsQuotes, acceptsUnderscores: acceptsUnderscores)
    else {
      return .fails("email.invalid")
    }
    if hosts == nil, notHosts == nil { return .passes }
    if profile == .rfc5322 {
      var header = EmailHeaderAddress(address)
      return header.isValid() && accepts(host: header.domain.span) ? .passes : .fails("email.host")
    }
    let at = address.lastIndex(of: UInt8(ascii: "@")) ?? -1
    let host = address.extracting(at + 1..<address.count)
    return accepts(host: host) ? .passes : .fails("email.host")
  }

  private func accepts(host: Span<UInt8>) -> Bool {
    hosts?.contains(host) != false && notHosts?.contains(host) != true
  }

  /// The part of the text that must be an address, without the display name; nil if a display name
  /// is required and missing, or is invalid.
  @_lifetime(copy text)
  private func address(_ text: Span<UInt8>) -> Span<UInt8>? {
    if displayName == .forbidden { return text }
    guard let parts = NamedEmailAddress(text) else {
      return displayName == .optional ? text : nil
    }
    guard NamedEmailAddress.isName(text.extracting(parts.name)) else { return nil }
    return text.extracting(parts.address)
  }
}

extension DeclaredRule {
  /// The text is an email address.
  ///
  /// - Parameters:
  ///   - profile: The grammar of addresses; the default is `.standard`.
  ///   - displayName: Whether a display name before the address is forbidden (the default),
  ///     optional or required.
  ///   - quoted: Whether a quoted local part is accepted under every profile.
  ///   - underscores: Whether _ is accepted in host names.
  ///   - hosts: The accepted hosts, such as `example.com` or `*.example.com`; the default is any.
  ///   - notHosts: Hosts that are not accepted, in the same form.
  public static func email(
    profile: RuleEntry.EmailProfile? = nil, displayName: RuleEntry.Presence? = nil,
    quoted: Bool? = nil, underscores: Bool? = nil, hosts: [String]? = nil, notHosts: [String]? = nil
  ) -> Self {
    Self(
      EmailRule.self, EmailRule.profile(profile), EmailRule.displayName(displayName),
      EmailRule.quoted(quoted), EmailRule.underscores(underscores), EmailRule.hosts(hosts),
      EmailRule.notHosts(notHosts))
  }
}

extension RuleEntry {
  /// Grammars of email addresses; see the documentation of the rule `email`.
  public enum EmailProfile: String, ParameterValue, CaseIterable, Sendable {
    /// Addresses that mail providers assign.
    case standard
    /// Addresses that browsers accept (HTML).
    case html
    /// RFC 5321, including quoted local parts and address literals.
    case rfc5321
    /// RFC 5322, including comments and folding white space.
    case rfc5322
    /// RFC 6531: letters of every script in both parts.
    case utf8
    /// Letters of every script in the host only.
    case idn
  }
}
