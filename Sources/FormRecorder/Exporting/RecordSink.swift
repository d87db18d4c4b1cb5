import FormBytes
import FormInput
import FormRules
import FormStore

/// Writes submissions record by record: as CSV, JSON or a workbook.
struct RecordSink: ExportSink {
  private let source: ExportSource
  private let segments: [VerdictSegment]
  private let layouts: ExportLayouts
  private var exporter: any SubmissionExporter
  private let write: ([UInt8]) throws -> Void
  private var output: [UInt8] = []

  init(
    _ source: ExportSource, _ segments: [VerdictSegment], layouts: ExportLayouts,
    exporter: any SubmissionExporter, output: ExportOutput
  ) throws {
    self.source = source
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
    let submissions = batch.submissions
    // The imports of a batch have the same columns: `SubmissionReader` ends a batch where the
    // layout changes. Segments may change within a batch.
    guard let first = submissions.segmentOfRow.first else { return }
    let shared = ExportedRecords(
      layout: layouts.layout(segments[first]),
      columns: layouts.columns(segments[first]), records: batch.records)
    var (segment, description) = (segments[first], source.description(segments[first]))
    for row in 0..<submissions.rows.count {
      if row > 0, submissions.segmentOfRow[row] != submissions.segmentOfRow[row - 1] {
        segment = segments[submissions.segmentOfRow[row]]
        description = source.description(segment)
      }
      let id = submissions.rows.ids[row]
      let errors = submissions.errors(row)
      try exporter.append(
        ExportedSubmission(
          batch: shared, index: row, id: id, importID: segment.importID,
          record: segment.firstRecord + Int(id - segment.ids.lowerBound),
          line: submissions.rows.lines[row],
          isRejected: !errors.isEmpty && description.reject(errors),
          errors: errors.isEmpty ? [] : errors.map { description.reported($0) },
          plan: description.plan,
          raw: batch.malformed.isEmpty ? nil : batch.malformed[id]), to: &output)
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
