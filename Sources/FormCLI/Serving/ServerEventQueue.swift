#if Server
import FormRecorder
import FormRules
import FormServer
import Foundation
import Synchronization

/// A queue of the events that the server reports to the waiting thread.
final class ServerEventQueue: Sendable {
  enum Event: Sendable {
    case started(port: Int)
    /// This process changed the store.
    case committed
    /// A message for the log.
    case note(String)
    /// An error for the log.
    case failed(String)
    case answered(AnsweredRequest, at: Instant)
    case ended((any Error)?)
  }

  /// The number of events from which requests are not logged, because the output is blocked.
  static let maximum = 10_000

  private let events = Mutex<[Event]>([])
  private let available = DispatchSemaphore(value: 0)

  /// Adds an event that the server reports.
  func report(_ event: ServerEvent) {
    switch event {
    case .answered(let request): send(.answered(request, at: Recorder.systemClock()))
    case .failed(let reason): send(.failed(reason))
    case .recovered: send(.note("the database can be used again"))
    }
  }

  /// Adds an event. Drops a commit that would follow another commit, and a request if too many
  /// events are waiting.
  func send(_ event: Event) {
    let isAdded = events.withLock { events in
      if case (.committed, .committed?) = (event, events.last) { return false }
      if case .answered = event, events.count >= Self.maximum { return false }
      events.append(event)
      return true
    }
    if isAdded { available.signal() }
  }

  /// Waits for the next event. Returns nil if there is none until a time.
  func next(until time: DispatchTime) -> Event? {
    if available.wait(timeout: time) == .timedOut { return nil }
    return events.withLock { $0.removeFirst() }
  }
}
#endif
