import FormStore
import Foundation

extension Recorder {
  /// Records a copy, before it can be read.
  ///
  /// - Returns: False if the store cannot be written, so that the copy is not recorded.
  /// - Throws: `RecorderError` if another process writes for too long, or the store has another
  ///   schema. Reading does not change the schema.
  func recordCopy(of subject: String, _ attribution: Attribution) throws(RecorderError) -> Bool {
    let folder = TemporaryFile.folder(of: database)
    guard [database, folder].allSatisfy(FileManager.default.isWritableFile) else { return false }
    _ = try storeForReading()
    try record(.copy(.init(subject)), attribution: attribution)
    return true
  }

  /// Empties the WAL after a copy was recorded while another connection read the store.
  ///
  /// - Throws: `RecorderError` if the store can no longer be opened.
  package func emptyWAL() throws(RecorderError) {
    // Closing the last connection that writes empties the WAL. If another process uses the store,
    // that process does it.
    do {
      _ = try storeForWriting()
    } catch {
      guard case .busy = error.reason else { throw error }
    }
  }
}
