import FormRules

/// Records that one call submits, with the answers of services that are known so far.
struct SubmitCall: Sendable {
  let requests: [SubmitRequest]
  /// By position in `requests`, the answers and open requests, or nil if the record needs none.
  private(set) var answers: [ServiceAnswers?]
  private var attempts = 0

  /// The outcome of an attempt to store a submission.
  enum Outcome: Sendable {
    case stored([SubmitReport])
    /// Requests to services are open, by position in `requests`. Nothing was stored.
    case openRequests([ServiceAnswers?])
  }

  init(_ requests: [SubmitRequest]) {
    self.requests = requests
    answers = requests.map { _ in nil }
  }

  /// Sends open requests and waits for the answers.
  mutating func send(_ open: [ServiceAnswers?]) throws(RecorderError) {
    attempts += 1
    guard attempts <= Recorder.requestAttempts else {
      throw RecorderError(
        .busy(process: nil), "each attempt needed other requests to services; submit again")
    }
    for answers in open.compactMap(\.self) where !answers.open.isEmpty {
      guard answers.sendOpen() else { throw .requestsStopped }
    }
    answers = open
  }
}
