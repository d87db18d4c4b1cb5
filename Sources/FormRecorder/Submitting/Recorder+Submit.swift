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
    return shared.value { SubmissionQueue() }
  }
}
