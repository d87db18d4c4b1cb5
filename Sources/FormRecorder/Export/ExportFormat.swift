/// How submissions are written. Adding a format is a file and a line in `exporter`.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// The original columns, then `_submission`, `_line` and `_errors`, and
  /// `_warnings` if a rule warns.
  case csv
  /// One JSON object a line.
  case ndjson
  /// The same objects as an array.
  case json

  func exporter(_ columns: [ShownColumns], _ csv: CSVStyle) -> any SubmissionExporter {
    switch self {
    case .csv: CSVExporter(columns, csv)
    case .ndjson: NDJSONExporter()
    case .json: JSONExporter()
    }
  }
}

/// Writes submissions in one format.
protocol SubmissionExporter {
  /// Appends what stands before the first submission.
  mutating func begin(_ output: inout [UInt8])
  /// Appends a submission.
  mutating func append(_ submission: ExportedSubmission, to output: inout [UInt8])
  /// Appends what stands behind the last one.
  mutating func end(_ output: inout [UInt8])
}
