import FormBytes
import FormInput
public import FormRules
import FormStore

extension Recorder {
  /// The history of a submission: its origin, its cells, the verdict of every run, and its
  /// corrections.
  ///
  /// - Parameters:
  ///   - showsValues: Whether errors and their messages include the value at fault. Masked values
  ///     are excluded.
  ///   - showsSensitive: Whether masked values are included.
  ///   - localization: The language of messages.
  /// - Throws: `RecorderError` with reason `missing` if there is no such submission.
  public func history(
    of id: Int64, showsValues: Bool = false, showsSensitive: Bool = false,
    in localization: Localization = .english
  ) throws(RecorderError) -> SubmissionHistory {
    let reader = try histories(
      showsValues: showsValues, showsSensitive: showsSensitive, in: localization)
    return try reader.history(of: id)
  }

  /// Returns a reader of several histories. See `history(of:)`.
  ///
  /// - Parameter form: The version of the form whose fields name the cells. Nil means the version
  ///   of the import.
  package func histories(
    showsValues: Bool = false, showsSensitive: Bool = false, namedBy form: Form? = nil,
    in localization: Localization = .english
  ) throws(RecorderError) -> HistoryReader {
    HistoryReader(
      try storeForReading(), showsValues: showsValues, showsSensitive: showsSensitive,
      namedBy: form, localization)
  }

  /// The changes of an import of corrections, with masked values hidden, in the order of lines.
  ///
  /// - Throws: `RecorderError` if the import does not exist or contains no corrections.
  public func patches(ofImport number: Int64) throws(RecorderError) -> [CorrectionPatch] {
    guard try self.import(number).kind == .correction else {
      throw RecorderError(.refused, "import \(number) contains no corrections")
    }
    let reader = try histories()
    let spans = try withStore { store in
      try store.parts(ofImport: number).flatMap { try store.spans(ofImport: $0) }
    }
    return try spans.joined().map {
      id throws(RecorderError) in
      let history = try reader.history(of: id)
      return CorrectionPatch(
        line: Int(history.line), submissionID: history.corrects ?? id, changes: history.patch)
    }
  }

  /// The name of a submission's form, or nil if there is no such submission.
  package func form(ofSubmission id: Int64) throws(RecorderError) -> String? {
    try withStore { try $0.form(ofSubmission: id) }
  }

  /// The head of the log with the event that recorded a submission, or nil if there is no such
  /// submission. No other submission with its number has the same one, also in a restored store.
  package func head(ofSubmission id: Int64) throws(RecorderError) -> String? {
    try withStore { try $0.head(ofSubmission: id) }
  }

  /// The first submission of an import, or nil if it has none.
  package func firstSubmission(ofImport id: Int64) throws(RecorderError) -> Int64? {
    try withStore { try $0.spans(ofImport: id).first?.lowerBound }
  }

  /// The last correction of a submission, or the submission itself if it was not corrected. Nil if
  /// there is no such submission.
  package func latestCorrection(of id: Int64) throws(RecorderError) -> Int64? {
    try withStore { try $0.correctionChain(id)?.latest }
  }
}

extension SubmissionHistory.Verdict {
  init(
    _ verdict: StoredVerdict, _ descriptions: PlanDescription,
    showing cells: [SubmissionHistory.NamedCell], of columns: [ImportColumn]
  ) {
    let form = descriptions.form
    let columnOfField = cells.isEmpty ? [] : form.columnOfField(columns)
    self.init(
      runID: verdict.runID, kind: verdict.kind, at: verdict.at, by: verdict.attribution.by,
      reason: verdict.attribution.reason, rules: verdict.rules,
      rulesVersion: verdict.rulesVersion, isAccepted: !descriptions.reject(verdict.errors),
      errors: verdict.errors.map { error in
        var value: String?
        if !cells.isEmpty, let name = descriptions.rules[error.rule]?.field,
          let column = form.fieldIndex(name).flatMap({ columnOfField[$0] }),
          cells.indices.contains(column), !cells[column].isMasked
        {
          value = cells[column].value.plainText
        }
        return descriptions.reported(error, value: value)
      })
  }
}

extension StoredSubmission {
  /// The bytes of a record that the reader could not parse, if they are stored.
  package func shownRaw(_ columns: DisplayColumns) -> String? {
    guard let raw, !raw.isEmpty else { return nil }
    return columns.masksMalformed ? DisplayColumns.mask : String(decoding: raw, as: UTF8.self)
  }

  package func shownCells(
    _ columns: DisplayColumns
  ) throws(RecorderError) -> [SubmissionHistory.NamedCell] {
    var records = RecordBatch()
    try records.appendCells(cells.span, of: id)
    return records.cells.enumerated().map { index, cell in
      let isMasked = columns.masks(index, cell, ofMalformed: raw != nil)
      return SubmissionHistory.NamedCell(
        name: columns.name(index),
        value: isMasked ? .string(DisplayColumns.mask) : JSON(cell, text: records.text(of: cell)),
        isMasked: isMasked)
    }
  }
}

extension JSON {
  fileprivate init(_ cell: Cell, text: String) {
    switch cell.kind {
    case .missing: self = .null
    case .string: self = .string(text)
    // The JSON text is kept, except for line breaks.
    case .number, .boolean, .array, .object:
      var line: [UInt8] = []
      line.appendOnOneLine(text.utf8.span)
      self = .number(String(decoding: line, as: UTF8.self))
    }
  }

  /// The text of a cell, or nil if the cell is missing.
  package var plainText: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
}
