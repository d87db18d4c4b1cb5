import FormBytes
import FormInput
import FormRules
import FormStore

/// The cells of a submission with those that a correction changed, and what was changed.
struct MendedCells {
  /// A JSON array, as submissions store their cells.
  private(set) var json: [UInt8] = []
  /// For each column of the file the cell as it went out, but for masks and apostrophes in front of formulas.
  private(set) var before: [[UInt8]] = []
  /// The columns of the file that were changed, with what they became.
  private(set) var changes: [Int: [UInt8]] = [:]
  /// The columns with a mask that hides nothing, or stands among other text.
  private(set) var wrongMasks: [Int] = []
  /// Those of them where the cell went out empty.
  private(set) var movedMasks: [Int] = []
  /// The columns where an escape was left in what was changed.
  private(set) var leftEscapes: [Int] = []
  /// Whether nothing of the submission is left.
  private(set) var isEmptied = false

  /// - Parameters:
  ///   - id: the submission that the record names.
  ///   - stored: its cells.
  ///   - origin: the import that it came with.
  init(
    _ id: Int64, _ stored: [UInt8], _ file: CorrectionFile, _ row: CorrectionFile.Row,
    of origin: CorrectedImport
  ) throws(RecorderError) {
    var batch = RecordBatch()
    do {
      try StoredCells.append(stored.span, to: &batch)
    } catch {
      throw .damagedCells(of: id)
    }
    let cells = batch.cells
    var after: [Int: [UInt8]] = [:]
    var hasText = false
    for (column, place) in origin.places.enumerated() {
      // What a malformed record has beyond its import's columns is in none of the file's.
      let known = place.map { $0 < min(origin.width, cells.count) ? cells[$0] : .missing }
      let content = known.map { Array(batch.bytes[$0.range]) } ?? []
      before.append(SpreadsheetText.escaped(content.span) ?? content)
      guard let place, let text = file.cell(row, column) else { continue }
      hasText = hasText || !text.isEmpty && !String(decoding: text, as: UTF8.self).isMask
      note(ReturnedCell(content, text, isMasked: origin.masked.contains(place)), column)
      if let value = changes[column] { after[place] = value }
    }
    isEmptied = !changes.isEmpty && !hasText
    appendJSON(batch, after, own: origin.width, width: origin.width(of: row, in: file))
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
    _ before: RecordBatch, _ after: [Int: [UInt8]], own: Int, width: Int
  ) {
    json.append(UInt8(ascii: "["))
    for place in 0..<max(width, before.cells.count) {
      // Cells that a malformed record has beyond its header's columns are dropped when it is mended.
      if place >= width, !changes.isEmpty { break }
      if place > 0 { json.append(UInt8(ascii: ",")) }
      let known = place < min(own, before.cells.count) ? before.cells[place] : .missing
      if let value = after[place] {
        let isNumber = known.kind == .number && JSON.isNumber(value)
        json.appendCellJSON(value.span, isNumber ? .number : .string)
      } else {
        json.appendCellJSON(before.content(of: known), known.kind)
      }
    }
    json.append(UInt8(ascii: "]"))
  }
}

/// A cell of a file of corrections, compared with the stored one.
enum ReturnedCell: Equatable {
  /// It was left alone. A mask means what it hides, the apostrophe in front of a formula and the escapes of
  /// undecodable bytes are the export's, and a spreadsheet may write line ends otherwise.
  case unchanged
  /// The new text.
  case changed([UInt8])
  /// A mask with other text, or one that hides nothing because the cell went out empty.
  case wrongMask(isMoved: Bool)
  /// An escape that the export wrote stands among what was changed.
  case leftEscape

  /// - Parameters:
  ///   - before: the stored cell.
  ///   - after: the text that came back.
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
  fileprivate var isMask: Bool { self == ShownColumns.mask || self == ShownColumns.plainMask }

  /// Whether a mask stands somewhere in it; in a masked column also that of narrow encodings, and what
  /// wrong ones make of it.
  fileprivate func containsMask(_ isMasked: Bool) -> Bool {
    contains(ShownColumns.mask) || isMasked && Self.otherMasks.contains { contains($0) }
  }

  private static let otherMasks =
    [ShownColumns.plainMask]
    + [SingleByteEncoding.windows1252, .macRoman].map { $0.decode(ShownColumns.mask.utf8) }
}

extension String {
  /// Whether it is what becomes of a mask in a program that takes it for another encoding, such as `???`
  /// or `â€¢â€¢â€¢`: the same thrice, without a letter or digit of ASCII.
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
  /// Whether two texts differ in their line ends at most: CR LF, LF and CR are one, and a program may drop
  /// a CR.
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

extension JSON {
  /// Whether a text is a number as JSON writes them (RFC 8259, section 6).
  fileprivate static func isNumber(_ text: [UInt8]) -> Bool {
    var batch = RecordBatch()
    let array = [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
    guard (try? StoredCells.append(array.span, to: &batch)) != nil else { return false }
    return batch.cells.count == 1 && batch.cells[0].kind == .number
      && batch.cells[0].count == text.count
  }
}
