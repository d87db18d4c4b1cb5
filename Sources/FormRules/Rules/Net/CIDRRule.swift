/// Requires a block of IP addresses in CIDR notation (RFC 4632).
struct CIDRRule: TextRule {
  static let name = "cidr"
  static let version = Parameter<RuleEntry.IPVersion>(
    "version", effect: .words([["4", "6"], ["any"]]), "The version of the Internet Protocol.",
    default: .any)
  static let minPrefix = Parameter<Int>(
    "minPrefix", effect: .stricterIfGreater, "The minimum prefix length in bits.", in: 0...128,
    default: 0)
  static let maxPrefix = Parameter<Int?>(
    "maxPrefix", effect: .looserIfGreater, "The maximum prefix length in bits.", in: 0...128,
    whenAbsent: "32 or 128")
  static let hostBits = Parameter<Bool>(
    "hostBits", effect: .looserIfTrue,
    "Whether bits after the prefix may be set, as in 192.0.2.1/24.", default: true)
  static let masks = Parameter<Bool>(
    "masks", effect: .looserIfTrue,
    "Whether a netmask may replace the prefix length in version 4, as in 192.0.2.0/255.255.255.0.")

  static let documentation = RuleDocumentation(
    "The text is a block of IP addresses in CIDR notation, such as 192.0.2.0/24.",
    discussion: """
      An address in the form of the rule `ip`, a slash, and the prefix length in bits without \
      leading zeros: at most 32 for version 4 (RFC 4632, 3.1), 128 for version 6 (RFC 4291, 2.3). \
      Netmasks such as /255.255.255.0 are accepted only with `masks: true`.
      """,
    mainParameter: "version",
    types: ["text"],
    parameters: [version, minPrefix, maxPrefix, hostBits, masks],
    codes: [
      .init(
        "cidr.invalid",
        "{label} must be a block of IP addresses{example, select, absent {} other {, such as {example}}}."
      ),
      .init("cidr.version", "{label} must be a block of IPv{version} addresses."),
      .init("cidr.prefix", "{label} must have a prefix of {minPrefix} to {maxPrefix} bits."),
      .init(
        "cidr.hostBits", "{label} must be the address of a network: bits after the prefix are set."),
    ],
    examples: [
      .init(
        accepts: ["192.0.2.0/24", "192.0.2.1/24", "0.0.0.0/0", "192.0.2.1/32", "2001:db8::/128"],
        rejects: [
          "192.0.2.0", "192.0.2.0/", "192.0.2.0/33", "192.0.2.0/024", "192.0.2.0/-1", "/24",
          "192.0.2/24", "2001:db8::/129", "192.0.2.0/255.255.255.0", "192.0.2.0/24/24",
          "192.0.2.0/24 ", "fe80::1%1/64", "192.0.2.0/9999999999999999999999",
        ]),
      .init("4", accepts: ["192.0.2.0/24"], rejects: ["::/0"], code: "cidr.version"),
      .init("6", accepts: ["::/0"], rejects: ["192.0.2.0/24"], code: "cidr.version"),
      .init(
        ["minPrefix": 8, "maxPrefix": 24], accepts: ["10.0.0.0/8", "192.0.2.0/24"],
        rejects: ["0.0.0.0/0", "192.0.2.0/25"], code: "cidr.prefix"),
      .init(
        ["masks": "true"],
        accepts: ["192.0.2.0/255.255.255.0", "0.0.0.0/0.0.0.0", "192.0.2.1/32", "::/0"],
        rejects: ["192.0.2.0/255.0.255.0", "192.0.2.0/0.0.0.255", "::/255.255.255.0", "::/ffff::"]),
      .init(
        ["masks": "true", "minPrefix": 16, "hostBits": "false"], accepts: ["10.1.0.0/255.255.0.0"],
        rejects: ["10.0.0.0/255.0.0.0"], code: "cidr.prefix"),
      .init(
        ["hostBits": "false"], accepts: ["192.0.2.0/24", "::/0", "192.0.2.1/32"],
        rejects: ["192.0.2.1/24", "2001:db8::1/64"], code: "cidr.hostBits"),
    ])

  private let version: RuleEntry.IPVersion
  private let minPrefix, maxPrefix: Int
  private let acceptsHostBits, acceptsMasks: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    version = try parameters[Self.version]
    let widest = version == .four ? 32 : 128
    minPrefix = try parameters[Self.minPrefix]
    maxPrefix = try parameters[Self.maxPrefix] ?? widest
    try parameters.use(of: Self.minPrefix).check(minPrefix, in: 0...widest)
    try parameters.use(of: Self.maxPrefix).check(maxPrefix, in: 0...widest)
    acceptsHostBits = try parameters[Self.hostBits]
    acceptsMasks = try parameters[Self.masks]
    if minPrefix > maxPrefix {
      throw parameters.error(
        "minPrefix \(minPrefix) is above maxPrefix \(maxPrefix)", .conflict, at: Self.maxPrefix)
    }
  }

  var arguments: [MessageArgument] {
    [
      MessageArgument("version", version.rawValue), MessageArgument("minPrefix", minPrefix),
      MessageArgument("maxPrefix", maxPrefix),
    ]
  }

  var samples: [[String]] {
    let prefixes = [24] + [minPrefix, maxPrefix]
    return [
      prefixes.flatMap { ["192.0.2.0/\($0)", "0.0.0.0/\($0)"] }
        + ([32] + prefixes).flatMap { ["2001:db8::/\($0)", "::/\($0)"] }
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let network = IPNetwork(text) ?? (acceptsMasks ? IPNetwork(masked: text) : nil) else {
      return .fails("cidr.invalid")
    }
    if version != .any, (version == .four) != (network.address.width == 32) {
      return .fails("cidr.version")
    }
    guard network.length >= minPrefix, network.length <= maxPrefix else {
      return .fails("cidr.prefix")
    }
    return acceptsHostBits || network.hasNoHostBits ? .passes : .fails("cidr.hostBits")
  }
}
