package import Foundation

/// The locations of test files: the checkout, and the optional folder of third-party data
/// beside it.
package enum Repository {
  /// The root of this checkout.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the text of a file, by its path from the root.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the files of a folder and of its subfolders whose names have an ending, sorted, as
  /// paths from the folder.
  package static func files(in folder: String, ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(ending) }.sorted()
  }

  /// A file or folder below `fixtures/`.
  package static func fixture(_ path: String) -> URL {
    root.appendingPathComponent("fixtures").appendingPathComponent(path)
  }

  private static let sharedFolder = root.deletingLastPathComponent().appendingPathComponent(
    "shared")

  /// Whether third-party test data exists beside the checkout. It enables the tests that read the
  /// data, so that they are reported as skipped if it is absent.
  package static let hasShared = ["csv", "real", "vectors"].allSatisfy {
    FileManager.default.fileExists(atPath: shared($0).path)
  }

  /// Returns a file of third-party test data, which may not exist.
  package static func shared(_ path: String) -> URL { sharedFolder.appendingPathComponent(path) }
}
