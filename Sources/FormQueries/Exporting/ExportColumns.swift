import FormBytes
import FormInput
import FormRules
import FormStore

/// The columns of an exported file: those of its imports, then those that the export adds.
///
/// Imports with different columns can share a file: it has the columns of all of them, in the order
/// of first appearance. Columns that fill the same field become one column, regardless of their
/// headers; other columns are identified by their headers. Columns that an earlier export added are
/// omitted, unless the export is raw.
struct ExportColumns {
  private(set) var headers: [String] = []
  /// For each layout and column of the file, the index of the import's column, or nil.
  private(set) var columns: [[Int?]] = []
  /// The number of columns of each layout.
  let widths: [Int]

  init(_ layouts: [DisplayColumns], isRaw: Bool) {
    widths = layouts.map(\.columns.count)
    var positions: [Key: Int] = [:]
    var found: [[Int: Int]] = []
    for layout in layouts {
      var columnAt: [Int: Int] = [:]
      for (index, column) in layout.columns.enumerated() {
        if !isRaw, column.field == nil, AddedColumn.has(column.header) {
          continue
        }
        let key = Key(isField: column.field != nil, name: Array(layout.names[index].utf8))
        let position = positions[key] ?? headers.count
        if position == headers.count {
          positions[key] = position
          headers.append(
            isRaw && column.field == nil ? column.header : AddedColumn.escaped(column.header))
        }
        columnAt[position] = index
      }
      found.append(columnAt)
    }
    columns = found.map { columnAt in headers.indices.map { columnAt[$0] } }
  }

  /// Adds a column that no import has.
  mutating func add(header: String) {
    headers.append(AddedColumn.escaped(header))
    for layout in columns.indices { columns[layout].append(nil) }
  }

  private struct Key: Hashable {
    var isField: Bool
    /// Stored as bytes, because Swift strings compare by canonical equivalence.
    var name: [UInt8]
  }
}

extension ExportedSubmission {
  /// Returns the cell of the column `_check`, with the characters that an encoding has. Empty for
  /// submissions without errors, which cannot be corrected.
  func text(of check: SubmissionCheck, in encoding: TextEncoding) -> String {
    if errors.isEmpty { return "" }
    let text = check.text(id, cells, of: batch.records)
    return encoding.hasEveryCharacter
      ? text : String(text.unicodeScalars.filter { $0.isASCII || encoding.has($0) })
  }

  /// Returns the cells of a malformed record beyond its columns, as CSV.
  func rest(_ columns: ExportColumns, mask: String) -> [UInt8] {
    let cells = cells.dropFirst(columns.widths[batch.layout])
    guard raw != nil, !cells.isEmpty else { return [] }
    if batch.columns.masksMalformed { return Array(mask.utf8) }
    var (writer, text) = (DelimitedWriter(), [UInt8]())
    for cell in cells { writer.append(Array(batch.records.bytes[cell.range]).span, to: &text) }
    return SpreadsheetText.escaped(text.span) ?? text
  }

  /// Returns the text of a malformed record.
  func rawText(mask: String) -> [UInt8] {
    guard let raw, !raw.isEmpty else { return [] }
    if batch.columns.masksMalformed { return Array(mask.utf8) }
    return SpreadsheetText.escaped(raw.span) ?? raw
  }

  /// Returns the messages of its errors, or of its warnings and notes.
  ///
  /// - Parameter isWhole: Whether to return all messages instead of as many as fit in a cell.
  func errorText(rejecting: Bool, isWhole: Bool = false) -> String {
    if errors.isEmpty { return "" }
    let chosen = errors.lazy.filter { $0.severity.rejects == rejecting }
    return ErrorText.joined(
      chosen, separator: "; ", maximum: isWhole ? .max : ErrorText.maximumText)
  }
}

/// Formats errors as the text of a cell or comment.
enum ErrorText {
  /// The maximum length in UTF-16 units. Spreadsheets allow 32,767 units in a cell and split longer
  /// cells of a CSV file.
  static let maximumText = 32_000

  /// Returns the messages of errors up to a length, followed by the number of omitted errors in
  /// parentheses.
  static func joined(
    _ errors: some Sequence<ReportedError>, separator: String, maximum: Int
  ) -> String {
    var text = ""
    var (length, leftOut) = (0, 0)
    for error in errors {
      let message = "\(error.rule): \(error.message)"
      length += message.utf16.count + separator.utf16.count
      // Once an error does not fit, the remaining ones are only counted.
      if leftOut > 0 || length > maximum {
        leftOut += 1
      } else {
        if !text.isEmpty { text += separator }
        text += message
      }
    }
    return leftOut == 0 ? text : text + (text.isEmpty ? "" : separator) + "… (+\(leftOut))"
  }
}
