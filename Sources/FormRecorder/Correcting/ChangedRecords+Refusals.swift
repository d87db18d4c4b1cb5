import FormRules
import FormStore

/// The reasons for which a changed record cannot be corrected.
extension ChangedRecords {
  /// The reason for which a changed record cannot be corrected, or nil.
  ///
  /// - Parameter others: The other records that correct the same submission differently.
  func refusal(
    of candidate: CorrectionCandidate, others: [CorrectionCandidate]
  ) throws -> CorrectionRefusal? {
    let returned = candidate.returned
    if let column = returned.wrongMasks.first { return .mask(column: file.header[column]) }
    if let column = returned.leftEscapes.first { return .escape(column: file.header[column]) }
    guard candidate.hasCorrection else { return nil }
    if returned.isEmptied { return .emptied(candidate.id) }
    if let column = formulaColumn(candidate) { return .formula(column: file.header[column]) }
    if let column = damagedColumn(candidate) { return .damaged(column: file.header[column]) }
    if let columns = returned.contradictions {
      return .sameField(columns: columns.map { file.header[$0] })
    }
    if file.rest(candidate.row, beyond: candidate.origin.width)?.hasCellText == true {
      return .surplus(candidate.id)
    }
    if isUnsplit(candidate) { return .unsplit(candidate.id) }
    if let fields = changedKey(candidate) { return .keyChanged(candidate.id, fields: fields) }
    guard others.isEmpty else {
      return .contradicted(candidate.id, lines: others.map(\.row.line))
    }
    return try conflict(candidate)
  }

  /// The first column whose new text is the value of a formula. Exports contain none, and a program
  /// that copies a workbook makes a formula of a text that begins with `=`.
  private func formulaColumn(_ candidate: CorrectionCandidate) -> Int? {
    candidate.patch.keys.sorted().first { file.isFormula(candidate.row, $0) }
  }

  /// The first column whose new text a spreadsheet program wrote in place of a value, or cut.
  private func damagedColumn(_ candidate: CorrectionCandidate) -> Int? {
    request.isVerbatim
      ? nil
      : candidate.patch.keys.sorted().first { column in
        let text = String(decoding: candidate.patch[column]!, as: UTF8.self)
        let before = candidate.before(column)
        return text.isSpreadsheetError || text.utf16.count == SpreadsheetText.maximumCell
          || file.lossyEncoding != nil && text.contains { $0 == "?" || $0 == "\u{FFFD}" }
          || before.contains { $0 >= 0x80 }
            && (file.isReducedToASCII
              || String(decoding: before, as: UTF8.self)
                .losesCharacters(in: text, dropped: file.lossyEncoding != nil))
      }
  }

  /// Whether the submission could not be split into cells, and nothing shows that the person has
  /// seen its whole text.
  private func isUnsplit(_ candidate: CorrectionCandidate) -> Bool {
    !request.isPatch && candidate.latest == nil && candidate.base.isUnsplit
      && file.raw(candidate.row)?.hasCellText != false
  }

  /// The refusal of changes of fields that a correction has changed differently since the export.
  private func conflict(_ candidate: CorrectionCandidate) throws -> CorrectionRefusal? {
    guard candidate.latest != nil else { return nil }
    let changed = try columnsChanged(since: candidate)
    guard let other = candidate.patch.keys.compactMap({ changed[$0] }).max() else { return nil }
    let fields = candidate.patch.keys.sorted().filter { changed[$0] == other }
      .map { candidate.origin.field(ofColumn: $0) ?? file.header[$0] }
    let expected = dryRunContent.corrections[candidate.chain.latest]?.submission
    let latest = expected ?? candidate.chain.latest
    if other == expected {
      return .conflict(
        candidate.id, with: latest, fields: fields, by: request.by,
        at: self.correction.now.description)
    }
    let author = try store.verdicts(of: other).first
    return .conflict(
      candidate.id, with: latest, fields: fields, by: author?.attribution.by, at: author?.at)
  }

  /// The columns of the file that corrections have changed since the export, even if another one
  /// took the change back, with the last correction that did so.
  private func columnsChanged(since candidate: CorrectionCandidate) throws -> [Int: Int64] {
    var changed: [Int: Int64] = [:]
    let latest = candidate.chain.latest
    let expected = dryRunContent.corrections[latest]?.submission
    var (later, origin, id) = (candidate.head, candidate.target, expected ?? latest)
    while id != candidate.id,
      let earlier = try id == expected ? latest : store.submission(id)?.relations.corrects,
      let stored = try store.cells(of: earlier)
    {
      let before = try SubmissionCells(earlier, stored.json)
      let beforeOrigin = try submissions.origin(stored.importID, root: candidate.chain.rootImport)
      for column in file.header.indices
      where changed[column] == nil
        && later.content(origin.positions[column], of: origin)
          != before.content(beforeOrigin.positions[column], of: beforeOrigin)
      {
        changed[column] = id
      }
      (later, origin, id) = (before, beforeOrigin, earlier)
    }
    return changed
  }

  /// The changed fields of the record's key in an explicit patch, unless the request accepts them.
  /// The cells of a file need a failure or the decision on their column. In a numeric field, `01`
  /// equals `1`.
  private func changedKey(_ candidate: CorrectionCandidate) -> [String]? {
    // The key of an accepted submission identifies its record.
    guard request.isPatch, !request.acceptsKeyChanges || candidate.chain.isRejected == false
    else { return nil }
    let changed = candidate.patch.keys.sorted().compactMap { column -> String? in
      guard let field = candidate.origin.field(ofColumn: column),
        bound.latestForm.key.contains(field), let after = candidate.patch[column],
        submissions.field(field)?.isSame(candidate.before(column), after) != true
      else { return nil }
      return field
    }
    return changed.isEmpty ? nil : changed
  }
}

extension String {
  /// The values of spreadsheet cells with an error.
  private static let errorValues: Set<String> = [
    "#NAME?", "#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!",
  ]

  /// Whether a spreadsheet program shows the text in place of a value: an error, or signs that fill
  /// a narrow column.
  fileprivate var isSpreadsheetError: Bool {
    guard utf8.first == UInt8(ascii: "#") else { return false }
    return Self.errorValues.contains(self)
      || utf8.count > 2 && utf8.allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Whether another text has replacement characters in place of characters outside ASCII, and is
  /// equal otherwise.
  ///
  /// - Parameter dropped: Whether it may also lack all letters outside ASCII. A person deletes
  ///   letters too, so only a file that has lost characters shows that a program did.
  fileprivate func losesCharacters(in other: String, dropped: Bool) -> Bool {
    let kept = unicodeScalars.filter { $0.isASCII || !$0.properties.isAlphabetic }
    if dropped, kept.count < unicodeScalars.count, kept.elementsEqual(other.unicodeScalars) {
      return true
    }
    guard self != other, unicodeScalars.count == other.unicodeScalars.count else { return false }
    return zip(unicodeScalars, other.unicodeScalars).allSatisfy { scalar, other in
      scalar == other || !scalar.isASCII && ["?", "\u{FFFD}", "\u{1A}"].contains(other)
    }
  }
}
