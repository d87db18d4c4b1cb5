public import FormRules

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
