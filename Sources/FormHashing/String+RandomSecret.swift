import Foundation

extension String {
  /// Returns 32 random bytes in the alphabet of URLs.
  package static func randomSecret() -> String {
    Data([UInt8].random(count: 32)).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
  }
}
