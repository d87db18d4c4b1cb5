import FormBytes
import FormInput
import FormRules
import FormStore

/// The conditions under which a changed record may be corrected.
extension ChangedRecords {
  /// - Throws: `RecorderError` if a name in a patch is not that of a field or column, or if two of
  ///   them are.
  func requireFields(from origin: CorrectedImport) throws(RecorderError) {
    for (column, position) in origin.positions.enumerated() {
      let name = file.header[column].displayText
      if let other = origin.earlierColumn(sharing: column) {
        throw RecorderError(
          .usage, "'\(file.header[other].displayText)' and '\(name)' are the same field")
      }
      guard position == nil else { continue }
      throw RecorderError(
        .usage, .unknown("field", name, known: bound.plan.form.fields.map(\.name)))
    }
  }

  /// - Throws: `CorrectionRefusal` if the submission must not be corrected.
  func requireCorrectable(_ candidate: CorrectionCandidate) throws(CorrectionRefusal) {
    let (id, chain) = (candidate.id, candidate.chain)
    if let column = columnWithNUL(candidate) { throw .nul(column: file.header[column]) }
    guard let isRejected = chain.isRejected else { throw .notJudged(id) }
    if let correction = dryRunContent.corrections[chain.latest], !correction.isRejected,
      !request.correctsAccepted
    {
      throw .corrected(id, by: correction.submission)
    }
    guard isRejected || request.correctsAccepted else {
      throw chain.latest == id ? .accepted(id) : .corrected(id, by: chain.latest)
    }
    if let later = chain.supersededBy { throw .superseded(id, by: later) }
  }

  /// The first column whose new text contains U+0000, also as an escape in a JSON array, which no
  /// returned file of another format can contain.
  private func columnWithNUL(_ candidate: CorrectionCandidate) -> Int? {
    candidate.patch.merging(candidate.protected) { text, _ in text }.filter { _, text in
      text.contains(0) || text.span.isJSON(.array) && text.containsEscapedNUL
    }.keys.min()
  }

  /// Whether an open cell has the characters that a program shows if it reads UTF-8 in another
  /// encoding. In files with `_check`, its characters show that.
  func wasReadInAnotherEncoding(_ candidate: CorrectionCandidate) -> Bool {
    guard file.evidence == .none, !request.isVerbatim else { return false }
    return candidate.patch.contains { column, text in
      let before = candidate.before(column)
      guard before.contains(where: { $0 >= 0x80 }) else { return false }
      return [.windows1252, .latin1, .macRoman, .ibm850, .ibm437].contains {
        (encoding: TextEncoding) in
        var bytes = text
        return encoding.encode(&bytes, from: 0) == nil && bytes == before
      }
    }
  }

  /// Whether two texts are the same value of a field, or differ only in blanks at their ends and in
  /// carriage returns, which programs drop.
  func isSame(_ before: [UInt8], _ after: [UInt8], field: String?) -> Bool {
    let isDropped =
      before.contains(0x0D) && before.filter { $0 != 0x0D } == after.filter { $0 != 0x0D }
    return isDropped || before.trimmingBlanks == after.trimmingBlanks
      || field.flatMap(submissions.field)?.isSame(before, after) == true
  }
}
