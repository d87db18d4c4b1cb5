import FormStore
import Foundation

/// A folder next to the database for a file that a client sends, until the file is imported.
///
/// It is deleted with the object. While a process uses it, the process holds a lock on a file next
/// to it, so that the folders of killed processes can be recognized.
///
/// Sendable because nothing changes after the initializer.
package final class UploadFolder: @unchecked Sendable {
  package let path: String
  private let mark: TemporaryFile

  private static let suffix = "-upload"

  /// - Throws: `RecorderError` if the folder cannot be created.
  package init(beside database: String) throws(RecorderError) {
    let parent = Self.parent(database)
    mark = try mappingErrors(file: parent) {
      try Self.create(parent)
      return try TemporaryFile(beside: "\(parent)/mark")
    }
    path = mark.path + Self.suffix
    let path = path
    try mappingErrors(file: path) { try Self.create(path) }
  }

  deinit { delete() }

  /// Deletes the folder before the object ends.
  package func delete() {
    // Whatever the reason why it cannot be deleted, `removeLeftovers` tries again, and a purge
    // reports what remains.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Deletes the folders of ended processes.
  ///
  /// - Returns: The folders that remain, because a process uses them or because this process may
  ///   not delete them.
  @discardableResult
  package static func removeLeftovers(beside database: String) -> [String] {
    let parent = parent(database)
    // Listed before the marks, because each folder is created after its mark.
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: parent)
    } catch CocoaError.fileReadNoSuchFile {
      // No folder exists before the first upload.
      return []
    } catch {
      return [parent]
    }
    let folders = names.filter { $0.hasSuffix(suffix) }.map { "\(parent)/\($0)" }
    if names.isEmpty { return [] }
    let used = Set(TemporaryFile.deleteLeftovers(in: parent).map { $0 + suffix })
    // Those that cannot be deleted are returned.
    for folder in folders where !used.contains(folder) {
      try? FileManager.default.removeItem(atPath: folder)
    }
    return folders.filter { FileManager.default.fileExists(atPath: $0) }
  }

  private static func parent(_ database: String) -> String { "\(database)-uploads" }

  private static func create(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
