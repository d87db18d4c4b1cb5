import FormBytes

/// Requires an IP address of version 4 or 6.
struct IPRule: TextRule {
  static let name = "ip"
  static let version = Parameter<RuleEntry.IPVersion>(
    "version", effect: .words([["4", "6"], ["any"]]), "The version of the Internet Protocol.",
    default: .any)
  static let prefix = Parameter<Bool>(
    "prefix", effect: .looserIfTrue, "Whether a prefix length may follow, as in 192.0.2.1/24.")
  static let zone = Parameter<Bool>(
    "zone", effect: .looserIfTrue,
    "Whether a zone may follow an address of version 6, as in fe80::1%eth0 (RFC 4007, 11).")
  static let profile = Parameter<RuleEntry.Strictness>(
    "profile", effect: .words([["standard"], ["loose"]]), "How strict the check is.",
    default: .standard)
  static let networks = Parameter<[String]?>(
    "networks", effect: .onlyListed(), "Networks, one of which must contain the address.")
  static let notNetworks = Parameter<[String]?>(
    "notNetworks", effect: .stricterIfMore, "Networks, none of which may contain the address.")

  static let documentation = RuleDocumentation(
    "The text is an IP address.",
    discussion: """
      Version 4 is four numbers from 0 to 255 separated by dots, without leading zeros, which some \
      systems read as octal (RFC 6943, 3.1.1); version 6 follows RFC 4291, 2.2, including `::` and \
      a last part in the form of version 4. The profile `loose` accepts leading zeros in version \
      4.

      Networks are written as 192.0.2.0/24, 192.0.2.0/255.255.255.0, 192.0.2.1-192.0.2.9 or \
      192.0.*, or by name: \(IPNetworks.allCases.map(\.rawValue).joined(separator: ", ")), as \
      registered by IANA (RFC 6890). An address of one version is in no network of the other.
      """,
    mainParameter: "version",
    types: ["text"],
    parameters: [version, prefix, zone, profile, networks, notNetworks],
    codes: [
      .init(
        "ip.invalid",
        "{label} must be an IP address{example, select, absent {} other {, such as {example}}}."),
      .init("ip.version", "{label} must be an IPv{version} address."),
      .init("ip.network", "{label} is an IP address of a network that is not allowed."),
    ],
    examples: [
      .init(
        ["networks": "public"],
        accepts: [
          "8.8.8.8", "192.0.0.9", "192.88.99.1", "2606:4700::1111", "64:ff9b::808:808",
          "2001:20::1",
        ],
        rejects: [
          "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.1.1", "192.0.2.1", "198.18.0.1",
          "192.88.99.2", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fc00::1", "2001:db8::1",
          "2002::1",
          "::ffff:8.8.8.8", "4000::1",
        ], code: "ip.network"),
      .init(
        accepts: [
          "0.0.0.0", "192.0.2.1", "255.255.255.255", "::", "::1", "1::", "2001:db8::1",
          "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::ffff:192.0.2.1",
          "64:ff9b::192.0.2.33", "ABCD:EF01::", "1:2:3:4:5:6:192.0.2.1",
        ],
        rejects: [
          "192.0.2", "192.0.2.256", "192.0.2.01", "192.0.2.1.", "192.0.2.1.1", "192.0.2.-1",
          "0x7f.1", "3221225985", " 192.0.2.1", "192.0.2.1\n", "192.0.2.1:80", "192.0.2.1/24",
          "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":::", ":1", "1:", ":", "::12345",
          "1:2:3:4::5:6:7:8", "::ffff:192.0.2.256", "::192.0.2.01", "192.0.2.1::", "fe80::1%eth0",
          "[::1]", "::g", "\u{661}.1.1.1", "1:2:3:4:5:6:7:192.0.2.1",
        ]),
      .init("4", accepts: ["192.0.2.1"], rejects: ["::1", "::ffff:192.0.2.1"], code: "ip.version"),
      .init("6", accepts: ["::1"], rejects: ["192.0.2.1"], code: "ip.version"),
      .init(
        ["prefix": "true"], accepts: ["192.0.2.1/24", "::/0", "::1/128", "::1"],
        rejects: ["192.0.2.1/33", "::1/129", "::1/", "::1/01", "::1/ 1", "::1/1/1"]),
      .init(
        ["zone": "true"], accepts: ["fe80::1%eth0", "fe80::1%1"],
        rejects: ["fe80::1%", "192.0.2.1%1", "fe80::1%a:b", "%1"]),
      .init(
        ["profile": "loose"], accepts: ["010.000.000.001"], rejects: ["0192.0.2.1", "1.2.3.256"]),
      .init(
        ["notNetworks": ["private", "loopback"]], accepts: ["192.0.2.1", "2001:db8::1"],
        rejects: ["10.1.2.3", "172.31.255.255", "127.0.0.1", "::1", "fd00::1"], code: "ip.network"),
      .init(
        ["networks": ["192.0.2.128/25", "2001:db8::/32"]], accepts: ["192.0.2.200", "2001:db8::1"],
        rejects: ["192.0.2.1", "2001:db9::1"], code: "ip.network"),
      .init(
        ["networks": ["192.0.*.1", "198.51.100.1-198.51.100.9", "203.0.113.0/255.255.255.192"]],
        accepts: ["192.0.200.1", "198.51.100.9", "203.0.113.63"],
        rejects: ["192.0.2.2", "198.51.100.10", "203.0.113.64", "::1"], code: "ip.network"),
    ])

  private let version: RuleEntry.IPVersion
  private let profile: RuleEntry.Strictness
  private let acceptsPrefix, acceptsZone: Bool
  private let networks, notNetworks: [IPRange]

  let samples: [[String]]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    version = try parameters[Self.version]
    profile = try parameters[Self.profile]
    acceptsPrefix = try parameters[Self.prefix]
    acceptsZone = try parameters[Self.zone]
    networks = try parameters.networks(Self.networks)
    notNetworks = try parameters.networks(Self.notNetworks)
    let listed = (try parameters[Self.networks] ?? []).map { String($0.prefix { $0 != "/" }) }
    samples = [
      ["192.0.2.1", "8.8.8.8", "192.168.1.1", "127.0.0.1", "169.254.1.1", "224.0.0.1"]
        + listed.filter { !$0.contains(":") },
      ["2001:db8::1", "2606:4700:4700::1111", "fd00::1", "::1", "fe80::1", "ff02::1"]
        + listed.filter { $0.contains(":") },
    ]
    if version == .four, acceptsZone {
      throw parameters.error("zone is for version 6", at: Self.zone)
    }
  }

  var arguments: [MessageArgument] { [MessageArgument("version", version.rawValue)] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let address = address(text) else { return .fails("ip.invalid") }
    if version != .any, (version == .four) != (address.width == 32) {
      return .fails("ip.version")
    }
    if !networks.isEmpty, !networks.contains(where: { $0.contains(address) }) {
      return .fails("ip.network")
    }
    return notNetworks.contains { $0.contains(address) } ? .fails("ip.network") : .passes
  }

  private func address(_ text: Span<UInt8>) -> IPAddress? {
    let isLoose = profile == .loose
    if acceptsPrefix, text.firstIndex(of: UInt8(ascii: "/")) != nil {
      return IPNetwork(text, acceptsLeadingZeros: isLoose)?.address
    }
    if acceptsZone, let percent = text.firstIndex(of: UInt8(ascii: "%")) {
      let zone = text.extracting(percent + 1..<text.count)
      guard !zone.isEmpty, zone.consists(of: Self.zoneCharacters),
        let address = IPAddress(text.extracting(0..<percent)), address.width == 128
      else { return nil }
      return address
    }
    return IPAddress(text, acceptsLeadingZeros: isLoose)
  }

  /// The characters of a zone: the unreserved characters, as in the ZoneID of RFC 6874.
  private static let zoneCharacters = ASCIISet.alphanumerics.union("-._~")
}

extension RuleEntry {
  /// Versions of the Internet Protocol.
  public enum IPVersion: String, ParameterValue, CaseIterable, Sendable {
    /// Version 4.
    case four = "4"
    /// Version 6.
    case six = "6"
    /// Either.
    case any
  }
}
