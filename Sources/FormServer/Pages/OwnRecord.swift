#if Server
import FormRecorder
import FormRules
import HTTPTypes

/// The record that the holder of a link may correct, as the page of the form shows it.
struct OwnRecord {
  /// The submission or its last correction.
  let submission: Int64
  let entries: FormEntries
  /// The errors of the current verdict.
  let errors: [ReportedError]
}

extension ServerCore {
  /// The last correction of a submission. The read is recorded.
  ///
  /// - Throws: A problem with status 404 if the submission was purged.
  func ownRecord(
    of submission: Int64, in form: PublishedForm, _ localization: Localization, by caller: Caller
  ) async throws -> OwnRecord {
    let history = try await recorder.perform { recorder, _ in
      try recorder.history(
        of: recorder.latestCorrection(of: submission) ?? submission, in: localization.besideField)
    }
    guard history.purge == nil else { throw Problem(.notFound, "the record was deleted") }
    try await recordRead("submission \(history.submissionID)", by: caller)
    let texts = Dictionary(
      history.cells.compactMap { cell in cell.isMasked ? nil : (cell.name, cell.texts) },
      uniquingKeysWith: { first, _ in first })
    return OwnRecord(
      submission: history.submissionID,
      entries: FormEntries(
        form.controls.flatMap { control in
          control.texts(of: texts[control.field.name] ?? []).map {
            (ControlName.control(of: control.field.name), $0)
          }
        }, form.controls),
      errors: history.verdicts.last?.errors ?? [])
  }
}

extension ServerCore {
  /// The texts that pages hide from the holder of a link to a record, with which conditions and
  /// computed values are evaluated. None for other callers.
  func hiddenTexts(of caller: Caller, in form: PublishedForm) async throws -> [String: String] {
    let hidden = Set(form.controls.filter(\.isHiddenFromLink).map(\.field.name))
    guard let submission = caller.submission, !hidden.isEmpty else { return [:] }
    let history = try await recorder.perform { recorder, _ in
      try recorder.history(
        of: recorder.latestCorrection(of: submission) ?? submission, showsSensitive: true)
    }
    let texts = history.cells.compactMap { cell in cell.text.map { (cell.name, $0) } }
    return Dictionary(texts.filter { hidden.contains($0.0) }) { first, _ in first }
  }
}

extension FormEntries {
  /// The record without fields that a page does not show to the sender, which were left empty and
  /// keep their values: sensitive ones, passwords and files.
  var changes: [(name: String, text: String)]? {
    cells?.filter { !keepsHidden($0.name) }
  }
}

extension FieldControl {
  /// The texts of the controls for a value.
  fileprivate func texts(of value: [String]) -> [String] {
    guard !isHiddenFromLink else { return [] }
    guard case .list(let separator) = field.type else { return value }
    // An item of JSON contains no separator; a cell of a table is one text.
    let items = value.flatMap { $0.split(separator: separator).map(String.init) }
    if case .textarea = kind { return [items.joined(separator: "\n")] }
    return items
  }
}

extension SubmissionHistory.Cell {
  /// The texts of the items of a list, or the text of another value.
  fileprivate var texts: [String] {
    guard let text else { return [] }
    guard case .number = value, case .sequence(let items)? = JSONReader.readValue(text)?.content
    else { return [text] }
    return items.map { if case .scalar(let text, _) = $0.content { text } else { "" } }
  }
}
#endif
