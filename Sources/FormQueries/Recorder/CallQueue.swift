import Dispatch
import Synchronization

/// Runs blocking calls on threads of its own, at most a number of them at the same time.
///
/// An `OperationQueue` and the program's tasks share the threads of concurrent queues, about one
/// per processor, so they would wait for each other's calls.
final class CallQueue: Sendable {
  private struct State {
    var threads = 0
    /// The next calls in reverse order, so that removing the first one does not move the others.
    private var next: [@Sendable () -> Void] = []
    /// The calls after those of `next`.
    private var later: [@Sendable () -> Void] = []

    mutating func append(_ call: @escaping @Sendable () -> Void) { later.append(call) }

    mutating func removeFirst() -> (@Sendable () -> Void)? {
      if next.isEmpty {
        next = later.reversed()
        later = []
      }
      return next.popLast()
    }
  }

  private let state = Mutex(State())
  private let maximumThreads: Int

  init(maximumThreads: Int) { self.maximumThreads = maximumThreads }

  /// Adds a call, which runs after the earlier ones have begun.
  func add(_ call: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.append(call)
      guard state.threads < maximumThreads else { return false }
      state.threads += 1
      return true
    }
    guard needsThread else { return }
    // A separate serial queue has a thread even if concurrent queues occupy all of theirs.
    DispatchQueue(label: "formrec.calls", autoreleaseFrequency: .workItem).async {
      while let call = self.next() { call() }
    }
  }

  /// The next call of a thread, or nil if none waits and the thread ends.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      let call = state.removeFirst()
      if call == nil { state.threads -= 1 }
      return call
    }
  }
}
