package import Foundation

/// A folder that is gone with its owner.
package final class TemporaryFolder {
  package let url: URL

  /// An empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("formrec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A copy of a folder.
  package init(copying folder: URL) throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("formrec-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: folder, to: url)
  }

  /// A folder with these files.
  package convenience init(_ contents: FolderContents) throws {
    try self.init()
    try contents.write(to: url)
  }

  package func contents() throws -> FolderContents { try FolderContents(of: url) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file in it.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent(name).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
