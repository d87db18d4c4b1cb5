import FormBytes
import FormInput
import FormRules
import FormStore

/// A row of a returned file, compared with the submission that was exported.
struct ReturnedRow {
  /// The changed columns of the file with their new texts.
  var changes: [Int: [UInt8]] = [:]
  /// The columns with a mask that hides nothing or is combined with other text.
  private(set) var wrongMasks: [Int] = []
  /// The columns whose changed text still contains an escape.
  private(set) var leftEscapes: [Int] = []
  /// The columns that mean the same field and have different texts.
  private(set) var contradictions: [Int]?
  /// Whether all cells are empty.
  private(set) var isEmptied = false

  /// Whether a cell cannot be understood.
  var isFaulty: Bool { !wrongMasks.isEmpty || !leftEscapes.isEmpty || contradictions != nil }

  /// - Parameters:
  ///   - base: The submission that the row names.
  ///   - origin: The submission's import.
  ///   - isVerbatim: Whether the texts are taken literally: no export has changed them.
  init(
    _ row: CorrectionFile.Row, of file: CorrectionFile, _ base: SubmissionCells,
    of origin: CorrectedImport, isVerbatim: Bool
  ) {
    var hasText = false
    for (column, position) in origin.positions.enumerated() {
      guard let position, let text = file.cell(row, column),
        origin.counts(column, of: row, in: file)
      else { continue }
      let content = base.content(position, of: origin)
      hasText = hasText || !text.isEmpty && !String(decoding: text, as: UTF8.self).isMask
      if text == content { continue }
      let cell =
        isVerbatim
        ? ReturnedCell(verbatim: Array(content), Array(text))
        : ReturnedCell(
          Array(content), Array(text), isMasked: origin.masked.contains(position),
          lossyIn: file.lossyEncoding)
      switch cell {
      case .unchanged: break
      case .changed(let value): changes[column] = value
      case .wrongMask: wrongMasks.append(column)
      case .leftEscape: leftEscapes.append(column)
      }
    }
    contradictions = origin.contradictions(of: row, in: file)
    isEmptied = !isVerbatim && !hasText
  }
}

/// A cell of a correction file, compared with the stored one.
enum ReturnedCell: Equatable {
  /// The cell is unchanged. Masks, formula escapes and escapes of undecodable bytes from the export
  /// count as unchanged, and so do different line endings from a spreadsheet.
  case unchanged
  /// The cell has a new text.
  case changed([UInt8])
  /// The cell has a mask with other text, or a mask that hides nothing because the exported cell
  /// was empty.
  case wrongMask
  /// The changed text contains an escape from the export.
  case leftEscape

  /// - Parameters:
  ///   - before: The stored cell.
  ///   - after: The text in the correction file.
  ///   - encoding: The encoding that the file has lost characters to, if any.
  init(_ before: [UInt8], _ after: [UInt8], isMasked: Bool, lossyIn encoding: TextEncoding? = nil) {
    self = .unchanged
    if after == before { return }
    let shown = SpreadsheetText.escaped(before.span) ?? before
    // An apostrophe that the export did not add is part of the text.
    let value =
      (SpreadsheetText.isFormula(shown.span) ? SpreadsheetText.undefused(after) : nil) ?? after
    if value.withLineFeeds == shown.withLineFeeds { return }
    let text = String(decoding: after, as: UTF8.self)
    // JSON shows undecodable bytes as replacement characters.
    if text.contains("\u{FFFD}"), text == String(decoding: before, as: UTF8.self) { return }
    if let encoding,
      encoding.approximation(of: String(decoding: shown, as: UTF8.self)) == text
    {
      return
    }
    if text.isMask || isMasked && text.isDamagedMask {
      if before.isEmpty { self = .wrongMask }
    } else if text.containsMask(isMasked),
      !String(decoding: before, as: UTF8.self).containsMask(isMasked)
    {
      self = .wrongMask
    } else if SpreadsheetText.escapes(in: before.span).contains(where: { value.contains($0) }) {
      self = .leftEscape
    } else {
      self = .changed(value)
    }
  }

  /// Compares a cell that no export has changed.
  init(verbatim before: [UInt8], _ after: [UInt8]) {
    if after == before {
      self = .unchanged
    } else if String(decoding: after, as: UTF8.self).isMask {
      self = .wrongMask
    } else {
      self = .changed(after)
    }
  }
}

extension String {
  fileprivate var isMask: Bool { self == DisplayColumns.mask || self == DisplayColumns.plainMask }

  /// Whether the text contains a mask. In a masked column this includes the mask of narrow
  /// encodings and wrongly decoded masks.
  fileprivate func containsMask(_ isMasked: Bool) -> Bool {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return false }
    return contains(DisplayColumns.mask) || isMasked && Self.otherMasks.contains { contains($0) }
  }

  /// The mask of narrow encodings, and the bullets in UTF-8 read as windows-1252 and Mac Roman.
  private static let otherMasks = [DisplayColumns.plainMask, "â€¢â€¢â€¢", "‚Ä¢‚Ä¢‚Ä¢"]

  /// Whether the text is a mask that was replaced, such as `???`, or saved in one encoding and read
  /// in another, such as `â€¢â€¢â€¢`. Three letters, such as `ХХХ`, are what a person typed.
  fileprivate var isDamagedMask: Bool {
    if Self.replacedMasks.contains(self) { return true }
    let scalars = unicodeScalars
    let isTyped =
      utf8.allSatisfy { $0 < 0x80 }
      || scalars.count == 3 && scalars.allSatisfy(\.properties.isAlphabetic)
    // The mask has at most three characters of three bytes.
    guard !isTyped, scalars.count <= 9 else { return false }
    return TextEncoding.allCases.contains { encoding in
      var bytes = Array(utf8)
      return encoding.encode(&bytes, from: 0) == nil && Self.savedMasks.contains(bytes)
    }
  }

  /// What programs write for characters that an encoding lacks.
  private static let replacedMasks = ["???", "\u{FFFD}\u{FFFD}\u{FFFD}", "\u{1A}\u{1A}\u{1A}"]

  /// The bytes of masks in each encoding that has their characters.
  private static let savedMasks = Set(
    [DisplayColumns.mask, DisplayColumns.plainMask].flatMap { mask in
      TextEncoding.allCases.compactMap { (encoding: TextEncoding) -> [UInt8]? in
        var bytes = Array(mask.utf8)
        return encoding.encode(&bytes, from: 0) == nil ? bytes : nil
      }
    })
}

extension [UInt8] {
  /// The text with LF in place of CR LF and CR.
  fileprivate var withLineFeeds: [UInt8] {
    guard contains(0x0D) else { return self }
    return enumerated().compactMap { index, byte in
      if byte != 0x0D { return byte }
      return index + 1 < count && self[index + 1] == 0x0A ? nil : 0x0A
    }
  }
}
