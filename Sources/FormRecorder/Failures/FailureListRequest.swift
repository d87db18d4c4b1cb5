package import FormRules

/// A request for the open submissions of a form.
package struct FailureListRequest: Sendable {
  /// The form.
  package var form: String
  /// The submissions. Only open ones are listed.
  package var selection = SubmissionSelection.all
  /// The rule set that judges corrections. Optional if the form has only one.
  package var rules: VersionReference?
  /// The field by whose text the rows are sorted. Nil means by number.
  package var sorting: String?
  /// Whether sensitive fields are shown, and can be sorted by.
  package var showsSensitive = false
  /// The language of messages.
  package var localization = Localization.english

  package init(form: String) { self.form = form }

  /// The export with the same submissions.
  var export: ExportRequest {
    var export = ExportRequest()
    export.selection = selection
    export.selection.form = form
    export.showsSensitive = showsSensitive
    export.localization = localization
    return export
  }
}
