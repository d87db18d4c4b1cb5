import FormStore

extension Recorder {
  /// Checks that the store exists and can be read and written. Waits for no other writer.
  ///
  /// - Throws: `RecorderError` with the reason why it cannot.
  package func requireUsable() throws(RecorderError) {
    try requireDatabase()
    var recorder = self
    recorder.settings.lockTimeout = 0
    do {
      _ = try recorder.storeForWriting()
    } catch {
      guard case .busy = error.reason else { throw error }
      _ = try recorder.storeForReading()
    }
  }
}
