public import FormRules

/// What an audit is to find out beyond counts; each costs a look at more than the runs' summaries.
public struct AuditDetails: Sendable {
  /// For each rule the last submissions that fail it, at most so many; 0 means none.
  public var samples = 0
  /// How many submissions fail both of two rules.
  public var hasPairs = false
  /// How often each rule failed in each import.
  public var hasTrend = false
  /// Whether only open failures are counted: those that reject and are not waived, of submissions that are
  /// current.
  public var isOnlyOpen = false

  /// Counts alone.
  public init() {}
}

extension AuditReport {
  /// What was judged by one version of a rule set.
  public struct VersionCounts: Sendable, Equatable {
    /// The form of the submissions.
    public var form: String
    /// The rule set.
    public var rules: String
    /// Its version.
    public var version: Int
    /// How many there are of what.
    public var counts: Counts
  }

  /// Two rules that submissions fail together.
  public struct Pair: Sendable, Equatable {
    /// The form whose submissions they judge.
    public var form: String
    /// The one that is judged first.
    public var rule: String
    /// The other one.
    public var other: String
    /// How many submissions fail both.
    public var count: Int
  }

  /// How often one rule failed, import by import.
  public struct Trend: Sendable, Equatable {
    /// The form whose submissions it judges.
    public var form: String
    /// The rule's id, or the reader's code.
    public var rule: String
    /// What a failure means.
    public var severity: Severity
    /// The imports of the form, the first one first.
    public var imports: [Step]

    /// One import.
    public struct Step: Sendable, Equatable {
      /// Its number.
      public var importID: Int64
      /// How many submissions it has.
      public var submissions: Int
      /// How many of them fail the rule.
      public var count: Int

      /// The share that fails, in ten thousandths.
      package var share: Int { AuditReport.share(count, of: submissions) }
    }
  }
}

extension AuditReport.Counts {
  /// The share that is rejected, in ten thousandths.
  package var share: Int { AuditReport.share(rejected, of: submissions) }
}
