package import FormBytes
package import FormInput
import FormRules
import FormStore

/// The columns of an exported file: the columns of its imports, then the columns that the export
/// adds.
///
/// Imports with different columns can share a file: it has the columns of all of them, in the order
/// of first appearance. Columns that fill the same field of the latest version of the form become
/// one column; other columns are identified by their headers. If an imported file is itself an
/// export, the columns that the earlier export added are omitted, unless this export is raw.
struct ExportColumns {
  private(set) var headers: [String] = []
  /// For each layout and column of the file, the index of the import's column, or nil.
  private(set) var columns: [[Int?]] = []
  /// The number of columns of each layout.
  let widths: [Int]

  init(_ layouts: [DisplayColumns], isRaw: Bool) {
    widths = layouts.map(\.columns.count)
    let resolutions = layouts.map { layout in
      layout.form.map { HeaderResolution($0.remapped(layout.columns), $0) }
    }
    var positions: [Key: Int] = [:]
    var found: [[Int: Int]] = []
    for layout in layouts {
      var columnAt: [Int: Int] = [:]
      var others: [[UInt8]: Int] = [:]
      let isExport = AddedColumn.identifyExport(
        zip(layout.columns, layout.fields).lazy.filter { $0.1 == nil }.map(\.0.header))
      for (index, column) in layout.columns.enumerated() {
        let field = layout.fields[index]
        if !isRaw, isExport, field == nil, AddedColumn.has(column.header) { continue }
        let name = Array((field ?? column.header).utf8)
        if field == nil { others[name, default: 0] += 1 }
        let key = Key(name: name, occurrence: field == nil ? others[name]! : nil)
        let position = positions[key] ?? headers.count
        if position == headers.count {
          positions[key] = position
          let header =
            field.map { Self.header(ofField: $0, layouts, resolutions) } ?? column.header
          headers.append(isRaw && field == nil ? header : AddedColumn.escaped(header))
        }
        columnAt[position] = index
      }
      found.append(columnAt)
    }
    columns = found.map { columnAt in headers.indices.map { columnAt[$0] } }
  }

  /// The first header that means a field for all imports: one of theirs, the name of the field, or
  /// an explicit header.
  private static func header(
    ofField field: String, _ layouts: [DisplayColumns], _ resolutions: [HeaderResolution?]
  ) -> String {
    let headers = layouts.compactMap { layout in
      layout.fields.firstIndex(of: field).map { layout.columns[$0].header }
    }
    if layouts.count == 1 { return headers[0] }
    func meansField(_ header: String) -> Bool {
      zip(layouts, resolutions).allSatisfy { layout, resolution in
        guard let resolution,
          layout.fields.contains(field) || layout.form?.fieldIndex(field) != nil
        else { return true }
        return switch resolution.meaning(of: header) {
        case .column(let position): layout.fields[position] == field
        case .field(let name): name == field
        case nil: false
        }
      }
    }
    var known: Set<String> = []
    return (headers + [field]).first { known.insert($0).inserted && meansField($0) }
      ?? HeaderResolution.explicitHeaders(ofField: field).first(where: meansField) ?? field
  }

  /// Adds a column that no import has.
  mutating func add(header: String) {
    headers.append(AddedColumn.escaped(header))
    for layout in columns.indices { columns[layout].append(nil) }
  }

  private struct Key: Hashable {
    /// The field or header, as bytes, because Swift strings compare by canonical equivalence.
    var name: [UInt8]
    /// The number of a column without a field among the columns of its import with the same header.
    var occurrence: Int?
  }
}

extension RecordBatch {
  /// Returns cells as CSV, as in the column `_rest`.
  package func rest(_ cells: ArraySlice<Cell>) -> [UInt8] {
    var (writer, text) = (DelimitedWriter(), [UInt8]())
    for cell in cells { writer.append(Array(bytes[cell.range]).span, to: &text) }
    return SpreadsheetText.escaped(text.span) ?? text
  }
}

extension ExportedSubmission {
  /// Returns the cell of the column `_check`, with the characters that an encoding has. Empty for
  /// submissions without errors, which cannot be corrected.
  func text(of checksum: SubmissionChecksum, in encoding: TextEncoding) -> String {
    if errors.isEmpty { return "" }
    let text = checksum.text(id, cells, of: batch.records)
    return encoding.hasEveryCharacter
      ? text : String(text.unicodeScalars.filter { $0.isASCII || encoding.has($0) })
  }

  /// Returns the cells of a malformed record beyond its columns, as CSV.
  func rest(_ columns: ExportColumns, mask: String) -> [UInt8] {
    let cells = cells.dropFirst(columns.widths[batch.layout])
    guard raw != nil, !cells.isEmpty else { return [] }
    return batch.columns.masksMalformed ? Array(mask.utf8) : batch.records.rest(cells)
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
    let chosen = shownErrors.lazy.filter { $0.severity.rejects == rejecting }
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
