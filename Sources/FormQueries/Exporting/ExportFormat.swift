import FormInput
import FormStore

/// The format of an export. To add one, see CONTRIBUTING.md.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// The original columns, then `_submission`, `_line` and `_errors`, and
  /// `_warnings` if a rule warns.
  case csv
  /// One JSON object per line.
  case ndjson
  /// The same objects as an array.
  case json
  /// A workbook with the columns of the CSV format, colours and comments.
  case xlsx
  /// An SQLite file of plain tables: one per form, and `errors`, `imports` and `runs`, as described
  /// in `docs/store.md`. Values have the types of their fields and are never defused. All tables
  /// show the state of the store when the export began. Requires a file.
  case sqlite

  /// The properties in which formats differ.
  package struct Properties: Sendable {
    /// The media types that request the format. Responses have the first one.
    package var mediaTypes: [String]
    /// The extensions of file names that choose the format, without the dot.
    package var fileExtensions: [String]
    /// Whether the output is text, which a terminal can show.
    package var isText = true
    /// Whether the format can be written to a stream. Otherwise it requires a file.
    package var isStreamable = true
    /// Whether the format is for people, who open it with a spreadsheet program.
    package var isSpreadsheet = false
    /// Whether the format has a delimiter, an encoding and a byte order mark.
    package var hasCSVOptions = false
    /// Whether all submissions are read in one transaction, so that tables refer to each other.
    package var isSnapshot = false
    /// The submissions that are exported by default.
    package var defaultScope = SubmissionScope.open
  }

  package var properties: Properties {
    switch self {
    case .csv:
      Properties(
        mediaTypes: RecordFormat.csv.properties.mediaTypes,
        fileExtensions: [RecordFormat.csv, .tsv].flatMap(\.properties.fileExtensions) + ["txt"],
        isSpreadsheet: true, hasCSVOptions: true)
    case .ndjson: Properties(.ndjson)
    case .json: Properties(.json)
    case .xlsx:
      Properties(
        mediaTypes: RecordFormat.xlsx.properties.mediaTypes,
        fileExtensions: RecordFormat.xlsx.properties.fileExtensions, isText: false,
        isSpreadsheet: true)
    case .sqlite:
      Properties(
        mediaTypes: ["application/vnd.sqlite3"], fileExtensions: ["sqlite", "sqlite3", "db"],
        isText: false, isStreamable: false, isSnapshot: true, defaultScope: .all)
    }
  }

  /// Returns the format of a file by the extension of its name, which is CSV if there is none; nil
  /// for another extension.
  package static func format(ofFileExtension ending: String) -> Self? {
    if ending.isEmpty { return .csv }
    return allCases.first { $0.properties.fileExtensions.contains(ending) }
  }

  func sink(
    _ input: ExportInput, _ segments: [VerdictSegment], layouts: ExportLayouts,
    to output: ExportOutput
  ) throws -> any ExportSink {
    let columns = layouts.all.map(\.columns)
    let exporter: any SubmissionExporter
    switch (self, output) {
    case (.sqlite, .file(let file)):
      return try TableSink(input, segments, layouts: layouts, output: file)
    case (.sqlite, .stream):
      throw RecorderError(.usage, "\(rawValue) can only be written to a file")
    case (.xlsx, _):
      try input.requireOneForm(segments)
      exporter = try WorkbookExporter(
        columns, input.style(segments),
        judgedUnder: segments.last.flatMap { input.descriptions[$0.planID]?.plan },
        in: input.request.localization, to: output)
    case (.csv, _):
      try input.requireOneForm(segments)
      exporter = CSVExporter(columns, try input.style(segments))
    case (.ndjson, _): exporter = NDJSONExporter()
    case (.json, _): exporter = JSONExporter()
    }
    return try RecordSink(input, segments, layouts: layouts, exporter: exporter, output: output)
  }
}

extension ExportFormat.Properties {
  /// The properties of a text format that is also read.
  fileprivate init(_ format: RecordFormat) {
    self.init(
      mediaTypes: format.properties.mediaTypes, fileExtensions: format.properties.fileExtensions)
  }
}
