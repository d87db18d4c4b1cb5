#if Server
import FormRecorder
import FormRules
import HTTPTypes

extension ServerCore {
  /// The submission that the holder of a link may correct, or its last correction. The read is
  /// recorded.
  ///
  /// - Throws: A problem with status 404 if the submission was purged.
  func ownRecord(
    of submission: Int64, in form: PublishedForm, _ localization: Localization, by caller: Caller
  ) async throws -> SubmissionHistory {
    let history = try await pools.reader.perform { recorder, _ in
      try recorder.histories(namedBy: form.form, in: localization.besideField)
        .history(of: recorder.latestCorrection(of: submission) ?? submission)
    }
    guard history.purge == nil else { throw Problem(.notFound, "the record was deleted") }
    try await logRead("submission \(history.submissionID)", by: caller)
    return history
  }

  /// The texts that pages hide from the holder of a link to a record. Conditions and computed
  /// values use them. None for other callers.
  func hiddenTexts(of caller: Caller, in form: PublishedForm) async throws -> [String: String] {
    let hidden = Set(form.controls.filter(\.isHiddenFromLink).map(\.field.name))
    guard let submission = caller.submissionID, !hidden.isEmpty else { return [:] }
    let history = try await pools.reader.perform { recorder, _ in
      try recorder.histories(showsSensitive: true, namedBy: form.form)
        .history(of: recorder.latestCorrection(of: submission) ?? submission)
    }
    let texts = history.cells.compactMap { cell in cell.text.map { (cell.name, $0) } }
    return Dictionary(texts.filter { hidden.contains($0.0) }) { first, _ in first }
  }
}

extension PublishedForm {
  /// The values of the record of the holder of a link, as the page shows them.
  func ownEntries(_ history: SubmissionHistory) -> FormEntries {
    let cells = Dictionary(
      history.cells.compactMap { cell in cell.isMasked ? nil : (cell.name, cell) },
      uniquingKeysWith: { first, _ in first })
    return FormEntries(
      controls.flatMap { control in
        control.texts(of: cells[control.field.name]).map {
          (ControlName.control(of: control.field.name), $0)
        }
      }, controls)
  }
}

extension FormEntries {
  /// The texts of a correction, without the empty texts of fields that a page does not show to the
  /// sender: sensitive fields, passwords and files. These fields keep their values.
  var changes: [String: String] { cells.filter { !keepsHidden($0.key) } }
}

extension FieldControl {
  /// The texts of the controls for a value.
  fileprivate func texts(of cell: SubmissionHistory.NamedCell?) -> [String] {
    guard !isHiddenFromLink, let text = cell?.text else { return [] }
    guard case .list(let separator) = field.type else { return [text] }
    guard case .number = cell?.value,
      case .sequence(let items)? = JSONReader.readValue(text)?.content
    else { return text.split(separator: separator).map(String.init) }
    return items.map { if case .scalar(let text, _) = $0.content { text } else { "" } }
  }
}
#endif
