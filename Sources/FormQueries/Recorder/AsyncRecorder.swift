import Synchronization

/// A recorder for asynchronous programs.
///
/// Work runs on separate threads, so that waiting for a disk or another writer does not block the
/// cooperative thread pool.
///
/// ```swift
/// let recorder = AsyncRecorder(Recorder(database: "forms.sqlite"))
/// let report = try await recorder.submit(try SubmissionRequest(signUp, as: validator))
/// let replay = try await recorder.perform { recorder, isCancelled in
///   try recorder.replay(ReplayRequest(), shouldStop: isCancelled)
/// }
/// ```
///
/// If the task is cancelled, work that has not started yet throws `CancellationError` immediately,
/// except for submissions that wait for a commit: they are stored.
public struct AsyncRecorder: Sendable {
  /// The recorder that does the work.
  public let recorder: Recorder
  private let queue: CallQueue

  /// Creates an asynchronous recorder.
  ///
  /// - Parameter concurrency: The maximum number of concurrent operations. Readers do not wait for
  ///   each other; writers are always serialized.
  public init(_ recorder: Recorder, concurrency: Int = 4) {
    self.recorder = recorder
    queue = CallQueue(maximumThreads: max(1, concurrency))
  }

  /// Runs an operation of the recorder.
  ///
  /// - Parameter work: The operation. It receives a function that returns whether the task was
  ///   cancelled.
  /// - Throws: Any error of `work`, and `CancellationError` if the task is cancelled before the
  ///   work begins.
  public func perform<Result: Sendable>(
    _ work:
      @escaping @Sendable (Recorder, _ isCancelled: @escaping @Sendable () -> Bool) throws ->
      Result
  ) async throws -> Result {
    try await perform(WaitingCall(work))
  }

  /// Runs an operation of the recorder, unless it waits too long for a free thread.
  ///
  /// - Parameters:
  ///   - error: The error if the work has not begun when `wait` returns.
  ///   - wait: Returns when the work must have begun.
  package func perform<Result: Sendable>(
    orThrow error: any Error, after wait: @escaping @Sendable () async throws -> Void,
    _ work:
      @escaping @Sendable (Recorder, _ isCancelled: @escaping @Sendable () -> Bool) throws ->
      Result
  ) async throws -> Result {
    let call = WaitingCall(work)
    let timer = Task {
      try await wait()
      call.refuse(error)
    }
    defer { timer.cancel() }
    return try await perform(call)
  }

  private func perform<Result: Sendable>(
    _ call: WaitingCall<Result>
  ) async throws -> Result {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        call.wait(continuation)
        queue.add { [recorder] in
          guard let (continuation, work) = call.begin() else { return }
          continuation.resume(with: Swift.Result { try work(recorder) { call.isCancelled } })
        }
      }
    } onCancel: {
      call.cancel()
    }
  }
}

/// A call that waits for a free thread until its work begins or it is refused. Then it releases the
/// work, with the files and values that it has, although the call stays in its queue.
private final class WaitingCall<Result: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Result, any Error>
  typealias Work =
    @Sendable (Recorder, _ isCancelled: @escaping @Sendable () -> Bool) throws -> Result

  private struct State {
    /// Nil once the work has begun or the call was refused.
    var work: Work?
    /// Nil until there is something to resume, and when `work` is nil.
    var continuation: Continuation?
    var refusal: (any Error)?
  }

  private let flag = Atomic(false)
  private let state: Mutex<State>

  init(_ work: @escaping Work) { state = Mutex(State(work: work)) }

  var isCancelled: Bool { flag.load(ordering: .sequentiallyConsistent) }

  func wait(_ continuation: Continuation) {
    let refusal = state.withLock { state in
      // The call may have been refused before it had something to resume.
      if state.refusal == nil { state.continuation = continuation }
      return state.refusal
    }
    if let refusal { continuation.resume(throwing: refusal) }
  }

  /// Returns the work and the continuation that it resumes, or nil if the call was refused.
  func begin() -> (Continuation, Work)? {
    state.withLock { state in
      guard let continuation = state.continuation.take(), let work = state.work.take() else {
        return nil
      }
      return (continuation, work)
    }
  }

  /// Ends the call with an error, unless its work has begun.
  func refuse(_ error: any Error) {
    let continuation = state.withLock { state in
      // The work has begun.
      if state.work == nil { return nil as Continuation? }
      state.work = nil
      state.refusal = error
      return state.continuation.take()
    }
    continuation?.resume(throwing: error)
  }

  func cancel() {
    flag.store(true, ordering: .sequentiallyConsistent)
    refuse(CancellationError())
  }
}
