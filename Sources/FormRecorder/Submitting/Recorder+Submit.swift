import FormRules
import FormStore

extension Recorder {
  /// Evaluates one record and stores it in the intake of its form, rules, parameters, scenario and
  /// day, sealed by a separate event. When this returns, the submission is on disk.
  ///
  /// `unique` rules compare with stored submissions only (`ever`), and limits do not apply. A
  /// rejected record is stored and is not an error.
  ///
  /// Concurrent calls share a commit. The recorder keeps its connection to the store for the next
  /// call.
  ///
  /// - Throws: `RecorderError` if the content cannot be read as one record of the form, if its
  ///   idempotency key was used before with other cells, if only known senders may replace the
  ///   record with its key, or if the store cannot be written. Nothing is stored in these cases.
  public func submit(_ request: SubmissionRequest) throws(RecorderError) -> SubmissionReport {
    try submit([request])[0]
  }

  /// The maximum number of times services are requested for values that appear between a request
  /// and the transaction.
  static let requestAttempts = 5

  /// Evaluates records and stores them in one transaction, in order: all of them, or none if this
  /// throws.
  public func submit(_ requests: [SubmissionRequest]) throws(RecorderError) -> [SubmissionReport] {
    let write = QueuedWrite(requests)
    while true {
      if let reports = try submissions.submit(write, self).get() { return reports }
      try write.sendOpen()
    }
  }

  /// The queue of single submissions and logged reads.
  var submissions: SubmissionQueue {
    // Its connection may have been opened by a copy of this recorder that may wait.
    assert(!neverWaits, "this recorder may wait for another writer")
    return queue.value { SubmissionQueue() }
  }
}

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
