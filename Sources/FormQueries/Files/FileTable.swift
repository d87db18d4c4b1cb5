import FormBytes
import FormInput

/// A small table of texts that is read from or written to a file as a whole: CSV, or a sheet of a
/// workbook.
package struct FileTable: Sendable {
  /// A row below the header.
  package struct Row: Sendable {
    /// The physical line on which the row begins, from 1.
    package var line: Int
    package var cells: [String]

    package init(line: Int, cells: [String]) { (self.line, self.cells) = (line, cells) }
  }

  /// The first row.
  package var header: [String]
  package var rows: [Row] = []

  /// - Parameter rows: All rows, including the header.
  package init(_ rows: [[String]]) {
    header = rows.first ?? []
    self.rows = rows.dropFirst().enumerated().map { Row(line: $0 + 2, cells: $1) }
  }

  /// The table as CSV.
  package var csv: [UInt8] {
    var writer = DelimitedWriter()
    var bytes: [UInt8] = []
    for row in [header] + rows.map(\.cells) {
      for cell in row { writer.append(cell, to: &bytes) }
      writer.endRecord(to: &bytes)
    }
    return bytes
  }
}
