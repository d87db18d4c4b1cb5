import FormBytes
import FormRules
import FormStore

extension Recorder {
  /// Waives failures. A waiver applies to one submission and one rule. Replays preserve it. If
  /// another rule fails later, the submission is open again. Submissions without other rejecting
  /// failures are no longer open.
  ///
  /// - Parameters:
  ///   - selection: The submissions. If it has a rule, only the failures of this rule are waived,
  ///     otherwise all rejecting failures.
  ///   - by: The operator.
  ///   - reason: The reason for the decision.
  /// - Throws: `RecorderError` if a submission or a part of the selection does not exist, if the
  ///   selection names a run, or if the operator or the reason is empty.
  public func waive(
    _ selection: SubmissionSelection, by: String, reason: String
  ) throws(RecorderError) -> DecisionReport {
    try decide(.waive, selection, by: by, reason: reason)
  }

  /// Reopens waived failures. The parameters and errors are those of `waive(_:by:reason:)`.
  public func reopen(
    _ selection: SubmissionSelection, by: String, reason: String
  ) throws(RecorderError) -> DecisionReport {
    try decide(.reopen, selection, by: by, reason: reason)
  }

  /// Waives failures, or reopens waived ones.
  package func decide(
    _ kind: DecisionKind, _ selection: SubmissionSelection, by: String, reason: String
  ) throws(RecorderError) -> DecisionReport {
    let attribution = try Attribution(requiredBy: by, reason: reason, for: "a decision")
    guard selection.runID == nil else {
      throw RecorderError(.usage, "decisions apply to current verdicts, not to those of a run")
    }
    return try withWritableStore(attribution) { store, now in
      let failures = try failures(kind, selection, in: store)
      guard !failures.isEmpty else { return DecisionReport() }
      let done = try store.decide(kind, of: failures, at: now, attribution)
      return DecisionReport(
        decisionID: done.decision, submissions: Set(failures.map(\.submission)).count,
        failures: failures.count, head: done.head)
    }
  }

  /// The selected failures that the decision changes.
  private func failures(
    _ kind: DecisionKind, _ selection: SubmissionSelection, in store: Store
  ) throws -> [DecidedFailure] {
    var found: [DecidedFailure] = []
    switch kind {
    case .waive:
      try OpenFailures(of: selection, in: store).forEach { failure, _, isSelected in
        if isSelected { found.append(failure) }
      }
    case .reopen:
      // Waivers remain while the rules that judge a submission lack the rule.
      let rule = selection.rule?.utf8Bytes
      for segment in try selection.verdictSegments(in: store) {
        found += try store.waivedFailures(segment.ids).filter {
          rule == nil || $0.rule.utf8Bytes == rule
        }
      }
    }
    return found
  }
}

/// The result of a decision.
public struct DecisionReport: Sendable, Encodable {
  /// The decision's number, or nil if there was nothing to decide.
  public var decisionID: Int64?
  /// The number of affected submissions.
  public var submissions = 0
  /// The number of affected failures.
  public var failures = 0
  /// The head of the hash chain, which serves as a receipt.
  public var head: String?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "decision": decisionID, "submissions": submissions, "failures": failures, "head": head,
    ])
  }
}
