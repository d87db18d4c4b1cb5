#if Server
import Synchronization

/// A value of the store that is never older than a maximum age when it is requested. Its age is the
/// time since the beginning of the read.
///
/// Requests that arrive at the same time share one read. After half the maximum age, the value is
/// read again while requests still use it, so that only the first requests after a pause wait.
final class ExpiringValue<Value: Sendable>: Sendable {
  private typealias Reading = (
    number: Int, begunAt: ContinuousClock.Instant, task: Task<Value, any Error>
  )

  private struct State {
    var known: (value: Value, readAt: ContinuousClock.Instant, number: Int)?
    /// The read whose value will be known.
    var reading: Reading?
    /// The number of reads that have begun.
    var reads = 0
  }

  private enum Step {
    case known(Value)
    case wait(Reading)
  }

  private let state = Mutex(State())
  private let maximumAge: Duration
  private let clock: ServerClock
  private let read: @Sendable (Value?) async throws -> Value

  /// - Parameters:
  ///   - maximumAge: The maximum time from the beginning of the read to a request.
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

  /// The last value that was read, whatever its age, or nil.
  var lastValue: Value? { state.withLock { $0.known?.value } }

  /// A value whose read begins after the call, because the known one may lack a change.
  ///
  /// Waits before it begins a read, and uses one that began meanwhile. However many calls there
  /// are, such reads begin at least 0.1 s apart, and one at a time.
  var renewed: Value {
    get async throws {
      let reads = state.withLock { $0.reads }
      try await clock.sleep(.milliseconds(100))
      while true {
        let step = state.withLock { state -> Step in
          if let known = state.known, known.number > reads { return .known(known.value) }
          if let reading = state.reading { return .wait(reading) }
          return .wait(begin(at: clock.now(), &state))
        }
        switch step {
        case .known(let value): return value
        case .wait(let reading):
          // Neither the value nor the error of an earlier read counts.
          if reading.number > reads { return try await reading.task.value }
          _ = await reading.task.result
        }
      }
    }
  }

  private func value(at now: ContinuousClock.Instant) async throws -> Value {
    let step = state.withLock { state -> Step in
      let known = state.known
      let age = known.map { now - $0.readAt } ?? maximumAge
      if let known, age < maximumAge / 2 { return .known(known.value) }
      let reading = reading(at: now, &state)
      if let known, age < maximumAge { return .known(known.value) }
      return .wait(reading)
    }
    switch step {
    case .known(let value): return value
    case .wait(let reading): return try await reading.task.value
    }
  }

  /// The read that a request waits for: the running one, unless its value would be too old.
  private func reading(at now: ContinuousClock.Instant, _ state: inout State) -> Reading {
    if let reading = state.reading, now - reading.begunAt < maximumAge { return reading }
    return begin(at: now, &state)
  }

  private func begin(at now: ContinuousClock.Instant, _ state: inout State) -> Reading {
    state.reads += 1
    let (known, number) = (state.known?.value, state.reads)
    // A separate task, because the request that starts it may be cancelled.
    let task = Task { try await self.update(known, begunAt: now, number: number) }
    let reading: Reading = (number, now, task)
    state.reading = reading
    return reading
  }

  private func update(
    _ known: Value?, begunAt: ContinuousClock.Instant, number: Int
  ) async throws -> Value {
    do {
      let value = try await read(known)
      // A read that began too long ago does not replace a later one.
      state.withLock { state in
        if state.reading?.number == number {
          state = State(known: (value, begunAt, number), reads: state.reads)
        }
      }
      return value
    } catch {
      // The known value is still used until it is too old.
      state.withLock { if $0.reading?.number == number { $0.reading = nil } }
      throw error
    }
  }
}
#endif
