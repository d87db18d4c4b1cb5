#if canImport(Dispatch)
import Dispatch

/// Runs requests outside the cooperative thread pool. Its threads may all belong to synchronous
/// callers that wait for these requests, and a request may itself block a thread.
final class RequestExecutor: TaskExecutor {
  static let shared = RequestExecutor()

  /// A timer must run even if every request blocks its thread.
  private let timers = DispatchQueue(label: "formrec.timeouts")

  /// Starts an operation.
  func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self, operation: operation)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A separate serial queue has a thread even if the threads of concurrent queues are all
    // blocked.
    DispatchQueue(label: "formrec.request").async {
      // Safe because the executor lives as long as the program.
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }

  /// Calls a closure after a delay, unless the returned closure is called first.
  func run(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    // Unlike a work item, a cancelled timer takes no memory until its deadline. Safe because it may
    // be cancelled from any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: timers)
    unsafe timer.setEventHandler(handler: work)
    unsafe timer.schedule(deadline: .now() + (delay / .seconds(1)))
    unsafe timer.resume()
    return { unsafe timer.cancel() }
  }
}
#else

/// Runs requests on the only thread of a platform without Dispatch, such as WASI.
final class RequestExecutor: Sendable {
  static let shared = RequestExecutor()

  /// Starts an operation.
  func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(operation: operation)
  }

  /// Calls a closure after a delay, unless the returned closure is called first.
  func run(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let timer = Task {
      do {
        try await Task.sleep(for: delay)
        work()
      } catch {
        // The timer was cancelled.
      }
    }
    return { timer.cancel() }
  }
}
#endif
