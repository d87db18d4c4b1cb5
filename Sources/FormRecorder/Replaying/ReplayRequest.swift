public import FormRules

/// A request to judge stored submissions again.
public struct ReplayRequest: Sendable {
  /// The form and its version. Optional if the store has only one form.
  public var form: VersionReference?
  /// The rule set and its version, or nil for the current one.
  public var rules: VersionReference?
  /// Replays only the submissions of this import.
  public var importID: Int64?
  /// Whether to replay only rejected submissions. `unique` rules still evaluate every record.
  public var onlyRejected = false
  /// Whether to report the result without recording it.
  public var isDryRun = false
  /// The clock, or nil for the original clock of each import.
  public var now: Instant?
  /// The time zone whose day `today()` is at `now`, or nil for that of the form. Without `now`, the
  /// original day of each import is used.
  public var zone: NamedZone?
  /// The offset of `now` from UTC, in seconds, by which `today()` is the day if no zone is stated.
  public var offset = 0
  /// Run parameters, or nil for the original parameters of each import.
  public var parameters: [String: String]?
  /// The location of the files that fields name by path. Their current content is used.
  public var files = NamedFiles.unspecified
  /// Whether to evaluate every rule, including those whose result is known from an earlier run.
  public var isFull = false
  /// The operator: the person or program that runs the replay.
  public var by: String?
  /// The reason for the replay.
  public var reason: String?

  /// Creates a request to replay all submissions of a form.
  public init() {}

  /// The run parameters in their stored form.
  var parametersJSON: String? { parameters?.sortedJSON }

  /// The clock of the request, or nil for the original clock of each import.
  func clock(_ form: Form) -> RunClock? {
    now.map { RunClock($0, in: zone ?? form.zone, offset: offset) }
  }

  /// The same clock.
  ///
  /// - Throws: `RecorderError` if it is beyond the years that a timestamp can have.
  func requiredClock(_ form: Form) throws(RecorderError) -> RunClock? {
    _ = try now?.requireTimestamp()
    return clock(form)
  }
}

/// The result of a replay.
public struct ReplayReport: Sendable {
  /// The run's number, or nil for a dry run.
  public var runID: Int64?
  /// The form's name.
  public var form: String
  /// The form's version.
  public var formVersion: Int
  /// The rule set's name.
  public var rules: String
  /// The rule set's version.
  public var rulesVersion: Int
  /// The number of judged submissions.
  public var submissions = 0
  /// The number of submissions that were skipped because their cells are purged.
  public var purged = 0
  /// The number of requests to services, sent because no answer was recorded, or nil if no rule
  /// needs any.
  public var serviceRequests: Int?
  /// The number of submissions that are now accepted.
  public var accepted = 0
  /// The number of submissions that are now rejected.
  public var rejected = 0
  /// The number of submissions that were rejected and are now accepted.
  public var newlyAccepted = 0
  /// The number of submissions that were accepted and are now rejected.
  public var newlyRejected = 0
  /// The rules that failed before or fail now, in the order of the plan.
  public var byRule: [RuleChange] = []
  /// The first submissions that are newly accepted, at most ten.
  public var newlyAcceptedSample: [Int64] = []
  /// The first submissions that are newly rejected, at most ten.
  public var newlyRejectedSample: [Int64] = []
  /// The imports that are omitted because the store contains only the records that an external run
  /// rejected.
  public var externalRunImports: [Int64] = []
  /// The head of the hash chain, or nil for a dry run.
  public var head: String?

  /// The number of failures of a rule before and after.
  public struct RuleChange: Sendable, Equatable {
    /// The rule's identifier.
    public var rule: String
    /// The number of failures under the previous verdicts.
    public var before: Int
    /// The number of failures now.
    public var after: Int
    /// The first submissions that it newly rejects, at most three.
    public var newlyRejectedSample: [Int64] = []
  }

  /// The number of submissions whose verdict is unchanged.
  public var unchanged: Int { submissions - newlyAccepted - newlyRejected }

  /// The report as JSON with stable keys.
  package var json: JSON {
    let asked: [JSON.Member] = serviceRequests.map { [.init("asked", .integer($0))] } ?? []
    guard case .object(let members) = counts else { return counts }
    return .object(members + asked)
  }

  private var counts: JSON {
    .object([
      "run": .optional(runID), "form": .string(form), "formVersion": .integer(formVersion),
      "rules": .string(rules), "rulesVersion": .integer(rulesVersion),
      "submissions": .integer(submissions), "purged": .integer(purged),
      "accepted": .integer(accepted),
      "rejected": .integer(rejected), "newlyAccepted": .integer(newlyAccepted),
      "newlyRejected": .integer(newlyRejected), "unchanged": .integer(unchanged),
      "byRule": .array(
        byRule.map {
          .object([
            "rule": .string($0.rule), "before": .integer($0.before), "after": .integer($0.after),
            "newlyRejectedSample": .array($0.newlyRejectedSample.map { .integer($0) }),
          ])
        }),
      "newlyAcceptedSample": .array(newlyAcceptedSample.map { .integer($0) }),
      "newlyRejectedSample": .array(newlyRejectedSample.map { .integer($0) }),
      "externalRunImports": .array(externalRunImports.map { .integer($0) }),
      "head": .optional(head),
    ])
  }
}

extension ReplayRequest: AttributedRequest {}
