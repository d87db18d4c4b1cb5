import FormBytes
import FormInput
import FormRules

/// Writes a workbook (ECMA-376), sheet by sheet and row by row. Memory use depends on the number of
/// comments, but not on the number of rows.
final class WorkbookFile {
  /// The style of a cell. Those after `header` can be edited in a protected sheet.
  enum Style: Int { case text = 1, header, input, open, failed, warned }

  /// The maximum length of a cell in UTF-16 units, and the maximum number of rows in a sheet.
  static let maximumText = SpreadsheetText.maximumCell
  static let maximumRows = 1_048_576
  static let maximumColumns = 16_384

  private let name: String
  private var archive: ZipWriter
  private var sheets: [(sheet: WorkbookSheet, filter: String?)] = []
  private var hasComments: [Bool] = []
  /// XML of the sheet that has not been written to the archive yet.
  private var xml: [UInt8] = []
  private var row = -1
  private var comments = WorkbookComments()

  /// - Parameters:
  ///   - name: The name of the workbook in errors.
  ///   - write: Called with the bytes of the workbook, in order.
  init(named name: String, _ write: @escaping ([UInt8]) throws -> Void) throws(RecorderError) {
    self.name = name
    archive = ZipWriter(write)
    try archiving {
      try self.archive.append("_rels/.rels", WorkbookParts.packageRelations)
      try self.archive.append("xl/styles.xml", WorkbookParts.styles)
    }
  }

  /// Begins a sheet. The preceding one must have ended.
  func begin(_ sheet: WorkbookSheet) throws(RecorderError) {
    sheets.append((sheet, nil))
    row = -1
    try archiving { try self.archive.begin(WorkbookParts.sheetPath(self.sheets.count)) }
    xml += WorkbookParts.sheetBeginning(sheet).utf8
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

  /// Ends a sheet.
  ///
  /// - Parameters:
  ///   - filter: The last row and column of the automatic filter, which begins at the first cell.
  ///   - validations: The validations of its columns.
  func end(
    filter: (row: Int, column: Int)? = nil, _ validations: [CellValidation] = []
  ) throws(RecorderError) {
    let number = sheets.count
    if row >= 0 { xml += "</row>".utf8 }
    xml += "</sheetData>\(sheets[number - 1].sheet.protectionXML)".utf8
    if let filter {
      let column = WorkbookParts.column(filter.column)
      sheets[number - 1].filter = "$A$1:$\(column)$\(filter.row + 1)"
      xml += "<autoFilter ref=\"A1:\(column)\(filter.row + 1)\"/>".utf8
    }
    if !validations.isEmpty {
      xml += "<dataValidations count=\"\(validations.count)\">".utf8
      for validation in validations { validation.write(to: &xml) }
      xml += "</dataValidations>".utf8
    }
    hasComments.append(!comments.isEmpty)
    if !comments.isEmpty { xml += "<legacyDrawing r:id=\"rId1\"/>".utf8 }
    xml += "</worksheet>".utf8
    try flush()
    try archiving {
      try self.archive.end()
      guard !self.comments.isEmpty else { return }
      try self.archive.append(
        WorkbookParts.sheetRelationsPath(number), WorkbookParts.sheetRelations(number))
      try self.comments.write(to: &self.archive, ofSheet: number)
      self.comments = WorkbookComments()
    }
  }

  /// Writes the parts that list the sheets.
  func close() throws(RecorderError) {
    try archiving {
      try self.archive.append("xl/workbook.xml", WorkbookParts.workbook(self.sheets))
      try self.archive.append(
        "xl/_rels/workbook.xml.rels", WorkbookParts.workbookRelations(sheets: self.sheets.count))
      try self.archive.append(
        "[Content_Types].xml", WorkbookParts.contentTypes(hasComments: self.hasComments))
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
  /// Whether the cell of a workbook can contain the text: it is not too long, and has neither
  /// U+FFFE nor U+FFFF, which XML lacks.
  var fitsCell: Bool {
    utf16.count <= WorkbookFile.maximumText
      && !unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF }
  }

  /// The text with characters that XML cannot represent, and text that looks like the escape of a
  /// character, escaped (ECMA-376 part 1, 22.9.2.19).
  fileprivate var escapedForSheet: String {
    var text = self
    if text.contains("_x") { text = text.replacing(/_(?=x[0-9A-Fa-f]{4}_)/, with: "_x005F_") }
    guard text.unicodeScalars.contains(where: \.isOutsideXML) else { return text }
    return text.unicodeScalars.map { scalar in
      guard scalar.isOutsideXML else { return String(scalar) }
      return "_x\(scalar.value.hexadecimal(to: 4, uppercase: true))_"
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
    let file = try WorkbookFile(named: output.path, output.write)
    try file.write(self, WorkbookSheet(sheet))
    try file.close()
  }
}

extension WorkbookFile {
  /// Writes a table as a sheet.
  func write(_ table: FileTable, _ sheet: WorkbookSheet) throws(RecorderError) {
    try begin(sheet)
    for (index, row) in ([table.header] + table.rows.map(\.cells)).enumerated() {
      for (column, text) in row.enumerated() where !text.isEmpty {
        try write(text, row: index, column: column, index == 0 ? .header : .text)
      }
    }
    try end(filter: (max(1, table.rows.count), table.header.count - 1))
  }
}
