import Synchronization

/// A request from its submission until it is answered, times out, or is cancelled, whichever is
/// first.
final class PendingRequest: Sendable {
  /// Receives the answer, or nil if the request was cancelled.
  typealias Completion = @Sendable (ServiceAnswer?) -> Void

  private struct State {
    /// Nil once the request has ended.
    var completion: Completion?
    /// Called at the end of a request that has started.
    var onEnd: (@Sendable () -> Void)?
    var task: Task<Void, Never>?
    var cancelTimeout: (@Sendable () -> Void)?
  }

  let request: ServiceRequest
  /// The permits of the requests around the task that created this one.
  let permitsAround = RequestPermit.held
  private let isNeeded: @Sendable () -> Bool
  private let state: Mutex<State>

  /// - Parameter isNeeded: Called before the request starts. If it returns false, the request is
  ///   cancelled instead.
  init(
    _ request: ServiceRequest, isNeeded: @escaping @Sendable () -> Bool,
    _ completion: @escaping Completion
  ) {
    self.request = request
    self.isNeeded = isNeeded
    state = Mutex(State(completion: completion))
  }

  /// Starts the request unless it was cancelled or is not needed.
  ///
  /// - Parameters:
  ///   - onTimeout: Called when the request times out.
  ///   - onEnd: Called once when the request ends.
  ///   - send: Sends the request. It is cancelled when the request ends otherwise.
  /// - Returns: Whether it was started.
  func start(
    onTimeout: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void,
    _ send: @escaping @Sendable () async -> ServiceAnswer
  ) -> Bool {
    guard isNeeded() else {
      cancel()
      return false
    }
    let isFirst = state.withLock { state in
      guard state.completion != nil else { return false }
      state.onEnd = onEnd
      return true
    }
    guard isFirst else { return false }
    let task = RequestExecutor.shared.start {
      let answer = await send()
      self.end(answer)
    }
    let cancelTimeout = RequestExecutor.shared.run(after: request.timeout) {
      self.end(.unanswered, first: onTimeout)
    }
    let hasEnded = state.withLock { state in
      (state.task, state.cancelTimeout) = (task, cancelTimeout)
      return state.completion == nil
    }
    if hasEnded { release() }
    return true
  }

  /// Cancels the request.
  func cancel() { end(nil) }

  /// Ends the request, unless it has ended before.
  ///
  /// - Parameter first: Called before the completion, after which the program may end.
  private func end(_ answer: ServiceAnswer?, first: () -> Void = {}) {
    let ended = state.withLock { state in
      defer { (state.completion, state.onEnd) = (nil, nil) }
      return state.completion.map { ($0, state.onEnd) }
    }
    guard let (completion, onEnd) = ended else { return }
    first()
    completion(answer)
    onEnd?()
    release()
  }

  /// Stops what still runs.
  private func release() {
    let (task, cancelTimeout) = state.withLock { state in
      defer { (state.task, state.cancelTimeout) = (nil, nil) }
      return (state.task, state.cancelTimeout)
    }
    task?.cancel()
    cancelTimeout?()
  }
}
