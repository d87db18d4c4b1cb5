/// A limit on an import as a whole.
public struct Limit: Sendable, Equatable {
  /// What is counted.
  public enum Subject: String, Sendable, CaseIterable {
    /// All records.
    case records
    /// Rejected records.
    case rejected
    /// Records with at least one warning.
    case warned
    /// Failures of severity `error`.
    case errors
  }

  /// A number of records, or a share of them.
  public enum Amount: Sendable, Equatable {
    /// A number of records.
    case count(Int)
    /// A percentage of the records.
    case percent(ExactDecimal)
  }

  /// What is counted.
  public var subject: Subject
  /// The minimum, inclusive.
  public var min: Amount?
  /// The maximum, inclusive.
  public var max: Amount?
  /// The maximum difference from the preceding import of the same form and source, inclusive. A
  /// percentage of `records` is of the earlier number; any other is a difference of shares, in
  /// percentage points.
  public var change: Amount?

  /// Creates a limit; all bounds are inclusive.
  public init(_ subject: Subject, min: Amount? = nil, max: Amount? = nil, change: Amount? = nil) {
    self.subject = subject
    self.min = min
    self.max = max
    self.change = change
  }
}
