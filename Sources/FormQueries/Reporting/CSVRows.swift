import FormInput
package import FormRules

/// Formats rows of a report as CSV. Cells that a spreadsheet would evaluate are prefixed with an
/// apostrophe.
package enum CSVRows {
  /// The header line with the names of the columns.
  package static func header(_ columns: [String]) -> [UInt8] { line(columns) }

  /// The line of a row. Missing members give empty cells.
  package static func line(_ row: [JSON.Member], _ columns: [String]) -> [UInt8] {
    line(columns.map { name in row.first { $0.key == name }.map { cell($0.value) } ?? "" })
  }

  private static func line(_ cells: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = DelimitedWriter()
    for cell in cells {
      let cell = Array(cell.utf8)
      let defused = SpreadsheetText.defused(cell.span) ?? cell
      writer.append(defused.span, to: &bytes)
    }
    writer.endRecord(to: &bytes)
    return bytes
  }

  private static func cell(_ value: JSON) -> String {
    switch value {
    case .null: ""
    case .string(let text), .number(let text): text
    case .array(let items): items.map(cell).joined(separator: " ")
    default: value.text
    }
  }
}
