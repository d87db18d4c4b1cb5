#if Server
import Synchronization

/// A value of the store that is never older than a maximum age.
///
/// Requests that arrive at the same time share one read. After half the maximum age, the value is
/// read again while requests still use it, so that only the first requests after a pause wait.
final class ExpiringValue<Value: Sendable>: Sendable {
  private struct State {
    var known: (value: Value, readAt: ContinuousClock.Instant)?
    var reading: Task<Value, any Error>?
    /// The number of times that the value has expired early.
    var expiries = 0
  }

  private enum Step {
    case known(Value)
    case wait(Task<Value, any Error>)
  }

  private let state = Mutex(State())
  private let maximumAge: Duration
  private let clock: ServerClock
  private let read: @Sendable (Value?) async throws -> Value

  /// - Parameters:
  ///   - maximumAge: The maximum time since the beginning of the read.
  ///   - read: Reads the value. Receives the previous value, if there is one.
  init(
    maximumAge: Duration, _ clock: ServerClock = ServerClock(),
    _ read: @escaping @Sendable (Value?) async throws -> Value
  ) {
    self.maximumAge = maximumAge
    self.clock = clock
    self.read = read
  }

  /// The value, no older than the maximum age.
  ///
  /// - Throws: The error of the read, for all requests that waited for it.
  var value: Value {
    get async throws { try await value(at: clock.now()) }
  }

  /// Makes the next request read the value again, because it has changed.
  func expire() {
    state.withLock { $0 = State(expiries: $0.expiries + 1) }
  }

  private func value(at now: ContinuousClock.Instant) async throws -> Value {
    let step = state.withLock { state -> Step in
      let known = state.known
      let age = known.map { now - $0.readAt } ?? maximumAge
      if let known, age < maximumAge / 2 { return .known(known.value) }
      // A separate task, because the request that starts it may be cancelled.
      let expiries = state.expiries
      let reading = state.reading ?? Task { try await self.update(known?.value, now, expiries) }
      state.reading = reading
      if let known, age < maximumAge { return .known(known.value) }
      return .wait(reading)
    }
    switch step {
    case .known(let value): return value
    case .wait(let reading): return try await reading.value
    }
  }

  private func update(
    _ known: Value?, _ now: ContinuousClock.Instant, _ expiries: Int
  ) async throws -> Value {
    do {
      let value = try await read(known)
      // A read that began before the value expired does not replace a later one.
      state.withLock { state in
        if state.expiries == expiries { state = State(known: (value, now), expiries: expiries) }
      }
      return value
    } catch {
      // The known value is still used until it is too old.
      state.withLock { if $0.expiries == expiries { $0.reading = nil } }
      throw error
    }
  }
}
#endif
