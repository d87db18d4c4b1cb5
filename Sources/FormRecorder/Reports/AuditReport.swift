public import FormRules

/// What stands in the store by the verdicts that hold: how much, which rules reject, from where and
/// since when; its JSON is what `audit --format json` prints.
public struct AuditReport: Sendable {
  /// The records; nil if one rule or run was asked for.
  public var records: Records?
  /// All submissions.
  public var total = Counts()
  /// Whether only open failures, and the submissions that have them, were counted.
  public var isOnlyOpen = false
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
  /// When pairs are those of the rules alone that fail most often: how many these are, and how many
  /// fail.
  public var pairedRules: (counted: Int, failing: Int)?
  /// The rules of `byRule` in all imports of their form; nil unless asked for.
  public var trend: [Trend]?

  /// What became of the records that were delivered. A record may be delivered again and corrected, so
  /// that it has several submissions.
  ///
  /// Each submission with a verdict is counted once: they are `valid`, `open`, `waived`, `purged`,
  /// `corrected` and `superseded` together. Of the whole store or a form, `delivered` is the first four of
  /// these; of a part, such as an import, records that others replaced which are not in it come in addition.
  public struct Records: Sendable, Equatable {
    /// How many different records there are.
    public var delivered = 0
    /// Records that are accepted now.
    public var valid = 0
    /// Records that are rejected now, without those that are waived.
    public var open = 0
    /// Records that are rejected now, with all that rejects them waived.
    public var waived = 0
    /// Records whose last submission was purged.
    public var purged = 0
    /// Submissions whose place a correction took.
    public var corrected = 0
    /// Submissions whose place a later delivery of the same record took.
    public var superseded = 0
    /// Submissions of discarded imports, which have no verdict.
    public var discarded = 0
    /// Submissions of unfinished imports, which have none yet.
    public var unfinished = 0

    /// None of each.
    public init() {}
  }

  /// How many there are of what.
  public struct Counts: Sendable, Equatable {
    /// All submissions with a verdict; if only open failures are counted, those that have some.
    public var submissions = 0
    /// Rejected ones; if one rule was asked for, by that.
    public var rejected = 0
    /// Rejected ones that were neither corrected, superseded nor waived.
    public var open = 0
    /// Rejected ones that were corrected.
    public var corrected = 0
    /// Rejected ones that a later delivery of the same record took the place of.
    public var superseded = 0
    /// Rejected ones that are none of these, and all of whose failures were waived.
    public var waived = 0
    /// Rejected ones that were neither corrected nor superseded, and whose cells were purged.
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
