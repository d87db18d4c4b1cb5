/// How submissions are written. Adding a format is a file and a line in `exporter`.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// The original columns, then `_submission`, `_line` and `_errors`, and
  /// `_warnings` if a rule warns.
  case csv
  /// One JSON object a line.
  case ndjson
  /// The same objects as an array.
  case json
  /// A workbook with the columns of the CSV, colours and comments. Needs a file.
  case xlsx

  /// - Parameter file: what is written, for formats that cannot be streamed.
  func exporter(
    _ columns: [ShownColumns], _ csv: CSVStyle, file: OutputFile?
  ) throws(RecorderError) -> any SubmissionExporter {
    switch self {
    case .xlsx:
      guard let file else {
        throw RecorderError(.usage, "a workbook needs a file: -o FILE.xlsx")
      }
      return try WorkbookExporter(columns, csv, file)
    case .csv: return CSVExporter(columns, csv)
    case .ndjson: return NDJSONExporter()
    case .json: return JSONExporter()
    }
  }
}

/// Writes submissions in one format.
protocol SubmissionExporter {
  /// Appends what stands before the first submission.
  mutating func begin(_ output: inout [UInt8]) throws
  /// Appends a submission.
  mutating func append(_ submission: ExportedSubmission, to output: inout [UInt8]) throws
  /// Appends what stands behind the last one.
  mutating func end(_ output: inout [UInt8]) throws
}
