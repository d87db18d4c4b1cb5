import Synchronization

/// The place of a running request among the concurrent requests of a client.
///
/// An `AsyncRequirement` may itself validate with the client that evaluates it. While it waits for
/// these requests, they and others may have its place, so that it does not wait for itself.
final class RequestPermit: Sendable {
  /// The permits of the requests around the current task, outermost first.
  @TaskLocal static var held: [RequestPermit] = []

  /// The maximum number of requests that contain each other.
  static let maximumDepth = 16

  private struct State {
    /// The number of calls that wait for other requests.
    var waits = 0
    var hasEnded = false
  }

  let client: ServiceClient
  private let state = Mutex(State())

  init(_ client: ServiceClient) { self.client = client }

  /// Begins to wait for other requests. Returns whether the place becomes free.
  func beginWait() -> Bool {
    state.withLock { state in
      state.waits += 1
      return state.waits == 1 && !state.hasEnded
    }
  }

  /// Returns whether the request takes its place again.
  func endWait() -> Bool {
    state.withLock { state in
      state.waits -= 1
      return state.waits == 0 && !state.hasEnded
    }
  }

  /// Ends the request. Returns whether the place becomes free.
  func end() -> Bool {
    state.withLock { state in
      state.hasEnded = true
      return state.waits == 0
    }
  }
}
