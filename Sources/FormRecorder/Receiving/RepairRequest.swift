package import FormRules

/// A request for the repairs of a column, or for the effect of one.
package struct RepairRequest: Sendable {
  /// The form.
  package var form: String
  /// The open submissions. If the selection names a rule, only those that fail it.
  package var selection: SubmissionSelection
  /// The rule set that judges corrections. Optional if the form has only one.
  package var rules: VersionReference?
  /// The field whose cells are repaired.
  package var field: String
  /// Only cells of submissions that fail a rule with this code.
  package var code: String?
  /// The repair, or nil for all that close failures.
  package var repair: Repair.Change?
  /// The changes that are not stored yet, by submission and field.
  package var edits: [Int64: [String: String]]
  /// Whether sensitive fields may be repaired, which shows their values.
  package var showsSensitive = false
  /// Whether values of valid records outside of the selection may be suggested, which shows them.
  package var usesOtherRecords = false
  /// The language of messages.
  package var localization = Localization.english

  package init(
    form: String, _ selection: SubmissionSelection, field: String,
    edits: [Int64: [String: String]] = [:]
  ) {
    self.form = form
    self.selection = selection
    self.selection.form = form
    self.field = field
    self.edits = edits
  }
}
