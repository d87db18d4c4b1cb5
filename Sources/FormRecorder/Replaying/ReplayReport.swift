package import FormRules

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
