#if Server
import Foundation

/// The addresses by which clients are counted.
enum ClientAddress {
  /// The part of an address that one client controls: an IPv4 address, or the first 64 bits of an
  /// IPv6 address, because a client gets at least these.
  static func network(of address: String) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    // Safe because the buffer has the size of an address, and is used only during the call.
    guard address.contains(":"), unsafe inet_pton(AF_INET6, address, &bytes) == 1 else {
      return address
    }
    // An IPv4 address as IPv6.
    if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    let groups = stride(from: 0, to: 8, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    return groups.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }

  /// The part of an address from a proxy, which may have a port: `192.0.2.1:51234` or
  /// `[2001:db8::1]:51234`.
  static func network(ofForwarded text: String) -> String {
    if text.first == "[", let end = text.firstIndex(of: "]") {
      return network(of: String(text[..<end].dropFirst()))
    }
    guard let colon = text.firstIndex(of: ":"), text.contains("."),
      !text[text.index(after: colon)...].contains(":")
    else { return network(of: text) }
    return String(text[..<colon])
  }
}
#endif
