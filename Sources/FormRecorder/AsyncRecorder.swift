import Foundation
import Synchronization

/// A recorder for asynchronous programs.
///
/// Work runs on separate threads, so that waiting for a disk or another writer does not block the
/// cooperative thread pool.
///
/// ```swift
/// let recorder = AsyncRecorder(Recorder(database: "forms.sqlite"))
/// let report = try await recorder.submit(try SubmitRequest(signUp, as: validator))
/// let replay = try await recorder.perform { recorder, isCancelled in
///   try recorder.replay(ReplayRequest(), shouldStop: isCancelled)
/// }
/// ```
///
/// If the task is cancelled, work that has not started yet throws `CancellationError` immediately.
public struct AsyncRecorder: Sendable {
  /// The recorder that does the work.
  public let recorder: Recorder
  private let queue: OperationQueue

  /// Creates an asynchronous recorder.
  ///
  /// - Parameter concurrency: The maximum number of concurrent operations. Readers do not wait for
  ///   each other; writers are always serialized.
  public init(_ recorder: Recorder, concurrency: Int = 4) {
    self.recorder = recorder
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = max(1, concurrency)
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
    let call = WaitingCall<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        call.wait(continuation)
        queue.addOperation { [recorder] in
          guard let continuation = call.begin() else { return }
          continuation.resume(with: Swift.Result { try work(recorder) { call.isCancelled } })
        }
      }
    } onCancel: {
      call.cancel()
    }
  }
}

/// A call that waits for a free thread until its work begins or it is cancelled.
private final class WaitingCall<Result: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Result, any Error>

  private let flag = Atomic(false)
  /// Nil once the work has begun or the call was cancelled.
  private let continuation = Mutex<Continuation?>(nil)

  var isCancelled: Bool { flag.load(ordering: .sequentiallyConsistent) }

  func wait(_ continuation: Continuation) {
    self.continuation.withLock { $0 = continuation }
    // The task may have been cancelled before it had something to resume.
    if isCancelled { cancel() }
  }

  /// Returns the continuation that the work resumes, or nil if the call was cancelled.
  func begin() -> Continuation? { continuation.withLock { $0.take() } }

  func cancel() {
    flag.store(true, ordering: .sequentiallyConsistent)
    begin()?.resume(throwing: CancellationError())
  }
}
