import FormCSV
import FormDefinitions
import FormRules
import Foundation

/// Rule sheets as files: CSV, or a sheet of a workbook.
enum RuleSheetFile {
  /// The definitions of a sheet, as YAML.
  static func yaml(_ path: String) throws(RecorderError) -> String {
    do {
      let file = WholeFile(path, ReaderOptions())
      if file.header.isEmpty, let error = file.error { throw error }
      let header = file.header.map { $0.lowercased() }
      guard header.contains("what") else {
        throw RecorderError(
          .failed,
          "\(path): is no rule sheet; its columns are \(RuleSheet.columns.joined(separator: ", "))")
      }
      if let unknown = header.first(where: { !$0.isEmpty && !RuleSheet.columns.contains($0) }) {
        throw RecorderError(
          .failed,
          "\(path): "
            + DefinitionError.unknown("column", unknown, known: RuleSheet.columns, at: .none)
            .message)
      }
      var rows: [(line: Int, cells: [String: String])] = []
      for batch in file.batches {
        for record in batch.records {
          if let fault = batch.fault(of: record) {
            let words = Localization.english.words(
              ofReader: fault.code.rawValue, fault.messageArguments)
            throw RecorderError(.failed, "\(path):\(fault.line): \(words)")
          }
          let texts = batch.cells(of: record).map(batch.text)
          rows.append(
            (record.line, Dictionary(zip(header, texts), uniquingKeysWith: { a, _ in a })))
        }
      }
      if let error = file.error { throw error }
      return try RuleSheet.yaml(rows, columns: header, file: path)
    } catch let error as RecorderError {
      throw error
    } catch {
      throw error is ReaderError ? RecorderError(error).inFile(path) : RecorderError(error)
    }
  }

  static func csv(_ rows: [[String]]) -> [UInt8] {
    var writer = DelimitedWriter()
    var bytes: [UInt8] = []
    for row in rows {
      for cell in row { writer.append(cell, to: &bytes) }
      writer.endRecord(to: &bytes)
    }
    return bytes
  }

  static func writeWorkbook(_ rows: [[String]], to output: OutputFile) throws(RecorderError) {
    let file = try WorkbookFile(path: output.temporaryPath, name: output.path, sheet: "Rules")
    file.freezeHeader()
    for (index, row) in rows.enumerated() {
      for (column, text) in row.enumerated() where !text.isEmpty {
        try file.write(text, row: index, column: column, index == 0 ? .header : .text)
      }
    }
    try file.close(lastRow: max(1, rows.count - 1), lastColumn: RuleSheet.columns.count - 1)
  }
}
