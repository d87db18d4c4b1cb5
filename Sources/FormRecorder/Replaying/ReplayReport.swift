import FormRules

/// The result of a replay.
public struct ReplayReport: Sendable, Encodable {
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
  public struct RuleChange: Sendable, Equatable, Encodable {
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

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "run": runID, "form": form, "formVersion": formVersion, "rules": rules,
      "rulesVersion": rulesVersion, "submissions": submissions, "purged": purged,
      "accepted": accepted, "rejected": rejected, "newlyAccepted": newlyAccepted,
      "newlyRejected": newlyRejected, "unchanged": unchanged, "byRule": byRule,
      "newlyAcceptedSample": newlyAcceptedSample, "newlyRejectedSample": newlyRejectedSample,
      "externalRunImports": externalRunImports, "head": head,
    ])
    if let serviceRequests { try encoder.encodeMembers(["asked": serviceRequests]) }
  }
}
