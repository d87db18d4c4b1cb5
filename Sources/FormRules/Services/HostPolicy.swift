import FormBytes

/// Specifies the services that may be requested. Definitions may come from untrusted sources and
/// contain URLs, so everything that is not allowed is refused: other hosts, addresses of private
/// networks, plain HTTP.
///
/// ```swift
/// let policy = HostPolicy(allowing: ["api.example.com", "*.example.org"])
/// ```
public struct HostPolicy: Sendable {
  /// The destination of a request.
  public struct Destination: Sendable, Hashable {
    /// Whether the connection uses TLS.
    public let isSecure: Bool
    /// The host: a lowercase name, or an address without brackets.
    public let host: String
    /// The port.
    public let port: Int
    /// Whether the host may have addresses that are not globally reachable.
    fileprivate var allowsPrivateAddresses = false

    /// Whether connections to an address of the host are allowed: `192.0.2.1`, `2001:db8::1`.
    public func allows(address: String) -> Bool {
      guard let address = IPAddress(Array(address.utf8).span) else { return false }
      return allowsPrivateAddresses
        || IPNetworks.isOrdinary(address) && !IPNetworks.relays.contains(address)
    }

    /// Whether the host is an address, so that no name is resolved.
    public var isAddress: Bool { IPAddress(Array(host.utf8).span) != nil }
  }

  private struct Entry: Sendable {
    let host: String
    let allowsPrivateAddresses: Bool
    let allowsPlainHTTP: Bool
  }

  private let entries: [Entry]

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - hosts: Names or addresses, with a port if it is not the scheme's default. `*.example.org`
  ///     allows all names below that domain with the default port.
  ///   - allowsPrivateAddresses: Whether these hosts may have addresses of private networks, of
  ///     this machine, and others that are not globally reachable.
  ///   - allowsPlainHTTP: Whether requests without TLS are allowed.
  public init(
    allowing hosts: [String], allowsPrivateAddresses: Bool = false, allowsPlainHTTP: Bool = false
  ) {
    entries = hosts.map {
      Entry(
        host: $0.lowercased(), allowsPrivateAddresses: allowsPrivateAddresses,
        allowsPlainHTTP: allowsPlainHTTP)
    }
  }

  /// Creates a policy that allows what any of several policies allows.
  public init(anyOf policies: [HostPolicy]) { entries = policies.flatMap(\.entries) }

  /// The destination of a URL, if it is allowed. No name is resolved.
  ///
  /// The accepted grammar is narrow, so that no client can read another host from the URL: no
  /// credentials, no escapes in the host, and numbers only as complete addresses.
  ///
  /// - Throws: `ServiceError.invalidURL`, `insecure` or `hostNotAllowed`.
  public func destination(of url: String) throws(ServiceError) -> Destination {
    guard var destination = Destination(url) else { throw .invalidURL }
    let allowed = entries.filter { destination.isMeant(by: $0.host) }
    let host = destination.host
    let permitting = allowed.filter { destination.isSecure || $0.allowsPlainHTTP }
    guard !permitting.isEmpty else {
      let isInsecure =
        !destination.isSecure
        && (!allowed.isEmpty || !entries.contains(where: \.allowsPlainHTTP))
      throw isInsecure ? .insecure(host: host) : .hostNotAllowed(destination.name)
    }
    destination.allowsPrivateAddresses = permitting.contains(where: \.allowsPrivateAddresses)
    return destination
  }
}

extension HostPolicy.Destination {
  /// Parses a URL. Returns nil if it does not match the narrow grammar.
  package init?(_ url: String) {
    let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let scheme = parts.first?.lowercased(),
      ["http", "https"].contains(scheme),
      url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    isSecure = scheme == "https"
    let authority = parts[1].prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
    var name = authority[...]
    var digits: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      name = authority[authority.index(after: authority.startIndex)..<end]
      digits = rest.isEmpty ? nil : rest.dropFirst()
      guard IPAddress.version6(Array(name.utf8).span) != nil else { return nil }
    } else {
      if let colon = authority.firstIndex(of: ":") {
        name = authority[..<colon]
        digits = authority[authority.index(after: colon)...]
      }
      guard Self.isHost(name) else { return nil }
    }
    host = String(name)
    guard let digits else {
      port = isSecure ? 443 : 80
      return
    }
    guard digits.utf8.allSatisfy(\.isASCIIDigit), let port = Int(digits),
      (1...65_535).contains(port)
    else { return nil }
    self.port = port
  }

  /// The address of a server without slashes at its end, so that paths can be appended. Returns nil
  /// if it is not an http or https URL in ASCII, without a user name, query or fragment.
  package static func site(_ text: String) -> String? {
    var url = text
    while url.last == "/" { url.removeLast() }
    return Self(url) != nil && !url.contains(where: { "?#\"<>".contains($0) }) ? url : nil
  }

  /// Whether a text is a name of labels or an address of four decimal numbers. Some resolvers also
  /// accept `127.1` and `0x7f000001` as addresses.
  private static func isHost(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-"
        && label.utf8.allSatisfy(labelCharacters.contains)
    }
    guard isPlain, text.utf8.count <= 253, let last = labels.last, let first = last.utf8.first
    else { return false }
    return !first.isASCIIDigit || IPAddress.version4(Array(text.utf8).span) != nil
  }

  private static let labelCharacters = ASCIISet.alphanumerics.union("-_")

  /// The host with its port, unless it is the default port.
  fileprivate var name: String {
    port == (isSecure ? 443 : 80) ? host : "\(host.bracketedHost):\(port)"
  }

  fileprivate func isMeant(by allowed: String) -> Bool {
    if allowed.hasPrefix("*.") {
      return name.hasSuffix(allowed.dropFirst()) && name.utf8.count > allowed.utf8.count - 1
    }
    return allowed == name || allowed == host.bracketedHost && name == host
      || allowed == "\(host.bracketedHost):\(port)"
  }
}
