#if Server
import FormBytes
import Foundation
import HTTPTypes
import Hummingbird

/// The address under which clients reach the server, possibly through a proxy that shows it under
/// a path of its own.
///
/// Routes, and the values of pages that are sent back, contain the server's own paths, such as
/// `/forms/signups`. Pages link to `path(_:)`, `ResponseHeaders` changes the paths in headers, and
/// OData, which needs absolute links, uses `url(_:)`.
struct PublicAddress: Sendable {
  /// The scheme and the host.
  private let origin: String
  /// The path of the server's root without a slash at its end. Empty unless a proxy adds one.
  let prefix: String

  init(origin: String, prefix: String = "") {
    (self.origin, self.prefix) = (origin, prefix)
  }

  /// The path for clients.
  ///
  /// - Parameter path: A path of the server, with a slash at its beginning.
  func path(_ path: String) -> String { prefix + path }

  /// The absolute URL of a path of the server.
  func url(_ path: String) -> String { origin + prefix + path }

  /// The path of the server's root for clients. It ends with a slash only if it is `/`.
  var root: String { prefix.isEmpty ? "/" : prefix }
}

extension ServerCore {
  /// The address that the client of a request uses.
  func address(for request: Request) -> PublicAddress {
    let host =
      request.head.authority
      ?? ServerConfiguration.authority(configuration.host, port: configuration.port)
    guard configuration.isBehindProxy else { return PublicAddress(origin: "http://\(host)") }
    let scheme = request.forwarded(.forwardedProto) == "http" ? "http" : "https"
    var prefix = request.forwarded(.forwardedPrefix) ?? ""
    while prefix.hasSuffix("/") { prefix.removeLast() }
    let isPath = prefix.hasPrefix("/") && !prefix.hasPrefix("//")
    return PublicAddress(
      origin: "\(scheme)://\(request.forwarded(.forwardedHost) ?? host)",
      prefix: isPath ? prefix : "")
  }
}

extension Request {
  /// The value that the nearest proxy added, or nil if there is none. Another line of the header
  /// may be empty.
  func lastForwarded(_ name: HTTPField.Name) -> String? {
    let values = headers[name]?.split(separator: ",") ?? []
    return values.map { $0.trimmingCharacters(in: .whitespaces) }.last { !$0.isEmpty }
  }

  /// The value that the nearest proxy added. Nil if it contains a character that no host and no
  /// path has.
  fileprivate func forwarded(_ name: HTTPField.Name) -> String? {
    guard let value = lastForwarded(name) else { return nil }
    let isPlain = value.utf8.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "-._~:[]/".utf8.contains($0)
    }
    return isPlain ? value : nil
  }
}

extension HTTPField.Name {
  fileprivate static let forwardedProto = Self("X-Forwarded-Proto")!
  fileprivate static let forwardedHost = Self("X-Forwarded-Host")!
  fileprivate static let forwardedPrefix = Self("X-Forwarded-Prefix")!
}
#endif
