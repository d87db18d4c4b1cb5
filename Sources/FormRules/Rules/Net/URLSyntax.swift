import FormBytes

/// The grammar of the rule `url` with the profile `standard`.
struct URLSyntax: Sendable {
  var needsScheme: Bool
  var acceptsSchemeRelative: Bool
  var needsHost: Bool
  var acceptsLocalHosts: Bool
  var acceptsUnicode: Bool
  /// Whether a user name is accepted without a scheme before it.
  var acceptsBareUserinfo = false
  /// The schemes that are recognized without `//` if the scheme is optional: those that are
  /// accepted and have no host.
  var opaqueSchemes: [[UInt8]] = []
  private let host: HostName

  init(
    needsScheme: Bool, acceptsSchemeRelative: Bool, needsHost: Bool, acceptsLocalHosts: Bool,
    acceptsUnderscores: Bool, acceptsUnicode: Bool
  ) {
    self.needsScheme = needsScheme
    self.acceptsSchemeRelative = acceptsSchemeRelative
    self.needsHost = needsHost
    self.acceptsLocalHosts = acceptsLocalHosts
    self.acceptsUnicode = acceptsUnicode
    host = HostName(
      topLevel: acceptsLocalHosts ? .notNumeric : .domain,
      international: acceptsUnicode ? .symbols : .unchecked, acceptsUnderscores: acceptsUnderscores,
      acceptsTrailingDot: true)
  }

  /// The ranges of the parts of a URL.
  struct Parts {
    var reference: URLReference
    var authority: URLAuthority?
  }

  /// The parts of the text, or nil if it is not a URL.
  func read(_ text: Span<UInt8>) -> Parts? {
    let reference = URLReference(text, acceptsBareHost: !needsScheme) { scheme in
      opaqueSchemes.contains { scheme.isEqualIgnoringCase(to: $0) }
    }
    let scheme = text.extracting(reference.scheme)
    if scheme.isEmpty {
      let isRelative = reference.authority?.lowerBound == 2
      guard isRelative ? acceptsSchemeRelative : !needsScheme else { return nil }
    }
    guard consists(text, reference.path, of: URLCharacters.path),
      reference.query.map({ consists(text, $0, of: URLCharacters.query) }) ?? true,
      reference.fragment.map({ consists(text, $0, of: URLCharacters.fragment) }) ?? true
    else { return nil }
    guard let range = reference.authority else {
      // Some schemes require a host; all others require a path.
      guard !needsHost, !Self.namesHost(scheme), !reference.path.isEmpty else { return nil }
      return Parts(reference: reference)
    }
    let authority = URLAuthority(text, range)
    if !needsHost, scheme.isEqualIgnoringCase(to: Self.file), range.isEmpty {
      return Parts(reference: reference, authority: authority)
    }
    guard isHost(text.extracting(authority.host)),
      authority.port.map({ Self.isPort(text.extracting($0)) }) ?? true
    else { return nil }
    if let userinfo = authority.userinfo {
      guard !scheme.isEmpty || acceptsBareUserinfo || reference.authority?.lowerBound == 2,
        isUserinfo(text.extracting(userinfo))
      else { return nil }
    }
    return Parts(reference: reference, authority: authority)
  }

  private func consists(_ text: Span<UInt8>, _ range: Range<Int>, of set: ASCIISet) -> Bool {
    URLCharacters.consists(text.extracting(range), of: set, acceptsUnicode: acceptsUnicode)
  }

  /// Whether the text is a user name, optionally followed by a colon and a password, which may
  /// contain colons (RFC 3986, 3.2.1).
  private func isUserinfo(_ text: Span<UInt8>) -> Bool {
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.count
    let password = Swift.min(colon + 1, text.count)..<text.count
    return colon > 0 && consists(text, 0..<colon, of: URLCharacters.userinfo)
      && consists(text, password, of: URLCharacters.password)
  }

  private func isHost(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    if text[0] == UInt8(ascii: "[") {
      return text[text.count - 1] == UInt8(ascii: "]") && text.count > 2
        && IPAddress.version6(text.extracting(1..<text.count - 1)) != nil
    }
    return host.matches(text) || IPAddress.version4(text) != nil
  }

  /// Whether the text is a port: one to five digits, at most 65535.
  static func isPort(_ text: Span<UInt8>) -> Bool {
    guard (1...5).contains(text.count) else { return false }
    var number = 0
    for index in 0..<text.count {
      guard text[index].isASCIIDigit else { return false }
      number = number * 10 + Int(text[index] & 15)
    }
    return number <= 65_535
  }

  /// Whether the text is a scheme (RFC 3986, 3.1).
  static func isScheme(_ text: Span<UInt8>) -> Bool {
    !text.isEmpty && text[0].isASCIILetter && text.consists(of: schemeCharacters)
  }

  private static let schemeCharacters = ASCIISet {
    $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0)
  }

  /// Whether a URL of the scheme must have a host.
  static func namesHost(_ scheme: Span<UInt8>) -> Bool {
    for name in namingHosts where scheme.isEqualIgnoringCase(to: name) { return true }
    return scheme.isEmpty
  }

  /// The schemes that require a host: the special schemes (WHATWG URL, 3.1), and those of FTP over
  /// TLS and SSH.
  private static let namingHosts = ["http", "https", "ws", "wss", "ftp", "ftps", "sftp", "file"]
    .map { Array($0.utf8) }
  private static let file = Array("file".utf8)
}

/// A list of hosts, each by name or as all hosts below a name.
struct HostList: Sendable {
  private let names: ByteStringSet
  private let parents: ByteStringSet

  /// Reads the hosts that a parameter lists; nil if it is absent.
  ///
  /// - Throws: `DefinitionError` if the list is empty or a host is invalid.
  init?(
    _ parameter: Parameter<[String]?>, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) {
    guard let texts = try parameters[parameter] else { return nil }
    if texts.isEmpty {
      throw parameters.error("\(parameter.name) must not be empty", .missing(nil), at: parameter)
    }
    var names: [[UInt8]] = []
    var parents: [[UInt8]] = []
    for text in texts {
      let isParent = text.hasPrefix("*.")
      let host = Array(text.utf8.dropFirst(isParent ? 2 : 0))
      let syntax = HostName(international: .letters)
      guard syntax.matches(host.span) || IPAddress(host.span) != nil || host.first == 0x5B else {
        throw parameters.error("\(parameter.name): '\(text)' is not a host", at: parameter)
      }
      if isParent { parents.append(host) } else { names.append(host) }
    }
    self.names = ByteStringSet(names, ignoresCase: true)
    self.parents = ByteStringSet(parents, ignoresCase: true)
  }

  /// Hosts for examples: the listed ones, or common examples.
  static func samples(of listed: [String]?) -> [String] {
    guard let listed else { return ["example.com", "www.example.com", "example.org"] }
    return listed.map { $0.hasPrefix("*.") ? "www" + $0.dropFirst() : $0 }
  }

  /// Whether the host is listed or is below a listed parent.
  func contains(_ host: Span<UInt8>) -> Bool {
    let end =
      host.isEmpty || host[host.count - 1] != UInt8(ascii: ".") ? host.count : host.count - 1
    let host = host.extracting(0..<end)
    if names.contains(host) { return true }
    for index in 0..<host.count where host[index] == UInt8(ascii: ".") {
      if parents.contains(host.extracting(index + 1..<host.count)) { return true }
    }
    return false
  }
}
