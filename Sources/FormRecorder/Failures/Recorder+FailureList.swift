package import FormRules
import FormStore

extension Recorder {
  /// Lists the open submissions that a selection contains.
  ///
  /// - Throws: `RecorderError` with the reason `stopped` if `shouldStop` returns true, or if the
  ///   rows cannot be sorted by the field.
  package func failures(
    _ request: FailureListRequest, shouldStop: () -> Bool = { false }
  ) throws -> FailureList {
    try mappingErrors {
      let store = try storeForReading()
      let (open, bound, assignees) = try store.snapshot {
        (
          try OpenSubmissions(store, request.export),
          try bind(form: VersionReference(request.form), rules: request.rules, in: store),
          try store.assignees()
        )
      }
      var list = FailureList()
      list.columns = columns(open, bound, in: request.localization)
      if let sorting = request.sorting { try list.requireSortable(by: sorting) }
      var texts: [String] = []
      try open.forEach(shouldStop: shouldStop) { row in
        list.add(row, assignee: assignees[row.submission.id])
        if let sorting = request.sorting { texts.append(row.text(of: sorting) ?? "") }
      }
      if request.sorting != nil { list.sort(by: texts) }
      return list
    }
  }

  /// The fields of the form, then the other columns of the submissions.
  private func columns(
    _ open: OpenSubmissions, _ bound: BoundVersions, in localization: Localization
  ) -> [FailureList.Column] {
    let fields = bound.latestForm.fields
    let columns = open.columns
    // Compares bytes, because texts that look alike may differ.
    let masked = Set(columns.filter(\.isMasked).map { Array($0.name.utf8) })
    let known = Set(fields.map { Array($0.name.utf8) })
    return fields.enumerated().map { index, field in
      let position = bound.plan.form.fieldIndex(field.name)
      let choices = position.flatMap {
        FieldRuleEntries(bound.plan, field: $0).listedValues
      }
      return .init(
        name: field.name, label: localization.label(of: field),
        isMasked: masked.contains(Array(field.name.utf8)), isSensitive: field.sensitive,
        choices: choices ?? [])
    }
      + columns.filter { !known.contains(Array($0.name.utf8)) }.map {
        .init(
          name: $0.name, label: $0.name, isMasked: $0.isMasked, isSensitive: $0.isMasked,
          choices: [])
      }
  }
}

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
