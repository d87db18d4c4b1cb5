import FormBytes
import FormCSV
import FormRules
import FormStore

/// The cells of a submission with those that a correction changed, and what was changed.
struct MendedCells {
  /// A JSON array, as submissions store their cells.
  private(set) var json: [UInt8] = []
  /// The changed cells: column of the file, before, after.
  private(set) var changes: [(column: Int, before: [UInt8], after: [UInt8])] = []

  /// - Parameters:
  ///   - id: the submission that the record names.
  ///   - stored: its cells.
  ///   - columns: for each column of the file that of the submission; those beyond are new, and of nil
  ///     nothing is taken.
  ///   - masked: the columns of the submission that exports mask.
  ///   - own: how many columns the submission's import has.
  ///   - width: how many columns the correction has.
  init(
    _ id: Int64, _ stored: [UInt8], _ file: CorrectionFile, _ row: CorrectionFile.Row,
    columns: [Int?], masked: Set<Int>, own: Int, width: Int
  ) throws(RecorderError) {
    var before = RecordBatch()
    do {
      try StoredCells.append(stored.span, to: &before)
    } catch {
      throw .damagedCells(of: id)
    }
    var after: [Int: [UInt8]] = [:]
    for (column, place) in columns.enumerated() {
      guard let place, let text = file.cell(row, column) else { continue }
      // What a malformed record has beyond its import's columns is in none of the file's.
      let known = place < min(own, before.cells.count) ? before.cells[place] : .missing
      let content = Array(before.bytes[Int(known.start)..<Int(known.end)])
      guard let value = Self.changed(content, to: text, isMasked: masked.contains(place))
      else { continue }
      after[place] = value
      changes.append((column, content, value))
    }
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

  /// The new text of a cell; nil when it was left alone. A mask means what it hides, the apostrophe
  /// in front of a formula and the escapes of undecodable bytes are the export's, and a spreadsheet may write
  /// line ends otherwise.
  private static func changed(
    _ before: [UInt8], to after: [UInt8], isMasked: Bool
  ) -> [UInt8]? {
    if after == before { return nil }
    let text = String(decoding: after, as: UTF8.self)
    let isMask =
      text == ShownColumns.mask || text == ShownColumns.plainMask
      || isMasked && text.looksLikeMask
    if isMask, !before.isEmpty { return nil }
    var value = after
    if value.first == UInt8(ascii: "'"), SpreadsheetText.isFormula(value.span.extracting(1...)) {
      value.removeFirst()
    }
    let shown = SpreadsheetText.escaped(before.span) ?? before
    return value.withoutCarriageReturns == shown.withoutCarriageReturns ? nil : value
  }
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
  fileprivate var withoutCarriageReturns: [UInt8] { filter { $0 != 0x0D } }
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
