import FormStore

/// The kind of a decision about failures.
public enum DecisionKind: String, Sendable, CaseIterable, Encodable {
  /// The failures are waived. Submissions without other failures are no longer open.
  case waive
  /// The failures are open again.
  case reopen

  /// Both types have the same raw values, which a test compares.
  init(_ kind: StoredDecision.Kind) { self = Self(rawValue: kind.rawValue)! }
}
