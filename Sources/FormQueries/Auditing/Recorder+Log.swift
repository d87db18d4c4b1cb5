public import FormRules
public import FormStore

extension Recorder {
  /// Reads the log: all changes of the store in order, each with its receipt. Memory use does not
  /// depend on their number.
  ///
  /// - Parameters:
  ///   - after: Only events after the event with this number are read.
  ///   - last: The maximum number of events, counted from the end.
  ///   - body: Called with each event.
  /// - Returns: The number of the last event. Pass it as `after` to continue.
  /// - Throws: `RecorderError` if the store has fewer events than `after`, and any error of `body`.
  @discardableResult
  public func forEachEvent(
    _ filter: LogFilter = LogFilter(), after: Int64 = 0, last: Int? = nil,
    _ body: (LoggedEvent) throws -> Void
  ) throws -> Int64 {
    try forEachEvent(filter, after: after, last: last, batch: 500, body)
  }

  /// - Parameter batch: The number of events to read at a time.
  func forEachEvent(
    _ filter: LogFilter, after: Int64, last: Int?, batch: Int,
    _ body: (LoggedEvent) throws -> Void
  ) throws -> Int64 {
    let store = try storeForReading()
    let stored = filter.stored
    let (end, start) = try mappingErrors {
      try filter.requireKnown(in: store)
      let end = try store.lastEvent()
      return (end, try last.map { try store.event(stored, beforeLast: $0, through: end) } ?? 0)
    }
    guard end >= after else {
      throw RecorderError(
        .damaged,
        "\(database): has \(end) events, but had \(after) before: it was replaced, or the end of its "
          + "log was removed")
    }
    var number = max(after, start)
    while number < end {
      let events = try mappingErrors {
        try store.events(stored, after: number, through: end, limit: batch)
      }
      for event in events { try body(LoggedEvent(event)) }
      guard let next = events.last?.number, events.count == batch else { break }
      number = next
    }
    return end
  }
}

/// Selects events of the log. A nil property does not restrict the events.
public struct LogFilter: Sendable {
  /// Selects events at this time or later.
  public var since: Instant?
  /// Selects events at this time or earlier.
  public var through: Instant?
  /// Selects events of this operator.
  public var by: String?
  /// Selects events of these kinds. An empty set selects all kinds.
  public var kinds: Set<EventKind> = []
  /// Selects events about this form: its versions, rule sets and submissions.
  public var form: String?
  /// Selects events about this import: its start, its end and its submissions.
  public var importID: Int64?

  /// Creates a filter that selects all events.
  public init() {}
}

extension LogFilter {
  var stored: StoredEvent.Filter {
    var filter = StoredEvent.Filter(kinds: kinds, form: form, importID: importID)
    filter.since = since?.roundedUp.description
    filter.through = through?.roundedDown.description
    filter.by = by
    return filter
  }

  /// - Throws: `RecorderError` if the filter names something that the store does not contain.
  func requireKnown(in store: Store) throws {
    var selection = SubmissionSelection.all
    selection.form = form
    selection.importID = importID
    _ = try selection.filter(in: store)
  }
}
