extension AsyncRecorder {
  /// Judges and stores a record. See `Recorder.submit`. Concurrent submissions share commits.
  ///
  /// - Throws: `RecorderError`, as `Recorder.submit` does; `CancellationError` if the task is
  ///   already cancelled.
  public func submit(_ request: SubmissionRequest) async throws -> SubmissionReport {
    try await submit([request])[0]
  }

  /// Judges and stores records in one transaction: all of them, or none if this throws.
  ///
  /// - Throws: `RecorderError`, and `CancellationError` if the task is already cancelled. A task
  ///   that is cancelled later still stores its records, unless they need requests to services that
  ///   have not begun.
  public func submit(_ requests: [SubmissionRequest]) async throws -> [SubmissionReport] {
    try Task.checkCancellation()
    let write = QueuedWrite(requests)
    while true {
      if let reports = try await recorder.submissions.submit(write, recorder).get() {
        return reports
      }
      try await perform { _, _ in try write.sendOpen() }
    }
  }
}
