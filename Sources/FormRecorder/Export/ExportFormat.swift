import FormStore

/// How submissions are written. Adding a format is a file and a line in `sink`.
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
  /// A SQLite file of plain tables: one a form, and `errors`, `imports` and `runs`, which `docs/store.md`
  /// describes. The judge's readers type the values, which are never defused; all tables show the store as
  /// it was when the export began. Needs a file.
  case sqlite

  func sink(
    _ source: ExportSource, _ segments: [VerdictSegment], _ layouts: ExportLayouts,
    to output: ExportOutput
  ) throws -> any ExportSink {
    let columns = layouts.all.map(\.columns)
    let exporter: any SubmissionExporter
    switch (self, output) {
    case (.sqlite, .file(let file)): return try TableSink(source, segments, layouts, file)
    case (.xlsx, .file(let file)):
      try source.requireOneForm(segments)
      exporter = try WorkbookExporter(columns, source.style(segments), file)
    case (.sqlite, .stream), (.xlsx, .stream):
      throw RecorderError(.usage, "\(rawValue) can only be written to a file")
    case (.csv, _):
      try source.requireOneForm(segments)
      exporter = CSVExporter(columns, try source.style(segments))
    case (.ndjson, _): exporter = NDJSONExporter()
    case (.json, _): exporter = JSONExporter()
    }
    return try RecordSink(source, segments, layouts, exporter, output)
  }
}
