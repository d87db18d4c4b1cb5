import FormRules
import FormStore
import Synchronization

/// What one call writes: the records that it submits, with the known answers of services, or a read
/// that it records. The result comes from the last attempt to store them.
final class QueuedWrite: Sendable {
  /// The reports, or nil if requests to services are open, so that nothing is stored.
  typealias Result = Swift.Result<[SubmissionReport]?, RecorderError>

  /// The records to submit. Empty for a read.
  let requests: [SubmissionRequest]
  /// The entry of the log for a read of personal data.
  let read: (detail: String, attribution: Attribution)?
  private let state: Mutex<State>

  private struct State: Sendable {
    /// By position in `requests`, the answers and open requests, or nil if the record needs none.
    var answers: [ServiceAnswers?]
    var attempts = 0
    var result: Result?
    var continuation: CheckedContinuation<Result, Never>?
  }

  init(_ requests: [SubmissionRequest]) {
    (self.requests, read) = (requests, nil)
    state = Mutex(State(answers: requests.map { _ in nil }))
  }

  /// Creates a write that records a read of personal data.
  ///
  /// - Parameters:
  ///   - subject: A description of the data.
  ///   - name: The name of the person or program that reads.
  /// - Throws: `RecorderError` if the name is not valid.
  init(readOf subject: String, by name: String) throws(RecorderError) {
    let attribution = Attribution(by: name, reason: nil)
    try attribution.requireStorable()
    requests = []
    read = (detail: ActivityDetail.read(.init(subject)).json.text, attribution: attribution)
    state = Mutex(State(answers: []))
  }

  /// By position in `requests`, the answers and open requests, or nil if the record needs none.
  var answers: [ServiceAnswers?] {
    get { state.withLock { $0.answers } }
    set { state.withLock { $0.answers = newValue } }
  }

  /// The result of the attempt, once it is known.
  var result: Result? { state.withLock { $0.result } }

  /// Begins an attempt.
  ///
  /// - Parameter continuation: Receives the result, unless the caller waits for it.
  func begin(_ continuation: CheckedContinuation<Result, Never>? = nil) {
    state.withLock { ($0.result, $0.continuation) = (nil, continuation) }
  }

  /// Ends the attempt.
  func complete(_ result: Result) {
    let continuation = state.withLock { state in
      state.result = result
      return state.continuation
    }
    continuation?.resume(returning: result)
  }

  /// Sends the open requests and waits for the answers.
  func sendOpen() throws(RecorderError) {
    let attempts = state.withLock { state in
      state.attempts += 1
      return state.attempts
    }
    guard attempts <= Recorder.requestAttempts else {
      throw RecorderError(
        .busy(process: nil), "each attempt needed other requests to services; submit again")
    }
    for answers in answers.compactMap(\.self) where !answers.open.isEmpty {
      guard answers.sendOpen() else { throw .requestsStopped }
    }
  }
}
