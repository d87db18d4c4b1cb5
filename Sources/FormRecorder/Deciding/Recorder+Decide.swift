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
    try decide(DecisionRequest(.waive, of: selection, by: by, reason: reason))
  }

  /// Reopens waived failures. The parameters and errors are those of `waive(_:by:reason:)`.
  public func reopen(
    _ selection: SubmissionSelection, by: String, reason: String
  ) throws(RecorderError) -> DecisionReport {
    try decide(DecisionRequest(.reopen, of: selection, by: by, reason: reason))
  }

  /// Waives failures, or reopens waived ones.
  package func decide(_ request: DecisionRequest) throws(RecorderError) -> DecisionReport {
    let attribution = try Attribution(
      requiredBy: request.by, reason: request.reason, for: "a decision")
    guard request.selection.runID == nil else {
      throw RecorderError(.usage, "decisions apply to current verdicts, not to those of a run")
    }
    return try changing(attribution) { store, now in
      let failures = try failures(request, store)
      guard !failures.isEmpty else { return DecisionReport() }
      let done = try store.decide(request.kind, of: failures, at: now, attribution)
      return DecisionReport(
        decisionID: done.decision, submissions: Set(failures.map(\.submission)).count,
        failures: failures.count, head: done.head)
    }
  }

  /// The selected failures that the decision changes.
  private func failures(_ request: DecisionRequest, _ store: Store) throws -> [DecidedFailure] {
    let segments = try request.selection.verdictSegments(in: store)
    var failures: [DecidedFailure] = []
    var descriptions: [Int64: PlanDescription] = [:]
    for segment in segments {
      let plan =
        try descriptions[segment.planID] ?? PlanDescription(plan: segment.planID, of: store)
      descriptions[segment.planID] = plan
      failures += try self.failures(segment, plan, request: request, in: store)
    }
    return failures
  }

  private func failures(
    _ segment: VerdictSegment, _ plan: PlanDescription, request: DecisionRequest, in store: Store
  ) throws -> [DecidedFailure] {
    let wanted = request.selection.rule.flatMap { plan.rules.failed($0) }
    if request.selection.rule != nil, wanted == nil { return [] }
    let waived = Set(try store.waivedFailures(segment.ids))
    if request.kind == .reopen {
      return waived.filter { request.selection.rule == nil || $0.rule == request.selection.rule }
        .sorted { ($0.submission, $0.rule) < ($1.submission, $1.rule) }
    }
    var found: [DecidedFailure] = []
    var reader = SubmissionReader([segment], .open, rules: wanted.map { [segment.planID: $0] })
    var batch = SubmissionBatch()
    while try reader.read(store, into: &batch) {
      for error in (0..<batch.rows.count).flatMap(batch.errors) {
        guard let rule = plan.rules[error.rule], rule.severity.rejects else { continue }
        let failure = DecidedFailure(
          submission: error.submission,
          rule: error.rule == Plan.readerPosition ? error.code ?? rule.code : rule.id)
        if waived.contains(failure) { continue }
        let isWanted = wanted.map {
          $0.position == error.rule && ($0.code == nil || $0.code == error.code)
        }
        if isWanted != false { found.append(failure) }
      }
    }
    return found
  }
}
