/// Requires a URL (RFC 3986).
struct URLRule: TextRule {
  static let name = "url"
  static let schemes = Parameter<[String]>(
    "schemes", effect: .onlyListed(orAll: "any"), "The accepted schemes; `any` for all.",
    default: ["http", "https"])
  static let schemeRequired = Parameter<Bool>(
    "schemeRequired", effect: .unknown, "Whether a scheme is required, not just a host.",
    default: true)
  static let schemeRelative = Parameter<Bool>(
    "schemeRelative", effect: .looserIfTrue, "Whether //example.com is accepted.")
  static let hostRequired = Parameter<Bool>(
    "hostRequired", effect: .stricterIfTrue,
    "Whether a host is required even if the scheme does not need one, as in mailto: or file:///.")
  static let localHosts = Parameter<Bool>(
    "localHosts", effect: .looserIfTrue,
    "Whether names of one label, such as localhost, are accepted.")
  static let underscores = Parameter<Bool>(
    "underscores", effect: .looserIfTrue, "Whether _ is accepted in host names.")
  static let international = Parameter<Bool>(
    "international", effect: .looserIfTrue, "Whether letters outside ASCII are accepted.",
    default: true)
  static let hosts = HostList.accepted
  static let notHosts = HostList.refused
  static let userinfo = Parameter<Bool?>(
    "userinfo", effect: .given(.looserIfTrue),
    "Whether user:password@ is accepted: `true`, also without a scheme; `false`, never.",
    whenAbsent: "only after a scheme")
  static let port = Parameter<RuleEntry.Presence>(
    "port", effect: .presence, "Whether a port is `optional`, `required` or `none`.",
    default: .optional)
  static let query = Parameter<Bool>(
    "query", effect: .looserIfTrue, "Whether a query is accepted.", default: true)
  static let fragment = Parameter<Bool>(
    "fragment", effect: .looserIfTrue, "Whether a fragment is accepted.", default: true)
  static let profile = Parameter<RuleEntry.URLProfile>(
    "profile", effect: .unknown, "The grammar of URLs.", default: .standard)

  static let documentation = RuleDocumentation(
    "The text is a URL.",
    discussion: """
      The parts are those of RFC 3986, section 3, with letters outside ASCII where RFC 3987 \
      permits them. A percent sign must be followed by two hexadecimal digits, and brackets are \
      accepted in a query. The host is a name, an IPv4 address of four numbers, or an IPv6 address \
      in brackets. A name has at least two labels unless `localHosts` is true; the last one has at \
      least two characters and no digit, or is Punycode, because a name that ends in a number \
      could be mistaken for an address (WHATWG URL, 3.5). A user name must not be empty; a \
      password may contain colons. A port has one to five digits, up to 65535. Schemes without a \
      host, such as mailto, accept the characters of a path.

      With `schemeRequired: false`, a scheme is recognized only before // or if it is listed and \
      needs no host, so www.example.com:80 is a host with a port. A user name then requires a \
      scheme unless `userinfo: true`, because javascript:x@example.com looks the same. No network \
      requests are made.

      The profile `browser` accepts what a web browser can parse (WHATWG URL, 4.4, as of 25 June \
      2026): surrounding spaces, backslashes, missing slashes, hosts such as 0x7f.1 and, since \
      that day (change #914), every ASCII host such as xn--a. It can be combined only with \
      `schemes`. Percent encoding in a host, and tabs and line breaks, allocate a copy.
      """,
    mainParameter: "schemes",
    types: ["text"],
    parameters: [
      schemes, schemeRequired, schemeRelative, hostRequired, localHosts, underscores, international,
      hosts, notHosts, userinfo, port, query, fragment, profile,
    ],
    codes: [
      .init(
        "url.invalid",
        "{label} must be a URL{example, select, absent {} other {, such as {example}}}."),
      .init("url.scheme", "{label} must be a URL that begins with one of: {schemes}."),
      .init("url.host", "{label} is a URL of a host that is not accepted."),
      .init(
        "url.part",
        "{label} must be a URL {part, select, userinfo {without a user name} port {without a port} "
          + "missingPort {with a port} query {without a query} other {without a fragment}}."),
    ],
    examples: URLRule.examples)

  private let profile: RuleEntry.URLProfile
  private let syntax: URLSyntax
  private let schemes: [[UInt8]]?
  private let hosts, notHosts: HostList?
  private let acceptsUserinfo, acceptsQuery, acceptsFragment: Bool
  private let port: RuleEntry.Presence
  let arguments: [MessageArgument]

  let samples: [[String]]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let texts = try parameters[Self.schemes]
    if texts.isEmpty {
      throw parameters.error("requires a scheme", .missing(nil), at: Self.schemes)
    }
    for text in texts where !URLSyntax.isScheme(Array(text.utf8).span) {
      throw parameters.error("'\(text)' is not a scheme", at: Self.schemes)
    }
    schemes = texts == ["any"] ? nil : texts.map { Array($0.utf8) }
    profile = try parameters[Self.profile]
    if profile == .browser {
      for entry in parameters.entries where entry.key != "profile" && entry.key != "schemes" {
        throw parameters.error("\(entry.key) requires the profile standard", at: entry.key)
      }
    }
    var syntax = URLSyntax(
      needsScheme: try parameters[Self.schemeRequired],
      acceptsSchemeRelative: try parameters[Self.schemeRelative],
      needsHost: try parameters[Self.hostRequired],
      host: HostName(
        topLevel: try parameters[Self.localHosts] ? .notNumeric : .domain,
        international: try parameters[Self.international] ? .symbols : .unchecked,
        acceptsUnderscores: try parameters[Self.underscores], acceptsTrailingDot: true))
    hosts = try HostList(Self.hosts, parameters)
    notHosts = try HostList(Self.notHosts, parameters)
    acceptsUserinfo = try parameters[Self.userinfo] ?? true
    syntax.acceptsBareUserinfo = acceptsUserinfo && parameters.node(Self.userinfo) != nil
    syntax.opaqueSchemes = (schemes ?? []).filter { !URLSyntax.namesHost($0.span) }
    self.syntax = syntax
    port = try parameters[Self.port]
    acceptsQuery = try parameters[Self.query]
    acceptsFragment = try parameters[Self.fragment]
    arguments = [MessageArgument("schemes", list: texts)]
    let listed = HostList.samples(of: try parameters[Self.hosts])
    samples = [
      (texts.contains("https") || texts == ["any"] ? ["https"] : texts).flatMap { scheme in
        (["www.example.com"] + listed).flatMap {
          ["\(scheme)://\($0)/", "\(scheme)://\($0):8080/"]
        }
          + ["\(scheme):ana@example.com"]
      }
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    if profile == .browser {
      switch BrowserURL.evaluate(text, schemes: schemes) {
      case .valid: return .passes
      case .otherScheme: return .fails("url.scheme")
      case .invalid: return .fails("url.invalid")
      }
    }
    guard let url = syntax.read(text) else { return .fails("url.invalid") }
    if let schemes, !url.reference.scheme.isEmpty {
      let scheme = text.extracting(url.reference.scheme)
      guard schemes.contains(where: { scheme.isEqualIgnoringCase(to: $0) }) else {
        return .fails("url.scheme")
      }
    }
    if let part = part(url) { return .fails("url.part", [MessageArgument("part", part)]) }
    if hosts == nil, notHosts == nil { return .passes }
    let host = text.extracting(url.authority?.host ?? 0..<0)
    if let hosts, !hosts.contains(host) { return .fails("url.host") }
    return notHosts?.contains(host) == true ? .fails("url.host") : .passes
  }

  /// The first part that is forbidden, or required and missing; nil if there is none.
  private func part(_ url: URLSyntax.Parts) -> String? {
    if !acceptsUserinfo, url.authority?.userinfo != nil { return "userinfo" }
    if !port.permits(isPresent: url.authority?.port != nil) {
      return port == .required ? "missingPort" : "port"
    }
    if !acceptsQuery, url.reference.query != nil { return "query" }
    return !acceptsFragment && url.reference.fragment != nil ? "fragment" : nil
  }
}

extension DeclaredRule {
  /// The text is a URL: `.url(schemes: ["https"]) { $0.port = .forbidden }`.
  ///
  /// - Parameters:
  ///   - schemes: The accepted schemes, or `any`; the default is http and https.
  ///   - options: Changes the other options.
  public static func url(
    schemes: [String]? = nil, _ options: (inout RuleEntry.URLOptions) -> Void = { _ in }
  ) -> Self {
    var url = RuleEntry.URLOptions()
    options(&url)
    return Self(
      URLRule.self, URLRule.schemes(schemes), URLRule.schemeRequired(url.schemeRequired),
      URLRule.schemeRelative(url.schemeRelative), URLRule.hostRequired(url.hostRequired),
      URLRule.localHosts(url.localHosts), URLRule.underscores(url.underscores),
      URLRule.international(url.international), URLRule.hosts(url.hosts),
      URLRule.notHosts(url.notHosts), URLRule.userinfo(url.userinfo), URLRule.port(url.port),
      URLRule.query(url.query), URLRule.fragment(url.fragment), URLRule.profile(url.profile))
  }
}

extension RuleEntry {
  /// The options of the rule `url`. Each is nil unless it is set.
  public struct URLOptions: Sendable {
    /// Whether a scheme is required, not just a host; the default is true.
    public var schemeRequired: Bool?
    /// Whether `//example.com` is accepted.
    public var schemeRelative: Bool?
    /// Whether a host is required even if the scheme does not need one.
    public var hostRequired: Bool?
    /// Whether names of one label, such as localhost, are accepted.
    public var localHosts: Bool?
    /// Whether _ is accepted in host names.
    public var underscores: Bool?
    /// Whether letters outside ASCII are accepted; the default is true.
    public var international: Bool?
    /// The accepted hosts, such as `example.com` or `*.example.com`; the default is any.
    public var hosts: [String]?
    /// Hosts that are not accepted, in the same form.
    public var notHosts: [String]?
    /// Whether `user:password@` is accepted; the default is only after a scheme.
    public var userinfo: Bool?
    /// Whether a port is optional (the default), required or forbidden.
    public var port: Presence?
    /// Whether a query is accepted; the default is true.
    public var query: Bool?
    /// Whether a fragment is accepted; the default is true.
    public var fragment: Bool?
    /// The grammar of URLs; `.browser` can be combined only with `schemes`.
    public var profile: URLProfile?
  }

  /// Grammars of URLs.
  public enum URLProfile: String, ParameterValue, CaseIterable, Sendable {
    /// RFC 3986 and 3987.
    case standard
    /// What web browsers can parse (WHATWG URL).
    case browser
  }
}
