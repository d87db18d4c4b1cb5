import FormBytes
import FormInput
import FormRules
import FormStore

/// Writes submissions record by record: as CSV, JSON or a workbook.
struct RecordSink: ExportSink {
  private let input: ExportInput
  private let segments: [VerdictSegment]
  private let layouts: ExportLayouts
  private var exporter: any SubmissionExporter
  private let write: ([UInt8]) throws -> Void
  private var output: [UInt8] = []

  init(
    _ input: ExportInput, _ segments: [VerdictSegment], layouts: ExportLayouts,
    exporter: any SubmissionExporter, output: ExportOutput
  ) throws {
    self.input = input
    self.segments = segments
    self.layouts = layouts
    self.exporter = exporter
    write = output.write
    try self.exporter.begin(&self.output)
  }

  var maskedFields: [String] {
    layouts.all.flatMap { zip($0.columns.names, $0.columns.isMasked).filter(\.1).map(\.0) }
  }

  mutating func append(_ batch: ExportBatch) throws {
    try batch.forEachSubmission(of: input, segments, layouts: layouts) {
      try exporter.append($0, to: &output)
    }
    if output.count >= 1 << 16 {
      try write(output)
      output.removeAll(keepingCapacity: true)
    }
  }

  mutating func finish() throws {
    try exporter.end(&output)
    try write(output)
  }
}

/// Writes submissions in one format.
protocol SubmissionExporter {
  /// Appends the text before the first submission.
  mutating func begin(_ output: inout [UInt8]) throws
  /// Appends a submission.
  mutating func append(_ submission: ExportedSubmission, to output: inout [UInt8]) throws
  /// Appends the text after the last submission.
  mutating func end(_ output: inout [UInt8]) throws
}
