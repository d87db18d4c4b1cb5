import FormBytes
import FormInput
import FormRules
import FormStore

/// The cells of a submission with the changes of a correction applied, and the changes themselves.
struct CorrectedCells {
  /// The cells as a JSON array, in the format of stored submissions.
  private(set) var json: [UInt8] = []
  /// The exported cell of each column of the file, except that masks and formula escapes are
  /// resolved.
  private(set) var before: [[UInt8]] = []
  /// The changed columns of the file with their new texts.
  private(set) var changes: [Int: [UInt8]] = [:]
  /// The columns with a mask that hides nothing or is combined with other text.
  private(set) var wrongMasks: [Int] = []
  /// Those of `wrongMasks` whose exported cell was empty.
  private(set) var movedMasks: [Int] = []
  /// The columns whose changed text still contains an escape.
  private(set) var leftEscapes: [Int] = []
  /// Whether all cells are empty.
  private(set) var isEmptied = false

  /// - Parameters:
  ///   - id: The submission that the record names.
  ///   - stored: The submission's cells.
  ///   - origin: The submission's import.
  init(
    _ id: Int64, _ stored: [UInt8], _ file: CorrectionFile, _ row: CorrectionFile.Row,
    of origin: CorrectedImport
  ) throws(RecorderError) {
    var batch = RecordBatch()
    try batch.appendCells(stored.span, of: id)
    let cells = batch.cells
    var after: [Int: [UInt8]] = [:]
    var hasText = false
    for (column, position) in origin.positions.enumerated() {
      // Cells of a malformed record beyond its import's columns are not in the file.
      let known = position.map { $0 < min(origin.width, cells.count) ? cells[$0] : .missing }
      let content = known.map { Array(batch.bytes[$0.range]) } ?? []
      before.append(SpreadsheetText.escaped(content.span) ?? content)
      guard let position, let text = file.cell(row, column) else { continue }
      hasText = hasText || !text.isEmpty && !String(decoding: text, as: UTF8.self).isMask
      note(ReturnedCell(content, text, isMasked: origin.masked.contains(position)), column)
      if let value = changes[column] { after[position] = value }
    }
    isEmptied = !changes.isEmpty && !hasText
    appendJSON(batch, after, originalWidth: origin.width, width: origin.width(of: row, in: file))
  }

  private mutating func note(_ cell: ReturnedCell, _ column: Int) {
    switch cell {
    case .unchanged: break
    case .changed(let value): changes[column] = value
    case .wrongMask(let isMoved):
      wrongMasks.append(column)
      if isMoved { movedMasks.append(column) }
    case .leftEscape: leftEscapes.append(column)
    }
  }

  private mutating func appendJSON(
    _ before: RecordBatch, _ after: [Int: [UInt8]], originalWidth: Int, width: Int
  ) {
    json.append(UInt8(ascii: "["))
    for position in 0..<max(width, before.cells.count) {
      // Cells that a malformed record has beyond its header's columns are dropped when it is
      // corrected.
      if position >= width, !changes.isEmpty { break }
      if position > 0 { json.append(UInt8(ascii: ",")) }
      let known =
        position < min(originalWidth, before.cells.count) ? before.cells[position] : .missing
      if let value = after[position] {
        let isNumber = known.kind == .number && value.span.isJSONNumber
        json.appendCellJSON(value.span, isNumber ? .number : .string)
      } else {
        json.appendCellJSON(before.content(of: known), known.kind)
      }
    }
    json.append(UInt8(ascii: "]"))
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
  case wrongMask(isMoved: Bool)
  /// The changed text contains an escape from the export.
  case leftEscape

  /// - Parameters:
  ///   - before: The stored cell.
  ///   - after: The text in the correction file.
  init(_ before: [UInt8], _ after: [UInt8], isMasked: Bool) {
    self = .unchanged
    if after == before { return }
    let shown = SpreadsheetText.escaped(before.span) ?? before
    var value = after
    if value.first == UInt8(ascii: "'"), SpreadsheetText.isFormula(value.span.extracting(1...)) {
      value.removeFirst()
    }
    if value.hasSameLines(as: shown) { return }
    let text = String(decoding: after, as: UTF8.self)
    if text.isMask || isMasked && text.looksLikeMask {
      if before.isEmpty { self = .wrongMask(isMoved: true) }
    } else if text.containsMask(isMasked),
      !String(decoding: before, as: UTF8.self).containsMask(isMasked)
    {
      self = .wrongMask(isMoved: false)
    } else if SpreadsheetText.escapes(in: before.span).contains(where: { value.contains($0) }) {
      self = .leftEscape
    } else {
      self = .changed(value)
    }
  }
}

extension String {
  fileprivate var isMask: Bool { self == DisplayColumns.mask || self == DisplayColumns.plainMask }

  /// Whether the text contains a mask. In a masked column this includes the mask of narrow
  /// encodings and wrongly decoded masks.
  fileprivate func containsMask(_ isMasked: Bool) -> Bool {
    contains(DisplayColumns.mask) || isMasked && Self.otherMasks.contains { contains($0) }
  }

  private static let otherMasks =
    [DisplayColumns.plainMask]
    + [SingleByteEncoding.windows1252, .macRoman].map { $0.decode(DisplayColumns.mask.utf8) }
}

extension String {
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
  /// Whether two texts differ at most in their line endings: CR LF, LF and CR are equal, and a CR
  /// may be missing.
  fileprivate func hasSameLines(as other: [UInt8]) -> Bool {
    guard contains(0x0D) || other.contains(0x0D) else { return self == other }
    return filter { $0 != 0x0D } == other.filter { $0 != 0x0D }
      || withLineFeeds == other.withLineFeeds
  }

  private var withLineFeeds: [UInt8] {
    enumerated().compactMap { index, byte in
      if byte != 0x0D { return byte }
      return index + 1 < count && self[index + 1] == 0x0A ? nil : 0x0A
    }
  }
}
