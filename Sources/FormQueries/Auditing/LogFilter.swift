public import FormRules
public import FormStore

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
    (filter.since, filter.through, filter.by) = (since?.description, through?.description, by)
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
