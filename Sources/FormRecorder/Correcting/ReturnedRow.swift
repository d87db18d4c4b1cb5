import FormBytes
import FormInput
import FormRules
import FormStore

/// The cells of a stored submission.
struct SubmissionCells {
  let id: Int64
  private(set) var batch = RecordBatch()

  /// - Parameter stored: The cells as a JSON array.
  init(_ id: Int64, _ stored: [UInt8]) throws(RecorderError) {
    self.id = id
    try batch.appendCells(stored.span, of: id)
  }

  var cells: ArraySlice<Cell> { batch.cells[...] }

  /// The content of a cell, which is empty if it is missing or beyond the columns of the import.
  func content(_ position: Int?, of origin: CorrectedImport) -> ArraySlice<UInt8> {
    guard let position, position < min(origin.width, cells.count) else { return [] }
    return batch.bytes[cells[cells.startIndex + position].range]
  }

  /// The cells of a malformed record beyond its columns, as an export shows them.
  func rest(of origin: CorrectedImport) -> [UInt8] { batch.rest(cells.dropFirst(origin.width)) }

  /// Whether the bytes of a malformed record have more than its cells, their delimiters and quotes,
  /// because the record could not be split completely.
  func isPart(of raw: [UInt8]) -> Bool {
    let bytes = cells.reduce(0) { count, cell in
      count + 3 + cell.range.count
        + cell.range.count { batch.bytes[$0] == UInt8(ascii: "\"") }
    }
    return raw.count > bytes
  }

  /// Appends the cells with changes as a JSON array, in the format of stored submissions. A
  /// malformed record loses the cells beyond its import's columns. A JSON number or array
  /// stays one if the new text is one too.
  ///
  /// - Parameters:
  ///   - changes: The new texts by position.
  ///   - lists: The positions at which a JSON array is a list, whatever the cell was.
  ///   - originalWidth: The number of columns of the submission's import.
  ///   - width: The number of columns of the correction.
  func append(
    changing changes: [Int: [UInt8]], lists: Set<Int>, originalWidth: Int, width: Int,
    to json: inout [UInt8]
  ) {
    json.append(UInt8(ascii: "["))
    for position in 0..<width {
      if position > 0 { json.append(UInt8(ascii: ",")) }
      let known =
        position < min(originalWidth, cells.count) ? cells[cells.startIndex + position] : .missing
      if let value = changes[position] {
        let kind = lists.contains(position) ? .array : known.kind
        let isKept = [.number, .array].contains(kind) && value.span.isJSON(kind)
        json.appendCellJSON(value.span, isKept ? kind : .string)
      } else {
        json.appendCellJSON(batch.content(of: known), known.kind)
      }
    }
    json.append(UInt8(ascii: "]"))
  }
}

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
    let value = SpreadsheetText.undefused(after) ?? after
    if value.withLineFeeds == shown.withLineFeeds { return }
    let text = String(decoding: after, as: UTF8.self)
    // JSON shows undecodable bytes as replacement characters.
    if text.contains("\u{FFFD}"), text == String(decoding: before, as: UTF8.self) { return }
    if let encoding,
      encoding.approximation(of: String(decoding: shown, as: UTF8.self)) == text
    {
      return
    }
    if text.isMask || isMasked && text.looksLikeMask {
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

  /// Whether the text is a wrongly decoded mask, such as `???` or `â€¢â€¢â€¢`: three repetitions
  /// without ASCII letters or digits.
  fileprivate var looksLikeMask: Bool {
    let scalars = Array(unicodeScalars)
    let unit = scalars.count / 3
    guard unit > 0, unit <= 4, unit * 3 == scalars.count else { return false }
    return scalars[..<unit] == scalars[unit..<unit * 2]
      && scalars[..<unit] == scalars[(unit * 2)...]
      && !scalars.contains { $0.isASCII && $0.properties.isAlphabetic || $0.isASCIIDigit }
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
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
