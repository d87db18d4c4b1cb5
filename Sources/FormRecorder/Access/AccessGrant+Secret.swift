import Foundation

/// The secrets of tokens and links.
extension AccessGrant {
  /// 32 random bytes in the alphabet of URLs.
  package static func randomSecret() -> String {
    let secret = (0..<32).map { _ in UInt8.random(in: 0...255) }
    return Data(secret).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// The path of the address of a link.
  package static func path(ofLink secret: String) -> String { "/link?key=\(secret)" }
}
