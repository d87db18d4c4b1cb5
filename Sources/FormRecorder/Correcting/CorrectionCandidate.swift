import FormBytes
import FormRules
import FormStore

/// A changed record: a patch of the submission that was exported, and the last submission of its
/// chain, to which the patch applies. Once `ChangedRecords` has read it, nothing changes it.
final class CorrectionCandidate {
  /// A submission with its import.
  struct Submission {
    let cells: SubmissionCells
    let origin: CorrectedImport
    /// Whether its cells lack a part of its text, because the reader could not split it.
    var isUnsplit = false
  }

  let row: CorrectionFile.Row
  var returned: ReturnedRow
  let base: Submission
  let chain: CorrectionChain
  /// The last submission, unless it is the named one.
  let latest: Submission?
  /// The changes to store, by column of the file.
  var patch: [Int: [UInt8]] = [:]
  /// The changes of cells that no failure concerns, by column of the file.
  var protected: [Int: [UInt8]] = [:]

  /// Whether the person confirmed the columns of a malformed record by clearing `_rest` or
  /// `_raw`.
  var isRepaired = false

  init(
    _ row: CorrectionFile.Row, _ returned: ReturnedRow, of base: Submission,
    in chain: CorrectionChain, latest: Submission?
  ) {
    self.row = row
    self.returned = returned
    self.base = base
    self.chain = chain
    self.latest = latest
  }

  var id: Int64 { base.cells.id }
  var origin: CorrectedImport { base.origin }
  /// Whether the returned record differs from the submission.
  var isChanged: Bool {
    hasCorrection || !protected.isEmpty || returned.isFaulty
  }
  /// Whether there is something to store.
  var hasCorrection: Bool { !patch.isEmpty || isRepaired }
  var head: SubmissionCells { (latest ?? base).cells }
  var target: CorrectedImport { (latest ?? base).origin }

  /// Makes the change of a cell that no failure concerns part of the correction.
  func acceptChange(ofColumn column: Int) {
    if let text = protected[column] { patch[column] = text }
  }

  func before(_ column: Int) -> [UInt8] {
    Array(base.cells.content(origin.positions[column], of: origin))
  }
  func current(_ column: Int) -> [UInt8] {
    Array(head.content(target.positions[column], of: target))
  }
  func isMasked(_ column: Int) -> Bool {
    origin.positions[column].map(origin.masked.contains) == true
  }
}

extension Field {
  /// Whether two texts are the same value, for types whose values have several notations.
  func isSame(_ before: [UInt8], _ after: [UInt8]) -> Bool {
    switch type {
    case .text, .list, .file: false
    case .integer, .decimal, .number, .boolean, .date, .time, .datetime:
      value(of: before).map { $0 == value(of: after) } ?? false
    }
  }

  /// Whether two texts have the same items of a list, of which one at least was submitted as a JSON
  /// array.
  func hasSameItems(_ before: [UInt8], _ after: [UInt8]) -> Bool {
    guard case .list(let separator) = type else { return false }
    let separated = Array(separator.utf8)
    switch (before.jsonItems, after.jsonItems) {
    case (let before?, let after?): return before == after
    case (let items?, nil): return Array(items.joined(separator: separated)) == after
    case (nil, let items?): return Array(items.joined(separator: separated)) == before
    case (nil, nil): return false
    }
  }
}

extension [UInt8] {
  /// Whether cells of a malformed record have a text between their delimiters.
  var hasCellText: Bool { contains { $0 != UInt8(ascii: ",") } }

  /// Whether a person has removed the text that an export showed.
  func isCleared(from exported: [UInt8]) -> Bool {
    !exported.isEmpty && !hasCellText && self != exported
  }

  /// The items of a JSON array of simple values as texts, or nil if the text is none.
  fileprivate var jsonItems: [[UInt8]]? {
    guard first == UInt8(ascii: "["),
      case .sequence(let items)? = JSONReader.readValue(String(decoding: self, as: UTF8.self))?
        .content
    else { return nil }
    let texts = items.compactMap {
      if case .scalar(let text, _) = $0.content { Array(text.utf8) } else { nil }
    }
    return texts.count == items.count ? texts : nil
  }

  /// The text without ASCII blanks at its ends.
  var trimmingBlanks: ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return self[first...last]
  }
}
