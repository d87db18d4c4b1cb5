import Synchronization

/// Waits for an answer with a time limit, even if the operation ignores cancellation.
final class Deadline: Sendable {
  private struct State {
    var result: Result<RemoteAnswer, any Error>?
    var continuation: CheckedContinuation<RemoteAnswer, any Error>?
    var tasks: [Task<Void, Never>] = []
  }

  private let limit: Duration
  private let state = Mutex(State())

  init(_ limit: Duration) { self.limit = limit }

  /// Returns the answer of an operation, or `none` when the time limit is reached. Must be called
  /// only once.
  ///
  /// - Throws: Any error of the operation, and `CancellationError` if the task is cancelled.
  func answer(
    _ operation: @escaping @Sendable () async throws -> RemoteAnswer
  ) async throws -> RemoteAnswer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let early = state.withLock { state in
          state.continuation = continuation
          return state.result
        }
        if let early { return resume(early) }
        let asking = Task {
          do {
            self.finish(.success(try await operation()))
          } catch {
            self.finish(.failure(error))
          }
        }
        let waiting = Task { [limit] in
          do {
            try await Task.sleep(for: limit)
            self.finish(.success(.none))
          } catch {
            // The answer arrived before the time limit.
          }
        }
        let isOver = state.withLock { state in
          state.tasks = [asking, waiting]
          return state.result != nil
        }
        if isOver { stop() }
      }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  /// Only the first result counts.
  private func finish(_ result: Result<RemoteAnswer, any Error>) {
    let isFirst = state.withLock { state in
      guard state.result == nil else { return false }
      state.result = result
      return true
    }
    guard isFirst else { return }
    resume(result)
    stop()
  }

  private func resume(_ result: Result<RemoteAnswer, any Error>) {
    state.withLock { $0.continuation.take() }?.resume(with: result)
  }

  private func stop() {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }
}
