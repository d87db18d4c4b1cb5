public import FormRules

/// Additional details of an audit. Each requires more than the runs' summaries.
public struct AuditDetails: Sendable {
  /// The maximum number of sample submissions that fail each rule, at least 0. The last ones are
  /// taken.
  public var samples = 0
  /// Whether to count the submissions that fail both of two rules.
  public var hasPairs = false
  /// Whether to count the failures of each rule by import.
  public var hasTrend = false
  /// Whether only open failures are counted: failures of current submissions that reject and are
  /// not waived.
  public var isOnlyOpen = false

  /// Creates options for counts alone.
  public init() {}
}

extension AuditReport {
  /// The counts of submissions that one version of a rule set judged.
  public struct VersionCounts: Sendable, Equatable {
    /// The form of the submissions.
    public var form: String
    /// The rule set.
    public var rules: String
    /// Its version.
    public var version: Int
    /// The counts.
    public var counts: Counts
  }

  /// The open failures that are assigned to one operator.
  public struct AssigneeCounts: Sendable, Equatable, Encodable {
    /// The operator.
    public var assignee: String
    /// The number of open submissions.
    public var open: Int
    /// The number of failures that reject them.
    public var errors: Int
  }

  /// Two rules that submissions fail together.
  public struct Pair: Sendable, Equatable, Encodable {
    /// The form of the submissions.
    public var form: String
    /// The rule that is evaluated first.
    public var rule: String
    /// The other rule.
    public var other: String
    /// The number of submissions that fail both.
    public var count: Int
  }

  /// The failures of one rule by import.
  public struct Trend: Sendable, Equatable {
    /// The form of the submissions.
    public var form: String
    /// The rule's identifier, or the reader's fault code.
    public var rule: String
    /// The severity of a failure.
    public var severity: Severity
    /// The imports of the form, in chronological order.
    public var imports: [Step]

    /// The failures in one import.
    public struct Step: Sendable, Equatable {
      /// The import's number.
      public var importID: Int64
      /// The number of submissions in the import.
      public var submissions: Int
      /// The number of these submissions that fail the rule.
      public var count: Int

      /// The ratio of submissions that fail the rule, in ten-thousandths.
      package var basisPoints: Int { AuditReport.basisPoints(count, of: submissions) }
    }
  }
}

extension AuditReport.Counts {
  /// The ratio of rejected submissions, in ten-thousandths.
  package var basisPoints: Int { AuditReport.basisPoints(rejected, of: submissions) }
}
