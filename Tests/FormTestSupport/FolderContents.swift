package import Foundation

/// The files of a folder in memory, with which a suite prepares a folder once for many cases.
package struct FolderContents: Sendable {
  private let files: [String: Data]

  /// The files directly in a folder.
  package init(of folder: URL) throws {
    files = try Dictionary(
      uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder.path).map {
        ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
      })
  }

  /// Writes the files into an existing folder.
  package func write(to folder: URL) throws {
    for (name, content) in files { try content.write(to: folder.appendingPathComponent(name)) }
  }
}
