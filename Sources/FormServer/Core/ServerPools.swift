#if Server
import FormRecorder

/// The pools of threads on which the blocking calls of requests run.
///
/// Authentication and readiness depend on one of them. No call there waits for another writer or a
/// sync of the disk, or takes longer than a short read.
struct ServerPools: Sendable {
  /// Reads grants, whether the store is usable, and data for requests, such as definitions and
  /// single submissions. The calls are short and never wait for another writer.
  let reader: AsyncRecorder
  /// Searches within `readingTimeout`, reads the rows of a limited number of failures, verifies
  /// passwords, and stores files of forms. The calls never wait for another writer.
  let worker: AsyncRecorder
  /// Reads many submissions or definitions, with a thread for each place of `limits.downloads` and
  /// each report.
  let longReader: AsyncRecorder
  /// Stores submissions and single changes. The calls may wait for another writer, and for
  /// services.
  let writer: StoreWriter
  /// Imports files. The calls may take as long as a file does.
  let importer: AsyncRecorder

  /// - Parameter changes: The limit on changes that wait.
  init(
    _ recorder: Recorder, _ configuration: ServerConfiguration, changes: PendingLimit,
    health: StoreHealth
  ) {
    writer = StoreWriter(recorder, limit: changes, health: health)
    importer = AsyncRecorder(recorder)
    var recorder = recorder
    recorder.neverWaits = true
    reader = AsyncRecorder(recorder)
    worker = AsyncRecorder(recorder)
    longReader = AsyncRecorder(
      recorder, concurrency: configuration.maximumDownloads + configuration.maximumPendingReports)
  }
}
#endif
