import FormBytes
import FormInput
import FormRules

/// Writes a workbook (ECMA-376) with one sheet, row by row. Memory use depends only on the number
/// of comments, not on that of rows.
final class WorkbookFile {
  /// The style of a cell.
  enum Style: Int { case text = 1, header, failed, warned }

  /// The maximum length of a cell in UTF-16 units, and the maximum number of rows in a sheet.
  static let maximumText = SpreadsheetText.maximumCell
  static let maximumRows = 1_048_576
  static let maximumColumns = 16_384

  private let name: String
  private let sheet: String
  private var archive: ZipWriter
  /// XML of the sheet that has not been written to the archive yet.
  private var xml: [UInt8] = []
  private var row = -1
  private var comments = WorkbookComments()

  /// - Parameters:
  ///   - sheet: The name of the sheet.
  ///   - name: The name of the workbook in errors.
  ///   - write: Called with the bytes of the workbook, in order.
  init(
    sheet: String, named name: String, _ write: @escaping ([UInt8]) throws -> Void
  ) throws(RecorderError) {
    self.name = name
    self.sheet = sheet
    archive = ZipWriter(write)
    try archiving {
      try self.archive.append("_rels/.rels", WorkbookParts.packageRelations)
      try self.archive.append("xl/styles.xml", WorkbookParts.styles)
      try self.archive.begin(WorkbookParts.sheetPath)
    }
    xml += WorkbookParts.sheetBeginning.utf8
  }

  /// Writes a text cell. Cells must be written row by row, from left to right.
  func write(
    _ text: String, row: Int, column: Int, _ style: Style
  ) throws(RecorderError) {
    try begin(row, column)
    if text.isEmpty {
      xml += "\" s=\"\(style.rawValue)\"/>".utf8
      return
    }
    // Otherwise readers remove leading and trailing blanks.
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
    // XML cannot represent controls, and comments have no escapes.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { String($0).escapedForTerminal }.joined(separator: "\n")
    comments.append(shown, row: row, column: column)
  }

  /// Writes the rest of the sheet and the other parts.
  func close(lastRow: Int, lastColumn: Int) throws(RecorderError) {
    if row >= 0 { xml += "</row>".utf8 }
    let column = WorkbookParts.column(lastColumn)
    let hasComments = !comments.isEmpty
    xml += "</sheetData><autoFilter ref=\"A1:\(column)\(lastRow + 1)\"/>".utf8
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
        WorkbookParts.workbook(sheet: self.sheet, filter: "$A$1:$\(column)$\(lastRow + 1)"))
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

  private func archiving(_ body: () throws -> Void) throws(RecorderError) {
    do {
      try body()
    } catch is ZipWriter.TooLarge {
      throw RecorderError(
        .refused, "\(name): a workbook has at most 4 GiB; select fewer submissions or write CSV")
    } catch {
      throw RecorderError(error)
    }
  }
}

extension String {
  /// The text with characters that XML cannot represent, and text that looks like the escape of a
  /// character, escaped (ECMA-376 part 1, 22.9.2.19).
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
  /// Whether the scalar is a control, one of the two noncharacters that XML 1.0 excludes, or a
  /// carriage return, which XML reads as a line feed.
  fileprivate var isOutsideXML: Bool {
    value < 0x20 && value != 0x09 && value != 0x0A || value == 0xFFFE || value == 0xFFFF
  }
}

extension FileTable {
  /// Writes the table as a workbook with one sheet.
  func writeWorkbook(sheet: String, to output: OutputFile) throws(RecorderError) {
    let file = try WorkbookFile(sheet: sheet, named: output.path, output.write)
    for (index, row) in ([header] + rows.map(\.cells)).enumerated() {
      for (column, text) in row.enumerated() where !text.isEmpty {
        try file.write(text, row: index, column: column, index == 0 ? .header : .text)
      }
    }
    try file.close(lastRow: max(1, rows.count), lastColumn: header.count - 1)
  }
}
