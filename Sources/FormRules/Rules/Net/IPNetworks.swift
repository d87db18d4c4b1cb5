/// Blocks of addresses that have names in definitions; `public` is every address without a special
/// purpose.
///
/// Source: the IANA registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890, as of
/// 2025), and of multicast addresses (RFC 5771, RFC 4291).
enum IPNetworks: String, CaseIterable {
  case `private`, loopback, linkLocal, multicast, documentation, shared, reserved, `public`

  /// The blocks in CIDR notation.
  var blocks: [String] {
    switch self {
    // RFC 1918; unique local addresses, RFC 4193.
    case .private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]
    // RFC 1122, 3.2.1.3; RFC 4291, 2.5.3.
    case .loopback: ["127.0.0.0/8", "::1/128"]
    // RFC 3927; RFC 4291, 2.5.6.
    case .linkLocal: ["169.254.0.0/16", "fe80::/10"]
    case .multicast: ["224.0.0.0/4", "ff00::/8"]
    // RFC 5737; RFC 3849, RFC 9637.
    case .documentation:
      ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"]
    // Between providers and their customers, RFC 6598.
    case .shared: ["100.64.0.0/10"]
    // This network, protocol assignments, benchmarking, future use, broadcast; unspecified address,
    // IPv4-mapped addresses, discard-only.
    case .reserved:
      [
        "0.0.0.0/8", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", "::/128", "::ffff:0:0/96",
        "100::/64",
      ]
    case .public: []
    }
  }

  /// Whether an address is public: unicast, and globally reachable according to the registries.
  static func isPublic(_ address: IPAddress) -> Bool {
    reachable.contains { $0.contains(address) } || isOrdinary(address)
  }

  /// Whether an address belongs to the public Internet and to no block with a special purpose.
  /// Requests to services are sent only to such addresses, so that no tunnel, relay or translation
  /// redirects them.
  static func isOrdinary(_ address: IPAddress) -> Bool {
    !unreachable.contains { $0.contains(address) }
      && (address.width == 32 || unicast.contains(address))
  }

  /// Relays of 6to4, withdrawn by RFC 7526.
  static let relays = IPNetwork("192.88.99.0/24")

  /// The public unicast addresses of IPv6 (RFC 4291, 2.4; RFC 3587).
  private static let unicast = IPNetwork("2000::/3")

  /// Blocks that are not globally reachable according to the registries: the named blocks, protocol
  /// assignments, relays of 6a44, 6to4, local-use translation, segment routing.
  private static let unreachable: [IPNetwork] =
    IPNetworks.allCases.flatMap(\.blocks).map(IPNetwork.init)
    + [
      "192.88.99.2/32", "64:ff9b:1::/48", "100:0:0:1::/64", "2001::/23", "2002::/16", "5f00::/16",
    ].map(IPNetwork.init)

  /// Globally reachable parts of these blocks.
  private static let reachable: [IPNetwork] = [
    "192.0.0.9/32", "192.0.0.10/32", "64:ff9b::/96", "2001:1::1/128", "2001:1::2/128",
    "2001:1::3/128", "2001:3::/32", "2001:4:112::/48", "2001:20::/28", "2001:30::/28",
  ].map(IPNetwork.init)
}

extension IPNetwork {
  /// Creates a block of the tables above. Traps if the text is invalid.
  fileprivate init(_ text: String) {
    guard let network = IPNetwork(Array(text.utf8).span) else {
      preconditionFailure("\(text) is not a block of addresses")
    }
    self = network
  }
}

extension RuleParameters {
  /// The value of a parameter that lists networks, each by name or in a form of `IPRange`; empty if
  /// the parameter is absent.
  ///
  /// - Throws: `DefinitionError` if a network is invalid.
  func networks(_ parameter: Parameter<[String]?>) throws(DefinitionError) -> [IPRange] {
    var networks: [IPRange] = []
    for text in try self[parameter] ?? [] {
      if text == IPNetworks.public.rawValue {
        networks.append(.public)
        continue
      }
      for block in IPNetworks(rawValue: text)?.blocks ?? [text] {
        guard let network = IPRange(block) else {
          throw error(
            "\(parameter.name): '\(text)' is neither a network such as 192.0.2.0/24 or 192.0.2.1-192.0.2.9 nor one of "
              + IPNetworks.allCases.map(\.rawValue).joined(separator: ", "), at: parameter)
        }
        networks.append(network)
      }
    }
    return networks
  }
}
