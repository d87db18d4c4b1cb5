import Synchronization

/// Requests whose answers are needed together.
final class RequestGroup: Sendable {
  /// Receives the answers in order.
  typealias Completion = @Sendable ([ServiceAnswer]) -> Void

  private struct State {
    /// The requests, until all have ended.
    var pending: [PendingRequest] = []
    var answers: [ServiceAnswer]
    var remaining: Int
    /// The number of consecutive requests without an answer.
    var unanswered = 0
    /// Whether there were too many of these.
    var hasGivenUp = false
    var completion: Completion?
  }

  private let maximumUnanswered: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - timeout: The timeout of each request, if it is shorter than its own.
  ///   - maximumUnanswered: The number of consecutive requests without an answer after which no
  ///     other one starts.
  init(_ requests: [ServiceRequest], timeout: Duration?, maximumUnanswered: Int = .max) {
    self.maximumUnanswered = maximumUnanswered
    let answers = Array(repeating: ServiceAnswer.unanswered, count: requests.count)
    state = Mutex(State(answers: answers, remaining: requests.count))
    let pending = requests.enumerated().map { index, request in
      var request = request
      request.timeout = min(request.timeout, timeout ?? request.timeout).bounded
      return PendingRequest(request, isNeeded: { self.state.withLock { !$0.hasGivenUp } }) {
        self.receive($0, index)
      }
    }
    state.withLock { $0.pending = pending }
  }

  /// The answers so far. A request that was cancelled has none.
  var answers: [ServiceAnswer] { state.withLock { $0.answers } }

  /// Submits the requests. The completion is called once, when all have ended.
  func start(_ submit: (PendingRequest) -> Void, _ completion: @escaping Completion) {
    let pending = state.withLock { state in
      if state.remaining > 0 { state.completion = completion }
      return state.pending
    }
    if pending.isEmpty { completion(answers) }
    for one in pending { submit(one) }
  }

  /// Cancels all requests.
  func cancel() {
    for one in state.withLock({ $0.pending }) { one.cancel() }
  }

  private func receive(_ answer: ServiceAnswer?, _ index: Int) {
    let completion = state.withLock { state -> Completion? in
      state.remaining -= 1
      if let answer {
        state.answers[index] = answer
        state.unanswered = answer == .unanswered ? state.unanswered + 1 : 0
        if state.unanswered == maximumUnanswered { state.hasGivenUp = true }
      }
      guard state.remaining == 0 else { return nil }
      state.pending = []
      return state.completion.take()
    }
    completion?(answers)
  }
}
