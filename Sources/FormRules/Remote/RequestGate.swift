import Synchronization

/// Limits the number of concurrent tasks. Further tasks wait in order of arrival.
final class RequestGate: Sendable {
  private typealias Waiter = (id: Int, continuation: CheckedContinuation<Bool, Never>)

  private struct State {
    var free: Int
    var next = 0
    var waiting: [Waiter] = []
    /// Waiters that were cancelled before they began to wait.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a slot. Call `leave` to release it.
  ///
  /// - Throws: `CancellationError`, in which case there is no slot to release.
  func enter() async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.cancelled.remove(id) != nil { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.waiting.append((id, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      cancel(id)
    }
    if !isIn { throw CancellationError() }
    state.withLock { _ = $0.cancelled.remove(id) }
    if Task.isCancelled {
      leave()
      throw CancellationError()
    }
  }

  private func cancel(_ id: Int) {
    let waiter: Waiter? = state.withLock { state in
      if let index = state.waiting.firstIndex(where: { $0.id == id }) {
        return state.waiting.remove(at: index)
      }
      state.cancelled.insert(id)
      return nil
    }
    waiter?.continuation.resume(returning: false)
  }

  /// Releases a slot.
  func leave() {
    let waiter: Waiter? = state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    waiter?.continuation.resume(returning: true)
  }
}
