public import FormRules
import Foundation

extension Recorder {
  /// Creates a recorder with a new, empty store, for tests and previews.
  ///
  /// The store is a file like any other, in a new folder that only this user can read. The folder
  /// is deleted with the last copy of the recorder, but remains if the process is killed. On Linux
  /// the folder is in memory (`/dev/shm`) if possible, so that commits do not wait for a disk.
  /// Otherwise it is in the folder for temporary files.
  ///
  /// ```swift
  /// let recorder = try Recorder.temporary(clock: { Instant(seconds: 1_800_000_000) })
  /// try recorder.apply(definitions)
  /// #expect(try recorder.submit(request).isRejected)
  /// ```
  ///
  /// - Throws: `RecorderError` if the folder cannot be created.
  public static func temporary(
    clock: @escaping @Sendable () -> Instant = systemClock
  ) throws(RecorderError) -> Recorder {
    let folder = try TemporaryStoreFolder()
    var recorder = Recorder(database: folder.path + "/store.sqlite", clock: clock)
    recorder.temporary = folder
    return recorder
  }
}

/// A folder that is deleted with the object.
private final class TemporaryStoreFolder: Sendable {
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
