import FormBytes
import FormInput
import FormRules
import FormStore

/// Writes submissions as a workbook for correction: the columns of a CSV export, all cells as text
/// (which preserves leading zeros), cells with errors in red and cells with only warnings in
/// yellow, with the messages as comments. The workbook can be imported as a correction file.
struct WorkbookExporter: SubmissionExporter {
  /// The maximum number of comments, which are kept in memory. Other messages are only in
  /// `_errors`.
  private static let maximumComments = 20_000
  /// The maximum length of a comment, in UTF-16 units.
  private static let maximumComment = 2_000

  private let file: WorkbookFile
  private let columns: ExportColumns
  private let layouts: [DisplayColumns]
  private let ownHeaders: [String]
  private let check: SubmissionCheck?
  private var row = 0
  private var comments = 0

  init(
    _ layouts: [DisplayColumns], _ style: CSVStyle, _ output: ExportOutput
  ) throws(RecorderError) {
    file = try WorkbookFile(sheet: "Submissions", named: output.name, output.write)
    columns = ExportColumns(layouts, isRaw: style.isRaw)
    self.layouts = layouts
    ownHeaders = style.ownHeaders
    check = style.check
    guard columns.headers.count + ownHeaders.count <= WorkbookFile.maximumColumns else {
      throw RecorderError(
        .refused, "a sheet has at most \(WorkbookFile.maximumColumns) columns; write CSV instead")
    }
  }

  mutating func begin(_ output: inout [UInt8]) throws {
    for (column, header) in (columns.headers + ownHeaders).enumerated() {
      try file.write(header, row: 0, column: column, .header)
    }
  }

  mutating func append(_ submission: ExportedSubmission, to output: inout [UInt8]) throws {
    row += 1
    guard row < WorkbookFile.maximumRows else {
      throw RecorderError(
        .refused,
        "a sheet has at most \(WorkbookFile.maximumRows) rows; select fewer submissions or write CSV"
      )
    }
    let errors = Dictionary(grouping: submission.errors, by: \.field)
    for (position, column) in columns.columns[submission.batch.layout].enumerated() {
      guard let column, column < submission.cells.count else { continue }
      let field = layouts[submission.batch.layout].columns[column].field
      try write(submission, column, at: position, field.flatMap { errors[$0] } ?? [])
    }
    let first = columns.headers.count
    try file.write(submission.id, row: row, column: first)
    try file.write(submission.line, row: row, column: first + 1)
    for (index, header) in ownHeaders.dropFirst(2).enumerated() {
      let text =
        switch header {
        case SubmissionCheck.header: check.map { submission.text(of: $0, in: .utf8) } ?? ""
        case CorrectionFile.restHeader:
          String(
            decoding: submission.rest(columns, mask: DisplayColumns.mask), as: UTF8.self)
        case CorrectionFile.rawHeader:
          String(decoding: submission.rawText(mask: DisplayColumns.mask), as: UTF8.self)
        default: submission.errorText(rejecting: header == "_errors")
        }
      try file.write(
        text.fitsCell ? text : DisplayColumns.mask, row: row, column: first + 2 + index, .text)
    }
  }

  private mutating func write(
    _ submission: ExportedSubmission, _ column: Int, at position: Int, _ errors: [ReportedError]
  ) throws(RecorderError) {
    let cell = submission.cells[submission.cells.startIndex + column]
    let style: WorkbookFile.Style =
      errors.contains { $0.severity.rejects } ? .failed : errors.isEmpty ? .text : .warned
    var hint: String?
    let text =
      submission.escaped(cell).map { String(decoding: $0, as: UTF8.self) }
      ?? submission.batch.records.text(of: cell)
    // On import of a correction, a mask stands for the stored value.
    if submission.masks(column, cell) {
      try file.write(DisplayColumns.mask, row: row, column: position, style)
    } else if !text.fitsCell {
      try file.write(DisplayColumns.mask, row: row, column: position, style)
      hint = "The value does not fit into a cell. Leave the cell unchanged to keep it."
    } else {
      try file.write(text, row: row, column: position, style)
    }
    guard !errors.isEmpty || hint != nil, comments < Self.maximumComments else { return }
    comments += 1
    let reasons = ErrorText.joined(errors, separator: "\n", maximum: Self.maximumComment)
    file.comment(
      [hint, errors.isEmpty ? nil : reasons].compactMap { $0 }.joined(separator: "\n"), row: row,
      column: position)
  }

  mutating func end(_ output: inout [UInt8]) throws {
    try file.close(lastRow: row, lastColumn: columns.headers.count + ownHeaders.count - 1)
  }
}

extension String {
  /// Whether the cell of a workbook can contain the text: it is not too long, and has neither
  /// U+FFFE nor U+FFFF, which XML lacks.
  fileprivate var fitsCell: Bool {
    utf16.count <= WorkbookFile.maximumText
      && !unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF }
  }
}
