import FormBytes

/// The grammar of the rule `url` with the profile `standard`.
struct URLSyntax: Sendable {
  var needsScheme: Bool
  var acceptsSchemeRelative: Bool
  var needsHost: Bool
  var host: HostName
  /// Whether a user name is accepted without a scheme before it.
  var acceptsBareUserinfo = false
  /// The schemes that are recognized without `//` if the scheme is optional: those that are
  /// accepted and have no host.
  var opaqueSchemes: [[UInt8]] = []
  /// Whether characters outside ASCII are accepted, in all parts.
  var acceptsUnicode: Bool { host.international == .symbols }

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
    if text[0] == UInt8(ascii: "[") { return IPAddress.isBracketedVersion6(text) }
    return host.matches(text) || IPAddress.version4(text) != nil
  }

  /// Whether the text is a port: one to five digits, at most 65535.
  static func isPort(_ text: Span<UInt8>) -> Bool {
    guard (1...5).contains(text.count), let number = text.digits(0..<text.count) else {
      return false
    }
    return number <= 65_535
  }

  /// Whether the text is a scheme (RFC 3986, 3.1).
  static func isScheme(_ text: Span<UInt8>) -> Bool {
    !text.isEmpty && text[0].isASCIILetter && text.consists(of: URLCharacters.scheme)
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
