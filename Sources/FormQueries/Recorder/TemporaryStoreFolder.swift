import Foundation

/// A folder that is deleted with the object.
final class TemporaryStoreFolder: Sendable {
  let path: String

  init() throws(RecorderError) {
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    path = URL(filePath: parent).appending(path: "formrec-\(UUID().uuidString)").path
    let (path, permissions) = (path, [FileAttributeKey.posixPermissions: 0o700])
    try mappingErrors(file: path) {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: permissions)
    }
  }

  // Nothing can be done about a folder that cannot be deleted.
  deinit { try? FileManager.default.removeItem(atPath: path) }
}
