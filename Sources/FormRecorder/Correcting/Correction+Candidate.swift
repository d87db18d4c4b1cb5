import FormBytes
import FormRules
import FormStore

extension Correction {
  /// A changed record: a patch of the submission that was exported, and the last submission of its
  /// chain, to which the patch applies.
  struct Candidate {
    let row: CorrectionFile.Row
    let returned: ReturnedRow
    let base: SubmissionCells
    let origin: CorrectedImport
    let head: SubmissionCells
    let target: CorrectedImport
    let chain: CorrectionChain
    /// The changes to store, by column of the file.
    var patch: [Int: [UInt8]] = [:]
    /// The changes of cells that no failure concerns, by column of the file.
    var protected: [Int: [UInt8]] = [:]

    /// Whether the person confirmed the columns of a malformed record by clearing `_rest` or
    /// `_raw`.
    var isRepaired = false

    var id: Int64 { base.id }

    func before(_ column: Int) -> [UInt8] { base.content(origin.positions[column], of: origin) }
    func current(_ column: Int) -> [UInt8] { head.content(target.positions[column], of: target) }
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

  /// The value of a text, or nil if the text is empty or not of the field's type.
  func value(of text: [UInt8]) -> Value? {
    let range = trim ? text.span.trimmedRange : text.indices
    if range.isEmpty { return nil }
    do throws(FieldType.Mismatch) {
      return try type.read(text.span.extracting(range))
    } catch {
      return nil
    }
  }
}

extension [UInt8] {
  /// The text without ASCII blanks at its ends.
  var trimmingBlanks: ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return self[first...last]
  }
}
