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

  private func value(at now: ContinuousClock.Instant) async throws -> Value {
    let step = state.withLock { state -> Step in
      let known = state.known
      let age = known.map { now - $0.readAt } ?? maximumAge
      if let known, age < maximumAge / 2 { return .known(known.value) }
      // A separate task, because the request that starts it may be cancelled.
      let reading = state.reading ?? Task { try await self.update(known?.value, now) }
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
    _ known: Value?, _ now: ContinuousClock.Instant
  ) async throws -> Value {
    do {
      let value = try await read(known)
      state.withLock { $0 = State(known: (value, now)) }
      return value
    } catch {
      // The known value is still used until it is too old.
      state.withLock { $0.reading = nil }
      throw error
    }
  }
}
#endif
