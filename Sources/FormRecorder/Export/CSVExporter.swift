import FormCSV
import FormRules
import FormStore

/// How a CSV export is written.
struct CSVStyle {
  var delimiter: UInt8
  var hasByteOrderMark: Bool
  /// Every byte as it came.
  var isRaw: Bool
  /// Whether cells that a spreadsheet would run get an apostrophe in front.
  var defuses: Bool
  /// Whether a rule of the submissions warns or informs, so that there is a column for it.
  var hasWarnings: Bool
}

/// Writes submissions as CSV: the original columns in their order, then `_submission`, `_line` and
/// `_errors`, and `_warnings` if a rule warns.
///
/// Which columns these are, `ExportColumns` says. What an import does not have stays empty. When every byte
/// is asked for, the cells that a malformed record has beyond the header's stand behind these.
struct CSVExporter: SubmissionExporter {
  private let ownHeaders: [String]
  private var writer: DelimitedWriter
  private let style: CSVStyle
  private let columns: ExportColumns

  init(_ layouts: [ShownColumns], _ style: CSVStyle) {
    self.style = style
    writer = DelimitedWriter(delimiter: style.delimiter)
    ownHeaders = CorrectionFile.ownHeaders.filter { $0 != "_warnings" || style.hasWarnings }
    columns = ExportColumns(layouts, isRaw: style.isRaw)
  }

  mutating func begin(_ output: inout [UInt8]) {
    if style.hasByteOrderMark { output += [0xEF, 0xBB, 0xBF] }
    for header in columns.headers + ownHeaders { append(header, to: &output) }
    writer.endRecord(to: &output)
  }

  mutating func append(_ submission: ExportedSubmission, to output: inout [UInt8]) {
    let cells = submission.cells
    for column in columns.columns[submission.layout] {
      guard let column, column < cells.count else {
        writer.append("", to: &output)
        continue
      }
      let cell = cells[cells.startIndex + column]
      if submission.masks(column, cell) {
        writer.append(ShownColumns.mask, to: &output)
      } else {
        append(submission.records.content(of: cell), to: &output)
      }
    }
    writer.append(String(submission.id), to: &output)
    writer.append(String(submission.line), to: &output)
    append(submission.words(rejecting: true), to: &output)
    if style.hasWarnings { append(submission.words(rejecting: false), to: &output) }
    if style.isRaw {
      for cell in cells.dropFirst(columns.widths[submission.layout]) {
        writer.append(submission.records.content(of: cell), to: &output)
      }
    }
    writer.endRecord(to: &output)
  }

  func end(_ output: inout [UInt8]) {}

  private mutating func append(_ text: String, to output: inout [UInt8]) {
    append(Array(text.utf8).span, to: &output)
  }

  private mutating func append(_ cell: Span<UInt8>, to output: inout [UInt8]) {
    guard style.defuses, SpreadsheetText.isFormula(cell) else {
      writer.append(cell, to: &output)
      return
    }
    var defused: [UInt8] = [UInt8(ascii: "'")]
    for index in cell.indices { defused.append(cell[index]) }
    writer.append(defused.span, to: &output)
  }
}
