package import Foundation

/// A folder that exists as long as its owner. It is in memory if possible, so that commits do not
/// wait for a disk.
package final class TemporaryFolder {
  package let url: URL

  /// The folder in memory (`/dev/shm`), unless it is too small, as in containers.
  private static let parent: URL = {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let free = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)[
      .systemFreeSize]
    let isUsable = FileManager.default.isWritableFile(atPath: memory.path)
    return isUsable && (free as? NSNumber)?.int64Value ?? 0 > 2 << 30
      ? memory : FileManager.default.temporaryDirectory
  }()

  /// Creates an empty folder.
  package init() throws {
    url = Self.parent.appendingPathComponent("formrec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Copies a folder.
  package init(copying folder: URL) throws {
    url = Self.parent.appendingPathComponent("formrec-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: folder, to: url)
  }

  /// Creates a folder with files.
  package convenience init(_ contents: FolderContents) throws {
    try self.init()
    try contents.write(to: url)
  }

  package func contents() throws -> FolderContents { try FolderContents(of: url) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the path of a file in the folder.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file in the folder.
  ///
  /// - Returns: The path of the file.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent(name).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
