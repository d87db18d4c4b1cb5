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
