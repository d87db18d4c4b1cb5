public import FormRules
import FormStore

/// Which events of the log are wanted; nil everywhere means all.
public struct LogFilter: Sendable {
  /// At that time or later.
  public var since: Instant?
  /// At that time or before.
  public var through: Instant?
  /// Of that operator.
  public var by: String?
  /// Of these kinds; none of them means all.
  public var kinds: Set<LoggedEvent.Kind> = []
  /// About that form: its versions and rule sets, and what came of its submissions.
  public var form: String?
  /// About that import: its beginning and end, and what came of its submissions.
  public var importID: Int64?

  /// All events.
  public init() {}
}

extension Recorder {
  /// The log: all changes of the store in their order, each with its receipt.
  ///
  /// Memory does not grow with their number.
  ///
  /// - Parameters:
  ///   - after: only events behind the one of that number.
  ///   - last: only the last so many of them.
  ///   - body: called with each.
  /// - Returns: the number of the last event; pass it as `after` to continue.
  /// - Throws: `RecorderError`, also when the store has fewer events than `after` says; and what the
  ///   body throws.
  @discardableResult
  public func log(
    _ filter: LogFilter = LogFilter(), after: Int64 = 0, last: Int? = nil,
    _ body: (LoggedEvent) throws -> Void
  ) throws -> Int64 {
    try log(filter, after: after, last: last, batch: 500, body)
  }

  /// - Parameter batch: how many events are read at a time.
  func log(
    _ filter: LogFilter, after: Int64, last: Int?, batch: Int,
    _ body: (LoggedEvent) throws -> Void
  ) throws -> Int64 {
    let store = try storeForReading()
    let stored = filter.stored
    let (end, start) = try explaining {
      try filter.requireKnown(in: store)
      let end = try store.lastEvent()
      return (end, try last.map { try store.event(stored, beforeLast: $0, through: end) } ?? 0)
    }
    guard end >= after else {
      throw RecorderError(
        .failed, reason: .damaged,
        "\(database): has \(end) events, and had \(after): it was replaced, or the end of its log was cut "
          + "off")
    }
    var number = max(after, start)
    while number < end {
      let events = try explaining {
        try store.events(stored, after: number, through: end, limit: batch)
      }
      for event in events { try body(LoggedEvent(event)) }
      guard let next = events.last?.number, events.count == batch else { break }
      number = next
    }
    return end
  }
}

extension LogFilter {
  fileprivate var stored: StoredEvent.Filter {
    StoredEvent.Filter(
      since: since?.description, through: through?.description, by: by,
      kinds: Set(kinds.map(\.stored)), form: form, importID: importID)
  }

  /// - Throws: when something is named that the store does not have.
  fileprivate func requireKnown(in store: Store) throws {
    var selection = SubmissionSelection.all
    selection.form = form
    selection.importID = importID
    _ = try selection.filter(in: store)
  }
}
