/// A set of addresses in a definition.
enum IPRange: Sendable {
  case network(IPNetwork)
  case between(IPAddress, IPAddress)
  /// Addresses whose masked bits equal those of the address.
  case masked(IPAddress, mask: UInt128)
  case all
  /// Public addresses; see `IPNetworks.isPublic(_:)`.
  case `public`

  /// Parses `192.0.2.0/24`, `2001:db8::/32`, `192.0.2.0/255.255.255.0`, `192.0.2.1-192.0.2.9`,
  /// `192.0.*` or `192.0.*.1`; nil for anything else. `*` alone is every address of both versions.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    if text == "*" {
      self = .all
    } else if let network = IPNetwork(bytes.span) {
      self = .network(network)
    } else if text.contains("-") {
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.address)
      guard ends.count == 2, let low = ends[0], let high = ends[1], low.width == high.width,
        low.bits <= high.bits
      else { return nil }
      self = .between(low, high)
    } else if text.contains("/") {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(Self.address)
      guard parts.count == 2, let address = parts[0], let mask = parts[1], mask.width == 32,
        address.width == 32
      else { return nil }
      self = .masked(address, mask: mask.bits)
    } else {
      var parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.contains("*"), parts.count <= 4, parts.count == 4 || parts.last == "*" else {
        return nil
      }
      while parts.count < 4 { parts.append("*") }
      let zeros = parts.map { $0 == "*" ? "0" : $0 }.joined(separator: ".")
      let ones = parts.map { $0 == "*" ? "0" : "255" }.joined(separator: ".")
      guard let address = Self.address(zeros[...]), let mask = Self.address(ones[...]) else {
        return nil
      }
      self = .masked(address, mask: mask.bits)
    }
  }

  private static func address(_ text: Substring) -> IPAddress? {
    IPAddress(Array(text.utf8).span)
  }

  /// Whether the set contains the address. An address of one version is never in a network or range
  /// of the other.
  func contains(_ address: IPAddress) -> Bool {
    switch self {
    case .network(let network): network.contains(address)
    case .between(let low, let high):
      address.width == low.width && low.bits <= address.bits && address.bits <= high.bits
    case .masked(let other, let mask):
      address.width == other.width && address.bits & mask == other.bits & mask
    case .all: true
    case .public: IPNetworks.isPublic(address)
    }
  }
}
