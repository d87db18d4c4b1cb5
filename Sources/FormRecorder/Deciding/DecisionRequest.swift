/// A request to waive failures, or to reopen waived failures.
package struct DecisionRequest: Sendable {
  /// The kind of decision.
  package var kind: DecisionKind
  /// The submissions. If the selection has a rule, the decision applies only to the failures of
  /// this rule, otherwise to all rejecting failures.
  package var selection: SubmissionSelection
  /// The reason for the decision.
  package var reason: String
  /// The operator.
  package var by: String

  /// Creates a decision with a reason and a name.
  package init(_ kind: DecisionKind, of selection: SubmissionSelection, reason: String, by: String)
  {
    self.kind = kind
    self.selection = selection
    self.reason = reason
    self.by = by
  }
}
