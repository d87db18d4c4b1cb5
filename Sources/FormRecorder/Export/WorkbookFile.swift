import FormBytes
import FormInput

/// A workbook (ECMA-376) with one sheet that is being written, row by row, in memory that does not grow with
/// the rows; with the comments it does.
final class WorkbookFile {
  /// How a cell looks.
  enum Style: Int { case text = 1, header, failed, warned }

  /// What a cell holds at most, in UTF-16 units; what a sheet has at most.
  static let maximumText = 32_767
  static let maximumRows = 1_048_576
  static let maximumColumns = 16_384

  private let name: String
  private let sheet: String
  private var archive: ZipWriter
  /// XML of the sheet that is not in the archive yet.
  private var xml: [UInt8] = []
  private var row = -1
  private var comments = WorkbookComments()

  /// - Parameter sheet: what the sheet is called.
  init(_ output: OutputFile, sheet: String) throws(RecorderError) {
    name = output.path
    self.sheet = sheet
    archive = ZipWriter(output.write)
    try archiving {
      try self.archive.append("_rels/.rels", WorkbookParts.packageRelations)
      try self.archive.append("xl/styles.xml", WorkbookParts.styles)
      try self.archive.begin(WorkbookParts.sheetPath)
    }
    xml += WorkbookParts.sheetBeginning.utf8
  }

  /// Writes a cell with text. Cells come row by row, from left to right.
  func write(
    _ text: String, row: Int, column: Int, _ style: Style
  ) throws(RecorderError) {
    try begin(row, column)
    if text.isEmpty {
      xml += "\" s=\"\(style.rawValue)\"/>".utf8
      return
    }
    // Blanks at the ends would be lost.
    let edges = [text.utf8.first, text.utf8.last]
    let keepsBlanks = edges.contains { $0.map { $0 <= 0x20 } == true }
    xml += "\" s=\"\(style.rawValue)\" t=\"inlineStr\"><is><t".utf8
    xml += (keepsBlanks ? " xml:space=\"preserve\">" : ">").utf8
    xml.appendXML(text.escapedForSheet)
    xml += "</t></is></c>".utf8
  }

  func write(_ number: Int64, row: Int, column: Int) throws(RecorderError) {
    try begin(row, column)
    xml += "\"><v>\(number)</v></c>".utf8
  }

  func comment(_ text: String, row: Int, column: Int) {
    // XML has no way to write controls, and comments have no escapes.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { String($0).escapedForTerminal }.joined(separator: "\n")
    comments.append(shown, row: row, column: column)
  }

  /// Writes what stands behind the cells.
  func close(lastRow: Int, lastColumn: Int) throws(RecorderError) {
    if row >= 0 { xml += "</row>".utf8 }
    let last = (WorkbookParts.column(lastColumn), lastRow + 1)
    let hasComments = !comments.isEmpty
    xml += "</sheetData><autoFilter ref=\"A1:\(last.0)\(last.1)\"/>".utf8
    if hasComments { xml += "<legacyDrawing r:id=\"rId1\"/>".utf8 }
    xml += "</worksheet>".utf8
    try flush()
    try archiving {
      try self.archive.end()
      if hasComments {
        try self.archive.append(WorkbookParts.sheetRelationsPath, WorkbookParts.sheetRelations)
        try self.comments.write(to: &self.archive)
      }
      try self.archive.append(
        "xl/workbook.xml",
        WorkbookParts.workbook(sheet: self.sheet, filter: "$A$1:$\(last.0)$\(last.1)"))
      try self.archive.append("xl/_rels/workbook.xml.rels", WorkbookParts.workbookRelations)
      try self.archive.append(
        "[Content_Types].xml", WorkbookParts.contentTypes(hasComments: hasComments))
      try self.archive.finish()
    }
  }

  private func begin(_ row: Int, _ column: Int) throws(RecorderError) {
    if row != self.row {
      if xml.count >= 1 << 16 { try flush() }
      if self.row >= 0 { xml += "</row>".utf8 }
      xml += "<row r=\"\(row + 1)\">".utf8
      self.row = row
    }
    xml += "<c r=\"".utf8
    xml += WorkbookParts.column(column).utf8
    xml.append(decimal: Int64(row + 1))
  }

  private func flush() throws(RecorderError) {
    try archiving { try self.archive.append(self.xml) }
    xml.removeAll(keepingCapacity: true)
  }

  private func failure(_ error: any Error) -> RecorderError {
    guard error is ZipWriter.TooLarge else { return RecorderError(error) }
    return RecorderError(
      .failed, "\(name): a workbook has at most 4 GiB; choose fewer submissions, or write CSV")
  }

  private func archiving(_ body: () throws -> Void) throws(RecorderError) {
    do {
      try body()
    } catch {
      throw failure(error)
    }
  }
}

extension String {
  /// What reads like the escape of a character (ECMA-376 part 1, 22.9.2.19), and what XML has no way to
  /// write, is escaped.
  fileprivate var escapedForSheet: String {
    var text = self
    if text.contains("_x") { text = text.replacing(/_(?=x[0-9A-Fa-f]{4}_)/, with: "_x005F_") }
    guard text.unicodeScalars.contains(where: \.isOutsideXML) else { return text }
    return text.unicodeScalars.map { scalar in
      guard scalar.isOutsideXML else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "_x\(String(repeating: "0", count: 4 - digits.count))\(digits)_"
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether it is a control or one of the two noncharacters that XML 1.0 leaves out, or a carriage return,
  /// which it takes for a line end.
  fileprivate var isOutsideXML: Bool {
    value < 0x20 && value != 0x09 && value != 0x0A || value == 0xFFFE || value == 0xFFFF
  }
}

extension [UInt8] {
  /// Appends the text of an element.
  mutating func appendXML(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): self += "&amp;".utf8
      case UInt8(ascii: "<"): self += "&lt;".utf8
      case UInt8(ascii: ">"): self += "&gt;".utf8
      case .quote: self += "&quot;".utf8
      default: append(byte)
      }
    }
  }
}
