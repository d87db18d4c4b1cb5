package import Foundation

/// Where the tests find files: the checkout itself, and the optional folder of third-party data
/// beside it.
package enum Repository {
  /// The root of this checkout.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder below `fixtures/`.
  package static func fixture(_ path: String) -> URL {
    root.appendingPathComponent("fixtures").appendingPathComponent(path)
  }

  /// Third-party test data beside the checkout, or nil, with a word on stderr, when it is absent.
  package static func shared(_ path: String) -> URL? {
    let url = root.deletingLastPathComponent().appendingPathComponent("shared")
      .appendingPathComponent(path)
    if FileManager.default.fileExists(atPath: url.path) { return url }
    FileHandle.standardError.write(Data("skipped: no ../shared/\(path) here\n".utf8))
    return nil
  }
}
