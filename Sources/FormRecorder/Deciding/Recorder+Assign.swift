import FormBytes
import FormRules
import FormStore

extension Recorder {
  /// Assigns open submissions to an operator, or to nobody. A submission has at most one assignee.
  /// Its corrections keep the assignee while they are rejected.
  ///
  /// - Parameters:
  ///   - selection: The submissions, of which the open ones are assigned.
  ///   - assignee: The operator who gets them, or nil for nobody.
  ///   - field: Only submissions with an open failure at this field.
  ///   - by: The operator who assigns them.
  ///   - reason: The reason, if there is one.
  /// - Throws: `RecorderError` if something that a parameter names does not exist, if a name is
  ///   empty, or if the selection names a run.
  public func assign(
    _ selection: SubmissionSelection, to assignee: String?, field: String? = nil, by: String,
    reason: String? = nil
  ) throws(RecorderError) -> AssignmentReport {
    for name in [by, assignee].compactMap(\.self) where name.allSatisfy(\.isWhitespace) {
      throw RecorderError(.usage, "an assignment requires an operator and a name")
    }
    guard selection.runID == nil else {
      throw RecorderError(.usage, "assignments apply to current verdicts, not to those of a run")
    }
    let attribution = Attribution(by: by, reason: reason)
    return try withWritableStore(attribution) { store, now in
      let assignees = try store.assignees()
      let submissions = try openSubmissions(selection, failingAt: field, in: store)
        .filter { assignees[$0]?.utf8Bytes != assignee?.utf8Bytes }
      guard !submissions.isEmpty else { return AssignmentReport() }
      let done = try store.assign(submissions, to: assignee, at: now, attribution)
      return AssignmentReport(
        assignmentID: done.assignment, submissions: submissions.count, head: done.head)
    }
  }

  /// The selected open submissions, or those with an open failure at a field.
  private func openSubmissions(
    _ selection: SubmissionSelection, failingAt field: String?, in store: Store
  ) throws -> [Int64] {
    let failures = try OpenFailures(of: selection, in: store)
    if let field {
      let known = failures.rules.values.flatMap(\.values).compactMap(\.field)
      guard known.containsBytes(of: field) else {
        throw RecorderError(
          .missing(.other),
          String.unknown("field", field, known: Set(known).sorted()).escapedForTerminal)
      }
    }
    let bytes = field?.utf8Bytes
    var open: [Int64] = []
    try failures.forEach { failure, rule, _ in
      if bytes == nil || rule.field?.utf8Bytes == bytes, open.last != failure.submission {
        open.append(failure.submission)
      }
    }
    return open
  }
}

/// The result of an assignment.
public struct AssignmentReport: Sendable, Encodable {
  /// The assignment's number, or nil if there was nothing to assign.
  public var assignmentID: Int64?
  /// The number of submissions that have another assignee now.
  public var submissions = 0
  /// The head of the hash chain, which serves as a receipt.
  public var head: String?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "assignment": assignmentID, "submissions": submissions, "head": head,
    ])
  }
}
