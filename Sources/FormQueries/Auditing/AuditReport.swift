public import FormRules

/// A summary of the store by the current verdicts: how many submissions there are, which rules
/// reject them, where they come from and when.
public struct AuditReport: Sendable {
  /// The counts of records, or nil if the audit covers one rule or one run.
  public var records: Records?
  /// The counts of all submissions.
  public var total = Counts()
  /// Whether only open failures and their submissions are counted.
  public var isOnlyOpen = false
  /// The only rule that is counted, if any.
  public var rule: String?
  /// The number of imports that have no verdicts yet because they are unfinished.
  public var unfinishedImports = 0
  /// The imports of external runs. The records that the runs accepted are not
  /// in the store and not counted elsewhere in this report.
  public var externalRuns = ExternalRunCounts()
  /// The rules with at least one failure, the most frequent first.
  public var byRule: [FailingRule] = []
  /// The fields with at least one failure, the most frequent first. A nil field is the whole
  /// record.
  public var byField: [FieldFailures] = []
  /// The imports, in chronological order.
  public var byImport: [ImportCounts] = []
  /// The sources, those with the most rejected submissions first. A nil name means no source.
  public var bySource: [Group] = []
  /// The batch labels, in the same order as sources.
  public var byBatchLabel: [Group] = []
  /// The days on which imports began, in UTC, in chronological order.
  public var byDay: [Group] = []
  /// The ISO 8601 weeks in which imports began, such as `2026-W05`, in chronological order.
  public var byWeek: [Group] = []
  /// The versions of rule sets by the current verdicts, in the order of names and versions.
  public var byVersion: [VersionCounts] = []
  /// The open failures of each assignee, by name. Empty if the audit covers one run.
  public var byAssignee: [AssigneeCounts] = []
  /// The rules that fail together, the most frequent first, or nil if not requested.
  public var pairs: [Pair]?
  /// The number of rules for which pairs are counted and the number of rules that fail, if pairs
  /// are limited to the rules that fail most often.
  public var pairedRules: PairedRuleCounts?
  /// The rules of `byRule` in all imports of their form, or nil if not requested.
  public var trend: [Trend]?

  /// The counts of delivered records. A record may be delivered again and corrected, so it may have
  /// several submissions.
  ///
  /// Each submission with a verdict is counted exactly once, as `valid`, `open`, `waived`,
  /// `purged`, `corrected` or `superseded`. For the whole store or a form, `delivered` is the sum
  /// of the first four. For a part, such as an import, it also includes records that were replaced
  /// by submissions outside the part.
  public struct Records: Sendable, Equatable, Encodable {
    /// The number of different records.
    public var delivered = 0
    /// The number of records that are currently accepted.
    public var valid = 0
    /// The number of records that are currently rejected, except waived ones.
    public var open = 0
    /// The number of currently rejected records with a waiver for every rejecting failure.
    public var waived = 0
    /// The number of records whose latest submission is purged.
    public var purged = 0
    /// The number of submissions that a correction replaced.
    public var corrected = 0
    /// The number of submissions that a later delivery of the same record replaced.
    public var superseded = 0
    /// The number of submissions of discarded imports, which have no verdict.
    public var discarded = 0
    /// The number of submissions of retracted imports, which have no verdict.
    public var retracted = 0
    /// The number of submissions of unfinished imports, which have no verdict yet.
    public var unfinished = 0

    /// Creates counts of zero.
    public init() {}
  }

  /// The counts of submissions and their errors.
  public struct Counts: Sendable, Equatable {
    /// The number of submissions with a verdict. If only open failures are counted, the number of
    /// submissions that have any.
    public var submissions = 0
    /// The number of rejected submissions. If only one rule is counted, those that this rule
    /// rejects.
    public var rejected = 0
    /// The number of rejected submissions that are not corrected, superseded or waived.
    public var open = 0
    /// The number of rejected submissions that are corrected.
    public var corrected = 0
    /// The number of rejected submissions that a later delivery of the same record replaced.
    public var superseded = 0
    /// The number of other rejected submissions with a waiver for every rejecting failure.
    public var waived = 0
    /// The number of rejected submissions with purged cells that are neither corrected nor
    /// superseded.
    public var purged = 0
    /// The number of submissions with at least one warning, accepted or not.
    public var warned = 0
    /// The number of failures that reject.
    public var errors = 0

    /// The number of accepted submissions.
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

  /// A rule with at least one failure.
  public struct FailingRule: Sendable, Equatable {
    /// The form of the submissions.
    public var form: String
    /// The rule's identifier, or the reader's fault code.
    public var rule: String
    /// The field at which the rule's errors are shown.
    public var field: String?
    /// The severity of a failure.
    public var severity: Severity
    /// The rule's description.
    public var description = ""
    /// The number of failures.
    public var count = 0
    /// The number of submissions of the form.
    public var submissions = 0
    /// When the first import with a failure of the rule began or, if it was later, when the rule
    /// was stored (RFC 3339 in UTC).
    public var firstSeen: String
    /// The start time of the last import in which the rule failed (RFC 3339 in UTC).
    public var lastSeen: String
    /// The last submissions that fail the rule, in the order of their numbers, or nil if not
    /// requested.
    public var samples: [Int64]?
  }

  /// The failures of one field.
  public struct FieldFailures: Sendable, Equatable {
    /// The form.
    public var form: String
    /// The field, or nil for the whole record.
    public var field: String?
    /// The number of failures shown at the field.
    public var count: Int
  }

  /// The counts of one import.
  public struct ImportCounts: Sendable, Equatable {
    /// The import's number.
    public var importID: Int64
    /// The form of the submissions.
    public var form: String
    /// The file's name.
    public var fileName: String?
    /// The sender of the import.
    public var source: String?
    /// The batch label of the import.
    public var batchLabel: String?
    /// The time at which the import began (RFC 3339 in UTC).
    public var startedAt: String
    /// The counts by the current verdicts.
    public var counts: Counts
    /// The number of submissions that were rejected when the import was received. Nil if the audit
    /// counts only some submissions or failures of the import, or the verdicts of a run.
    public var rejectedOnDelivery: Int?
    /// The version of the rules that judged it then.
    var rules: String?
  }

  /// The counts of imports that have a property in common.
  public struct Group: Sendable, Equatable {
    /// The value of the property.
    public var name: String?
    /// The counts by the current verdicts.
    public var counts: Counts
    /// The number of submissions that were rejected when they were received. Nil if the imports
    /// lack this number.
    public var rejectedOnDelivery: Int?
    /// For a day or week, the versions of rules that judged deliveries for the first time, such as
    /// `people@2`. Those of the first day or week are omitted.
    public var newRules: [String] = []

    package init(name: String?, counts: Counts, rejectedOnDelivery: Int?) {
      (self.name, self.counts) = (name, counts)
      self.rejectedOnDelivery = rejectedOnDelivery
    }
  }
}

/// The imports of external runs, which contain only the rejected records.
public struct ExternalRunCounts: Sendable, Equatable, Encodable {
  /// The number of imports.
  public var imports = 0
  /// The number of records that the runs judged.
  public var records = 0
  /// The number of records that the runs accepted, which are not in the store.
  public var accepted = 0
}

/// The number of rules for which an audit counts pairs.
public struct PairedRuleCounts: Sendable, Equatable, Encodable {
  /// The number of rules for which pairs are counted. These rules fail most often.
  public var counted: Int
  /// The number of rules that fail.
  public var failing: Int
}
