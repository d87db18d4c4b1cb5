// The subject of an event is the id of a row, or for `store` the number of migrations.
// `Ledger.seal(of:)` lists the rows that each kind seals.

/// The kind of an event in the log.
public enum EventKind: String, CaseIterable, Sendable {
  /// The database was created, or its schema was upgraded.
  case store
  /// A version of a form, rule set or source was stored.
  case definition
  /// A rule set was bound to a form for the first time.
  case plan
  /// An import, or an intake of single submissions, began.
  case `import`
  /// An import or replay ended. Its verdicts take effect with this event.
  case run
  /// A single record was submitted.
  case submission
  /// Failures were waived or reopened.
  case decision
  /// Cells were deleted.
  case purge
  /// An unfinished import was discarded.
  case discard
  /// An activity: a grant of access, a read of personal data, or a webhook.
  case activity
  /// A finished import was retracted.
  case retraction
  /// The retraction of an import was undone.
  case reinstatement
  /// A submission got a comment.
  case comment
  /// Open submissions were assigned to an operator, or to nobody.
  case assignment
}
