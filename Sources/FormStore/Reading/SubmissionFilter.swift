import GRDB

/// A filter for submissions.
package struct SubmissionFilter: Sendable {
  /// The ids, in ascending order, or nil for any.
  package var ids: [ClosedRange<Int64>]?
  /// The name of the form.
  package var form: String?
  /// The id of the import.
  package var importID: Int64?
  /// The source.
  package var source: String?
  /// The batch label.
  package var batchLabel: String?
  /// The earliest start time of the import, inclusive.
  package var since: String?
  /// The run whose verdicts are used, or nil for the last finished run.
  package var runID: Int64?

  package init(
    ids: [ClosedRange<Int64>]? = nil, form: String? = nil, importID: Int64? = nil,
    runID: Int64? = nil
  ) {
    self.ids = ids
    self.form = form
    self.importID = importID
    self.runID = runID
  }

  /// Whether the filter selects all submissions of a form, or of all forms.
  var selectsWholeForms: Bool {
    ids == nil && importID == nil && source == nil && batchLabel == nil && since == nil
      && runID == nil
  }

  /// The SQL condition for a row of `import i` and `definition f`.
  static let condition = """
    (:form IS NULL OR f.name = :form) AND (:import IS NULL OR i.id = :import OR i.part_of = :import)
      AND (:source IS NULL OR i.source = :source OR i.kind = 'intake')
      AND (:batch IS NULL OR i.batch = :batch)
      AND (:since IS NULL OR i.started_at >= :since)
    """

  /// The parameters of `condition`.
  var arguments: StatementArguments {
    ["form": form, "import": importID, "source": source, "batch": batchLabel, "since": since]
  }
}
