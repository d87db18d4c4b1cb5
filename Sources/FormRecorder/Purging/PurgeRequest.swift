public import FormRules

/// A request to delete the cells of submissions.
public struct PurgeRequest: Sendable {
  /// The submissions to purge.
  public enum Target: Sendable {
    /// The submissions of a selection that arrived before a time. The selection must not filter by
    /// rule or run.
    case selection(SubmissionSelection, before: Instant? = nil)
    /// All submissions of one record or person, from any import. See `Recorder.find`.
    case record(RecordSearch)
  }

  /// The submissions to purge.
  public var target: Target
  /// Whether the chains of corrections of selected submissions are purged as a whole. A search
  /// always finds whole chains.
  public var includesCorrections = false
  /// The operator.
  public var by: String
  /// The reason for the purge.
  public var reason: String
  /// Whether errors keep the values that they quote from the submissions. Errors of the rules
  /// `depends` and `resembles` quote values of other submissions.
  public var keepsQuotes = false
  /// Whether the database file is rewritten without its free pages afterwards, so that it shrinks.
  /// This takes time proportional to the size of the file, and disk space for two more copies of
  /// it.
  public var compacts = false
  /// Whether to report what would be deleted without deleting it.
  public var isDryRun = false

  /// Creates a request.
  public init(_ target: Target, by: String, reason: String) {
    self.target = target
    self.by = by
    self.reason = reason
  }

  /// Creates a request to purge the submissions of a selection.
  public init(_ selection: SubmissionSelection, by: String, reason: String) {
    self.init(.selection(selection), by: by, reason: reason)
  }
}

extension PurgeRequest {
  func check() throws(RecorderError) {
    if case .selection(let selection, _) = target, selection.rule != nil || selection.runID != nil {
      throw RecorderError(.usage, "a purge cannot select submissions by rule or run")
    }
  }
}
