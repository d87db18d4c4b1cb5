/// The kind of a decision about failures.
public enum DecisionKind: String, Sendable, CaseIterable, Encodable {
  /// The failures are waived. Submissions without other rejecting failures are no longer open.
  case waive
  /// The failures are open again.
  case reopen
}
