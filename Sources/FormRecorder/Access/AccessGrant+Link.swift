extension AccessGrant {
  /// The path of the address of a link.
  package static func path(ofLink secret: String) -> String { "/link?key=\(secret)" }
}
