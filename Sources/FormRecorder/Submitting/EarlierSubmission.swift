import FormBytes
import FormInput
import FormRules
import FormStore

/// The stored submission that a request with the same idempotency key repeats.
struct EarlierSubmission {
  private let stored: IntakeSubmission
  private let submission: StoredSubmission
  private let store: Store

  /// Returns nil if the request has no idempotency key, or is the first one with its key.
  init?(
    repeatedBy request: SubmissionRequest, ofForm formID: Int64, in store: Store
  ) throws(StoreError) {
    guard let key = IdempotencyKey(request),
      let stored = try store.intakeSubmission(formID: formID, idempotencyKey: key),
      let submission = try store.submission(stored.submissionID)
    else { return nil }
    (self.stored, self.submission, self.store) = (stored, submission, store)
  }

  var columns: [ImportColumn] { submission.columns }

  /// The report of the submission, for a group of only the request.
  ///
  /// - Parameter cells: The cells of the request's record as a JSON array.
  /// - Throws: `RecorderError` if the submission has other cells.
  func report(repeatedBy group: SubmissionGroup, cells: [UInt8]) throws -> SubmissionReport {
    // The cells of a purged submission cannot be compared.
    guard
      try store.purge(of: stored.submissionID) != nil
        || group.layout.cells(columns, submission.cells)
          == group.layout.cells(group.columns, cells),
      let verdict = try store.verdicts(of: stored.submissionID).first
    else {
      throw RecorderError(
        .idempotencyConflict(submissionID: stored.submissionID),
        "the idempotency key was already used with other values, by submission \(stored.submissionID): "
          + "use a new key for a new submission", stored: 0)
    }
    let description = try PlanDescription(
      plan: verdict.planID, in: group.request.localization, of: store)
    return SubmissionReport(
      submissionID: stored.submissionID, runID: stored.runID, form: verdict.form,
      formVersion: verdict.formVersion, rules: verdict.rules, rulesVersion: verdict.rulesVersion,
      isRejected: description.reject(verdict.errors),
      errors: verdict.errors.map { description.reported($0) },
      isAlreadySubmitted: true, unknownFields: group.records[0].unknownFields, head: stored.head)
  }
}

extension IntakeLayout {
  /// The cells of a record by the names of their fields, or by other names, except missing cells. A
  /// name that was unknown may be the name of a field now.
  ///
  /// - Parameter json: The cells as a JSON array.
  fileprivate func cells(_ columns: [ImportColumn], _ json: [UInt8]) throws -> [String: [UInt8]] {
    var records = RecordBatch()
    try StoredCells.append(json.span, to: &records)
    var cells: [String: [UInt8]] = [:]
    for (column, cell) in zip(columns, records.cells) where cell.kind != .missing {
      let field = field(of: Array(column.header.utf8))
      cells[column.field ?? field.map { form.fields[$0].name } ?? column.header] =
        [cell.kind.rawValue] + records.bytes[Int(cell.start)..<Int(cell.end)]
    }
    return cells
  }
}
