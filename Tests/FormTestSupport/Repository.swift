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

  private static let sharedFolder = root.deletingLastPathComponent().appendingPathComponent(
    "shared")

  /// Whether third-party test data is beside the checkout. Tests that read it are enabled by this, so
  /// that they show as skipped where it is absent.
  package static let hasShared = ["csv", "real", "vectors"].allSatisfy {
    FileManager.default.fileExists(atPath: shared($0).path)
  }

  /// A file of third-party test data. Reading it throws when it is absent.
  package static func shared(_ path: String) -> URL { sharedFolder.appendingPathComponent(path) }
}
