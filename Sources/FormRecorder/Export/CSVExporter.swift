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
/// Imports with different columns share a file: its columns are theirs in the order of first
/// appearance. A column that fills a field is the same whatever its header; others are the same by
/// header. What an import does not have stays empty. The columns that an earlier export added are
/// left out, unless every byte is asked for; then the cells that a malformed record has beyond the
/// header's stand behind these.
struct CSVExporter: SubmissionExporter {
  private let ownHeaders: [String]
  private var writer: DelimitedWriter
  private let style: CSVStyle
  private var headers: [String] = []
  /// For each layout and column of the file the column of the import, or nil.
  private var columns: [[Int?]] = []
  /// How many columns each layout has.
  private let widths: [Int]

  init(_ layouts: [ShownColumns], _ style: CSVStyle) {
    self.style = style
    writer = DelimitedWriter(delimiter: style.delimiter)
    ownHeaders = CorrectionFile.ownHeaders.filter { $0 != "_warnings" || style.hasWarnings }
    widths = layouts.map(\.columns.count)
    var places: [ColumnKey: Int] = [:]
    var found: [[Int: Int]] = []
    for layout in layouts {
      var columnAt: [Int: Int] = [:]
      for (index, column) in layout.columns.enumerated() {
        if !style.isRaw, column.field == nil, CorrectionFile.ownHeaders.contains(column.header) {
          continue
        }
        let key = ColumnKey(isField: column.field != nil, name: Array(layout.names[index].utf8))
        let place = places[key] ?? headers.count
        if place == headers.count {
          places[key] = place
          headers.append(column.header)
        }
        columnAt[place] = index
      }
      found.append(columnAt)
    }
    columns = found.map { columnAt in headers.indices.map { columnAt[$0] } }
  }

  private struct ColumnKey: Hashable {
    var isField: Bool
    /// Bytes: Swift takes different texts that look alike as equal.
    var name: [UInt8]
  }

  mutating func begin(_ output: inout [UInt8]) {
    if style.hasByteOrderMark { output += [0xEF, 0xBB, 0xBF] }
    for header in headers + ownHeaders { append(header, to: &output) }
    writer.endRecord(to: &output)
  }

  mutating func append(_ submission: ExportedSubmission, to output: inout [UInt8]) {
    let cells = submission.cells
    for column in columns[submission.layout] {
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
    append(words(submission) { $0.rejects }, to: &output)
    if style.hasWarnings { append(words(submission) { !$0.rejects }, to: &output) }
    if style.isRaw {
      for cell in cells.dropFirst(widths[submission.layout]) {
        writer.append(submission.records.content(of: cell), to: &output)
      }
    }
    writer.endRecord(to: &output)
  }

  private func words(
    _ submission: ExportedSubmission, _ isWanted: (Severity) -> Bool
  ) -> String {
    submission.errors.filter { isWanted($0.severity) }.map { "\($0.rule): \($0.message)" }
      .joined(separator: "; ")
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
