import FormBytes
import FormInput
import FormRules
import FormStore

/// Writes submissions as CSV: the original columns in their order, then `CSVStyle.addedColumns`.
///
/// `ExportColumns` determines the original columns. Cells of columns that an import does not have
/// are empty. With `isRaw`, the cells of a malformed record beyond the header's last column follow
/// at the end.
struct CSVExporter: SubmissionExporter {
  private let addedColumns: [AddedColumn]
  private var writer: DelimitedWriter
  private let style: CSVStyle
  private let columns: ExportColumns

  init(_ layouts: [DisplayColumns], _ style: CSVStyle) {
    self.style = style
    writer = DelimitedWriter(delimiter: style.delimiter)
    addedColumns = style.addedColumns
    columns = ExportColumns(layouts, isRaw: style.isRaw)
  }

  mutating func begin(_ output: inout [UInt8]) throws(RecorderError) {
    if style.hasByteOrderMark { output += [0xEF, 0xBB, 0xBF] }
    for header in columns.headers + addedColumns.map(\.rawValue) {
      append(Array(header.utf8).span, to: &output)
    }
    writer.endRecord(to: &output)
    try encode(&output, from: 0) { "the header" }
  }

  mutating func append(
    _ submission: ExportedSubmission, to output: inout [UInt8]
  ) throws(RecorderError) {
    let start = output.count
    let records = submission.batch.records
    let cells = submission.cells
    let mask = style.encoding.hasEveryCharacter ? DisplayColumns.mask : DisplayColumns.plainMask
    for column in columns.columns[submission.batch.layout] {
      guard let column, column < cells.count else {
        writer.appendEmpty(to: &output)
        continue
      }
      let cell = cells[cells.startIndex + column]
      if submission.masks(column, cell) {
        writer.append(mask, to: &output)
      } else if !style.isRaw, let escaped = submission.escaped(cell) {
        append(escaped.span, to: &output)
      } else {
        append(records.content(of: cell), to: &output)
      }
    }
    for column in addedColumns {
      switch column {
      case .submission: writer.append(decimal: submission.id, to: &output)
      case .line: writer.append(decimal: submission.line, to: &output)
      case .check:
        append(
          style.checksum.map { submission.text(of: $0, in: style.encoding) } ?? "", to: &output)
      case .errors, .warnings:
        append(
          submission.errorText(rejecting: column == .errors, isWhole: style.isRaw), to: &output)
      case .rest: append(submission.rest(columns, mask: mask).span, to: &output)
      case .raw: append(submission.rawText(mask: mask).span, to: &output)
      }
    }
    if style.isRaw {
      for cell in cells.dropFirst(columns.widths[submission.batch.layout]) {
        writer.append(records.content(of: cell), to: &output)
      }
    }
    writer.endRecord(to: &output)
    try encode(&output, from: start) { "submission \(submission.id)" }
  }

  func end(_ output: inout [UInt8]) {}

  private func encode(
    _ output: inout [UInt8], from start: Int, _ location: () -> String
  ) throws(RecorderError) {
    guard style.encoding != .utf8, let scalar = style.encoding.encode(&output, from: start) else {
      return
    }
    throw RecorderError(
      .refused,
      "\(location()) contains a character, U+\(scalar.value.hexadecimal(to: 4, uppercase: true)), "
        + "that \(style.encoding.rawValue) cannot represent", .chooseEncoding("utf-8"))
  }

  /// Appends text of a generated column, which need not survive a round trip unchanged.
  private mutating func append(_ text: String, to output: inout [UInt8]) {
    if text.isEmpty { return writer.appendEmpty(to: &output) }
    append(Array(style.encoding.approximation(of: text).utf8).span, to: &output)
  }

  private mutating func append(_ cell: Span<UInt8>, to output: inout [UInt8]) {
    if style.defusesFormulas, let defused = SpreadsheetText.defused(cell) {
      writer.append(defused.span, to: &output)
    } else {
      writer.append(cell, to: &output)
    }
  }
}
