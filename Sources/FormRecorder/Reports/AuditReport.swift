public import FormRules

/// What stands in the store by the verdicts that hold: how much, which rules reject, from where and
/// since when; its JSON is what `audit --format json` prints.
public struct AuditReport: Sendable {
  /// All of it.
  public var total = Counts()
  /// The rule that alone was counted, if one was asked for.
  public var rule: String?
  /// How many imports have no verdicts yet because they are unfinished.
  public var unfinishedImports = 0
  /// Imports of the rejected records of jobs, which accepted so many others that are counted nowhere
  /// here.
  public var judgedImports: (imports: Int, records: Int, accepted: Int) = (0, 0, 0)
  /// Rules with at least one failure, the most frequent first.
  public var byRule: [RuleFailures] = []
  /// Fields with at least one failure, likewise; nil is the whole record.
  public var byField: [FieldFailures] = []
  /// Imports, the first one first.
  public var byImport: [ImportCounts] = []
  /// Sources, those with most rejected first; nil is no source.
  public var bySource: [Group] = []
  /// Batches, likewise.
  public var byBatch: [Group] = []
  /// The days on which imports began, in UTC, the first one first.
  public var byDay: [Group] = []
  /// The weeks (ISO 8601, such as `2026-W05`) in which imports began, likewise.
  public var byWeek: [Group] = []
  /// Versions of rule sets, by the verdicts that hold, in the order of names and versions.
  public var byVersion: [VersionCounts] = []
  /// Rules that fail together, the most frequent first; nil unless asked for.
  public var pairs: [Pair]?
  /// The rules of `byRule` in all imports of their form; nil unless asked for.
  public var trend: [Trend]?

  /// How many there are of what.
  public struct Counts: Sendable, Equatable {
    /// All submissions with a verdict.
    public var submissions = 0
    /// Rejected ones; if one rule was asked for, by that.
    public var rejected = 0
    /// Rejected ones that were neither corrected, superseded nor waived.
    public var open = 0
    /// Rejected ones that were corrected.
    public var corrected = 0
    /// Rejected ones that a later delivery of the same record took the place of.
    public var superseded = 0
    /// Rejected ones all of whose failures were waived.
    public var waived = 0
    /// Rejected ones that are none of these, and whose cells were purged.
    public var purged = 0
    /// Those with a warning, accepted or not.
    public var warned = 0
    /// Failures that reject.
    public var errors = 0

    /// So many of each.
    public init(
      submissions: Int = 0, rejected: Int = 0, open: Int = 0, corrected: Int = 0,
      superseded: Int = 0, waived: Int = 0, purged: Int = 0, warned: Int = 0, errors: Int = 0
    ) {
      self.submissions = submissions
      self.rejected = rejected
      self.open = open
      self.corrected = corrected
      self.superseded = superseded
      self.waived = waived
      self.purged = purged
      self.warned = warned
      self.errors = errors
    }

    /// The rest of the submissions.
    public var accepted: Int { submissions - rejected }

    static func += (total: inout Counts, part: Counts) {
      total.submissions += part.submissions
      total.rejected += part.rejected
      total.open += part.open
      total.corrected += part.corrected
      total.superseded += part.superseded
      total.waived += part.waived
      total.purged += part.purged
      total.warned += part.warned
      total.errors += part.errors
    }
  }

  /// The failures of one rule.
  public struct RuleFailures: Sendable, Equatable {
    /// The form whose submissions it judges.
    public var form: String
    /// The rule's id, or the reader's code.
    public var rule: String
    /// The field that its errors are shown at.
    public var field: String?
    /// What a failure means.
    public var severity: Severity
    /// The rule in words.
    public var words: String
    /// How often it failed.
    public var count: Int
    /// How many submissions of the form there are.
    public var submissions: Int
    /// When the first import began in which it failed.
    public var firstSeen: String
    /// When the last one did.
    public var lastSeen: String
    /// The last submissions that fail it, in the order of their numbers; nil unless asked for.
    public var samples: [Int64]?
  }

  /// The failures at one field.
  public struct FieldFailures: Sendable, Equatable {
    /// The form.
    public var form: String
    /// The field; nil is the whole record.
    public var field: String?
    /// How many failures are shown at it.
    public var count: Int
  }

  /// What stands in one import.
  public struct ImportCounts: Sendable, Equatable {
    /// Its number.
    public var importID: Int64
    /// The form of its submissions.
    public var form: String
    /// The file's name.
    public var fileName: String?
    /// Who sent it.
    public var source: String?
    /// The delivery that it belongs to.
    public var batch: String?
    /// When it began.
    public var startedAt: String
    /// How many there are of what.
    public var counts: Counts
  }

  /// What stands in the imports that have something in common.
  public struct Group: Sendable, Equatable {
    /// What they have in common.
    public var name: String?
    /// How many there are of what.
    public var counts: Counts
  }
}
