/// A limit on an import as a whole.
public struct Limit: Sendable, Equatable {
  /// What is limited.
  public enum Subject: String, Sendable, CaseIterable {
    /// All records.
    case records
    /// Rejected records.
    case rejected
    /// Records with at least one warning.
    case warned
    /// Failures of severity `error`.
    case errors
    /// The columns of the fields, or the keys of JSON objects.
    case columns
  }

  /// What happens if a field has no column.
  public enum MissingColumns: String, Sendable, CaseIterable {
    /// The file is not imported.
    case refuse
    /// The limit is exceeded, but does not prevent an atomic import.
    case warn
  }

  /// A number of records, or a share of them.
  public enum Amount: Sendable, Equatable {
    /// A number of records.
    case count(Int)
    /// A percentage of the records.
    case percent(ExactDecimal)
  }

  /// What is limited.
  public var subject: Subject
  /// The minimum, inclusive.
  public var min: Amount?
  /// The maximum, inclusive.
  public var max: Amount?
  /// The maximum difference from the preceding import of the same form and source, inclusive. A
  /// percentage of `records` is of the earlier number; any other is a difference of shares, in
  /// percentage points.
  public var change: Amount?
  /// For `columns`: what happens if a field has no column. Without such a limit, an import exceeds
  /// one if the preceding import of the same form and source had the column.
  public var missing: MissingColumns?

  /// Creates a limit; all bounds are inclusive.
  public init(_ subject: Subject, min: Amount? = nil, max: Amount? = nil, change: Amount? = nil) {
    self.subject = subject
    self.min = min
    self.max = max
    self.change = change
  }

  /// Creates a limit on columns.
  public init(missingColumns: MissingColumns) {
    subject = .columns
    missing = missingColumns
  }
}
