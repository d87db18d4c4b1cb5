import FormBytes

/// A list of hosts, each by name or as all hosts below a name.
struct HostList: Sendable {
  static let accepted = Parameter<[String]?>(
    "hosts", effect: .onlyListed(),
    "The accepted hosts: example.com, or *.example.com for every host below it.",
    whenAbsent: "any")
  static let refused = Parameter<[String]?>(
    "notHosts", effect: .stricterIfMore, "Hosts that are not accepted, in the same form.")

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
      let canonical = Self.canonical(host.span)
      if isParent { parents.append(canonical) } else { names.append(canonical) }
    }
    self.names = ByteStringSet(names, ignoresCase: true)
    self.parents = ByteStringSet(parents, ignoresCase: true)
  }

  /// Hosts for examples: the listed ones, or common examples.
  static func samples(of listed: [String]?) -> [String] {
    guard let listed else { return ["example.com", "www.example.com", "example.org"] }
    return listed.map { $0.hasPrefix("*.") ? "www" + $0.dropFirst() : $0 }
  }

  /// Whether the host is listed or is below a listed parent, in any spelling.
  func contains(_ host: Span<UInt8>) -> Bool {
    guard !host.isASCII || host.hasPunycodeLabel else { return containsCanonical(host) }
    let canonical = Self.canonical(host)
    return containsCanonical(canonical.span)
  }

  /// The host with the letters that browsers map it to, also those in Punycode. Case is ignored
  /// later.
  private static func canonical(_ host: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.append(host)
    if let mapped = DomainMapping.mapped(host, dropsInvisible: true) { text = utf8(mapped) }
    let dot = UInt8(ascii: ".")
    let labels = text.split(separator: dot, omittingEmptySubsequences: false).map(decoded)
    return Array(labels.joined(separator: [dot]))
  }

  /// A label without Punycode.
  private static func decoded(_ label: ArraySlice<UInt8>) -> [UInt8] {
    let code = label.dropFirst(4)
    var scalars = InlineArray<63, UInt32>(repeating: 0)
    guard HostName.hasPunycodePrefix(label.span),
      let count = Punycode.decode(code.span, into: &scalars)
    else { return Array(label) }
    return utf8((0..<count).map { scalars[$0] })
  }

  private static func utf8(_ scalars: [UInt32]) -> [UInt8] {
    Array(String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init))).utf8)
  }

  private func containsCanonical(_ host: Span<UInt8>) -> Bool {
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

extension Span<UInt8> {
  fileprivate var hasPunycodeLabel: Bool {
    var start = 0
    for end in 0...count where end == count || self[end] == UInt8(ascii: ".") {
      if HostName.hasPunycodePrefix(extracting(start..<end)) { return true }
      start = end + 1
    }
    return false
  }
}
