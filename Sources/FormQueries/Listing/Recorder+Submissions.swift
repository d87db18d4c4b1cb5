import FormRules
import FormStore

extension Recorder {
  /// Lists submissions with a verdict, in the order of their numbers. Purged submissions are
  /// included and are not open.
  ///
  /// - Parameters:
  ///   - after: Only greater numbers are listed.
  ///   - limit: The maximum number of submissions, at least 0.
  /// - Throws: `RecorderError` if the selection names something that is not stored, except for
  ///   numbers of submissions, which are left out, or if the limit is negative.
  public func submissions(
    _ scope: SubmissionScope, _ selection: SubmissionSelection, after: Int64 = 0, limit: Int
  ) throws(RecorderError) -> [ListedSubmission] {
    try require(limit, in: 0...(.max), "limit")
    let store = try storeForReading()
    return try submissions(scope, selection, after: after, limit: limit, in: store)
  }

  /// The number of submissions that `submissions` would list without a limit. Reads no cells. If
  /// all submissions of a form or an import are counted, it reads only the ranges of their numbers,
  /// otherwise their statuses or errors.
  ///
  /// - Throws: `RecorderError`, as `submissions` does.
  public func submissionCount(
    _ scope: SubmissionScope, _ selection: SubmissionSelection, after: Int64 = 0
  ) throws(RecorderError) -> Int {
    try withStore { store in
      try store.snapshot {
        let filter = try selection.filter(in: store)
        let segments = try store.verdictSegments(filter, withPurged: scope != .open)
        let rules = try selection.failedRules(segments, in: store)
        return try segments.filter { rules == nil || rules?[$0.planID] != nil }.reduce(0) {
          var filter = scope.filter
          filter.rule = rules?[$1.planID]
          return try $0 + store.countJudged($1, filter, after: after)
        }
      }
    }
  }

  /// Lists the submissions of an open store.
  func submissions(
    _ scope: SubmissionScope, _ selection: SubmissionSelection, after: Int64, limit: Int,
    in store: Store
  ) throws(RecorderError) -> [ListedSubmission] {
    try mappingErrors {
      try store.snapshot {
        let filter = try selection.filter(in: store)
        let origins = try store.importOrigins(filter)
        let segments = try store.verdictSegments(filter, withPurged: scope != .open)
        var reader = SubmissionReader(
          segments, scope, rules: try selection.failedRules(segments, in: store), after: after)
        var batch = SubmissionBatch()
        var descriptions: [Int64: PlanDescription] = [:]
        var found: [ListedSubmission] = []
        while try reader.read(store, limit: min(1_000, limit - found.count), into: &batch) {
          let states = try store.states(batch.ids)
          for row in 0..<batch.rows.count {
            let segment = segments[batch.segmentOfRow[row]]
            let plan =
              try descriptions[segment.planID] ?? PlanDescription(plan: segment.planID, of: store)
            descriptions[segment.planID] = plan
            let (id, errors) = (batch.rows.ids[row], batch.errors(row))
            found.append(
              ListedSubmission(
                submissionID: id, form: origins[segment.importID]?.form ?? "",
                importID: segment.importID,
                record: segment.firstRecord + Int(id - segment.ids.lowerBound),
                line: Int(batch.rows.lines[row]), isRejected: plan.reject(errors),
                state: states[id].flatMap { SubmissionState(rawValue: $0) } ?? .current,
                rules: errors.map {
                  $0.rule == Plan.readerPosition ? $0.code ?? "" : plan.rules[$0.rule]?.id ?? ""
                }))
          }
        }
        return found
      }
    }
  }
}

/// A submission in a list, with its origin, verdict and state.
public struct ListedSubmission: Sendable, Encodable {
  /// The submission's number.
  public var submissionID: Int64
  /// The submission's form.
  public var form: String
  /// The import that contains the submission.
  public var importID: Int64
  /// The number of the data record in the import, from 1.
  public var record: Int
  /// The physical line on which the record starts, from 1.
  public var line: Int
  /// Whether the submission is rejected.
  public var isRejected: Bool
  /// The submission's state among the submissions of its record.
  public var state: SubmissionState
  /// The rules that it fails, including warnings.
  public var rules: [String]

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "form": form, "import": importID, "record": record, "line": line,
      "verdict": isRejected ? "rejected" : "accepted", "state": state.rawValue, "rules": rules,
    ])
  }
}
