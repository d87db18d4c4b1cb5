extension AsyncRecorder {
  /// Records that a person or program read personal data. See `Recorder.logRead`. Occupies no
  /// thread while it waits.
  ///
  /// - Throws: `RecorderError` if the store cannot be written; `CancellationError` if the task is
  ///   already cancelled.
  package func logRead(_ subject: String, by name: String) async throws {
    try Task.checkCancellation()
    let write = QueuedWrite(try LoggedRead(subject, by: name))
    _ = try await recorder.submissions.submit(write, recorder).get()
  }
}
