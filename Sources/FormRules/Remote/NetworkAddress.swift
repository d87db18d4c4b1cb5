import FormBytes

/// An IPv4 or IPv6 address.
enum NetworkAddress: Equatable {
  case four([UInt8])
  case six([UInt8])

  /// Parses four decimal numbers without leading zeros, or an IPv6 address without a zone.
  init?(_ text: String) {
    if text.utf8.contains(UInt8(ascii: ":")) {
      guard let bytes = Self.six(text) else { return nil }
      self = .six(bytes)
    } else {
      guard let bytes = Self.four(text[...]) else { return nil }
      self = .four(bytes)
    }
  }

  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> UInt8? in
      guard part.utf8.allSatisfy(\.isASCIIDigit), part.count == 1 || part.first != "0" else {
        return nil
      }
      return UInt8(part)
    }
    return parts.count == 4 && numbers.count == 4 ? numbers : nil
  }

  private static func six(_ text: String) -> [UInt8]? {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    var sides: [[UInt8]] = []
    for half in halves {
      guard let bytes = groups(half) else { return nil }
      sides.append(bytes)
    }
    if sides.count == 1 { return sides[0].count == 16 ? sides[0] : nil }
    let zeros = 16 - sides[0].count - sides[1].count
    guard zeros >= 2 else { return nil }
    return sides[0] + Array(repeating: 0, count: zeros) + sides[1]
  }

  /// The bytes of colon-separated groups, the last of which may be an IPv4 address.
  private static func groups(_ text: Substring) -> [UInt8]? {
    if text.isEmpty { return [] }
    var bytes: [UInt8] = []
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, group) in groups.enumerated() {
      if index == groups.count - 1, group.contains(".") {
        guard let four = four(group) else { return nil }
        bytes += four
        continue
      }
      guard (1...4).contains(group.utf8.count),
        group.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0 | 0x20) }),
        let number = UInt16(group, radix: 16)
      else { return nil }
      bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    return bytes
  }

  /// Whether the address is globally reachable: not a loopback, private, link-local, multicast,
  /// documentation or tunnel address (IANA special-purpose registries; RFC 6890).
  var isOfInternet: Bool {
    switch self {
    case .four(let bytes): !Self.specialFour.contains { $0.contains(bytes) }
    case .six(let bytes):
      // Public addresses are in 2000::/3. IPv4-mapped addresses are outside of it, except for 6to4.
      bytes[0] & 0xE0 == 0x20 && !Self.specialSix.contains { $0.contains(bytes) }
    }
  }

  private struct Network {
    let bytes: [UInt8]
    let bits: Int

    func contains(_ address: [UInt8]) -> Bool {
      for index in 0..<bytes.count {
        let rest = bits - index * 8
        if rest <= 0 { break }
        let mask = rest >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> rest)
        if bytes[index] & mask != address[index] & mask { return false }
      }
      return true
    }
  }

  private static let specialFour: [Network] = [
    Network(bytes: [0], bits: 8), Network(bytes: [10], bits: 8),
    Network(bytes: [100, 64], bits: 10), Network(bytes: [127], bits: 8),
    Network(bytes: [169, 254], bits: 16), Network(bytes: [172, 16], bits: 12),
    Network(bytes: [192, 0, 0], bits: 24), Network(bytes: [192, 0, 2], bits: 24),
    Network(bytes: [192, 88, 99], bits: 24), Network(bytes: [192, 168], bits: 16),
    Network(bytes: [198, 18], bits: 15), Network(bytes: [198, 51, 100], bits: 24),
    Network(bytes: [203, 0, 113], bits: 24), Network(bytes: [224], bits: 4),
    Network(bytes: [240], bits: 4),
  ]

  private static let specialSix: [Network] = [
    Network(bytes: [0x20, 0x01, 0x00], bits: 23),
    Network(bytes: [0x20, 0x01, 0x0D, 0xB8], bits: 32),
    Network(bytes: [0x20, 0x02], bits: 16), Network(bytes: [0x3F, 0xFF, 0x00], bits: 20),
  ]
}
