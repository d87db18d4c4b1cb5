import FormBytes
import FormInput
import FormRules
import FormStore

extension GroupWriter {
  /// A submission whose idempotency key a request repeats, with its cells.
  typealias EarlierSubmission = (intake: IntakeSubmission, stored: StoredSubmission?)

  /// The report of an earlier submission, whose idempotency key the only request repeats.
  ///
  /// - Parameter cells: The cells of the request's record as a JSON array.
  /// - Throws: `RecorderError` if the submission has other cells.
  func report(of repeated: EarlierSubmission, cells: [UInt8]) throws -> SubmissionReport {
    let (earlier, stored) = repeated
    // The cells of a purged submission cannot be compared.
    guard let stored,
      try store.purge(of: earlier.submissionID) != nil
        || group.layout.cells(stored.columns, stored.cells)
          == group.layout.cells(group.columns, cells),
      let verdict = try store.verdicts(of: earlier.submissionID).first
    else {
      throw RecorderError(
        .idempotencyConflict(submissionID: earlier.submissionID),
        "the idempotency key was already used with other values, by submission "
          + "\(earlier.submissionID): use a new key for a new submission", stored: 0)
    }
    let description = try PlanDescription(
      plan: verdict.planID, in: group.request.localization, of: store)
    return SubmissionReport(
      submissionID: earlier.submissionID, runID: earlier.runID, form: verdict.form,
      formVersion: verdict.formVersion, rules: verdict.rules, rulesVersion: verdict.rulesVersion,
      isRejected: description.reject(verdict.errors),
      errors: verdict.errors.map { description.reported($0) },
      isAlreadySubmitted: true, unknownFields: group.records[0].unknownFields, head: earlier.head)
  }
}

extension IntakeLayout {
  /// The cells of a record by the names of their fields, or by other names, except missing cells. A
  /// name that was unknown may be the name of a field now.
  ///
  /// - Parameter json: The cells as a JSON array.
  fileprivate func cells(_ columns: [ImportColumn], _ json: [UInt8]) throws -> [[UInt8]: [UInt8]] {
    var records = RecordBatch()
    try StoredCells.append(json.span, to: &records)
    var cells: [[UInt8]: [UInt8]] = [:]
    for (column, cell) in zip(columns, records.cells) where cell.kind != .missing {
      let field = field(of: column.header.utf8Bytes)
      let name = column.field ?? field.map { form.fields[$0].name } ?? column.header
      cells[name.utf8Bytes] =
        [cell.kind.rawValue] + records.bytes[Int(cell.start)..<Int(cell.end)]
    }
    return cells
  }
}
