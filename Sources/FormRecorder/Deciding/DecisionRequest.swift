/// A request to waive failures, or to reopen waived failures.
package struct DecisionRequest: Sendable {
  /// The kind of decision.
  package var kind: DecisionKind
  /// The submissions. If the selection has a rule, the decision applies only to the failures of
  /// this rule, otherwise to all rejecting failures.
  package var selection: SubmissionSelection
  /// The operator.
  package var by: String
  /// The reason for the decision.
  package var reason: String

  /// Creates a request.
  package init(_ kind: DecisionKind, of selection: SubmissionSelection, by: String, reason: String)
  {
    self.kind = kind
    self.selection = selection
    self.by = by
    self.reason = reason
  }
}
