import FormStore

/// An export: passes the submissions of an `ExportInput` to a sink, which writes them in one
/// format.
struct ExportPass {
  let input: ExportInput
  private(set) var report = ExportReport()
  private let shouldStop: () -> Bool
  /// Called before anybody can read the output.
  let willRelease: () throws -> Void

  init(
    _ store: Store, _ request: ExportRequest, shouldStop: @escaping () -> Bool,
    willRelease: @escaping () throws -> Void
  ) throws {
    input = try ExportInput(store, request)
    self.shouldStop = shouldStop
    self.willRelease = willRelease
  }

  /// Counts the purged submissions at the end, because some may have been purged since the
  /// beginning.
  mutating func countPurged() throws {
    report.purged = try input.purgedCount()
  }

  /// Writes files. Either all of them get their names or, unless renaming fails, none.
  mutating func write(
    _ files: [(path: String, segments: [VerdictSegment])], replacing: Bool
  ) throws {
    let store = input.store
    for file in files { try OutputFile.check(file.path, replacing: replacing, store) }
    var outputs: [OutputFile] = []
    for file in files {
      let output = try OutputFile(path: file.path, replacing: replacing, protecting: store)
      let before = report.submissions
      try write(file.segments, to: .file(output))
      try output.synchronize()
      outputs.append(output)
      report.files.append(
        ExportedFile(path: file.path, submissions: report.submissions - before))
    }
    try willRelease()
    for output in outputs { try output.publish() }
  }

  /// Writes submissions of some segments.
  mutating func write(_ segments: [VerdictSegment], to output: ExportOutput) throws {
    let layouts = try ExportLayouts(input, segments)
    let format = input.request.format
    var sink = try format.sink(input, segments, layouts: layouts, to: output)
    report.maskedFields = Set(report.maskedFields + sink.maskedFields).sorted()
    var reader = input.reader(segments, layouts: layouts.ofImport)
    // A file of tables is read in one transaction, so nothing is read ahead.
    let ahead =
      format.properties.isSnapshot
      ? nil : PipelineStage<ExportBatch, RecorderError>(input.store, reader)
    var batch = ExportBatch()
    while true {
      if shouldStop() { throw RecorderError(.stopped, "stopped before the end of the export") }
      guard try ahead?.queue.next(&batch) ?? reader.read(input.store, into: &batch.submissions)
      else {
        break
      }
      try sink.append(batch)
      count(batch.submissions, segments, layouts: layouts)
    }
    try input.requireNoRetraction(of: segments)
    try sink.finish()
  }

  private mutating func count(
    _ batch: SubmissionBatch, _ segments: [VerdictSegment], layouts: ExportLayouts
  ) {
    report.submissions += batch.rows.count
    guard batch.hasMalformed else { return }
    report.maskedRecords += (0..<batch.rows.count).count { row in
      batch.isMalformed(row) && layouts.columns(segments[batch.segmentOfRow[row]]).masksMalformed
    }
  }
}

/// The output of a sink.
enum ExportOutput {
  case stream(([UInt8]) throws -> Void)
  case file(OutputFile)

  /// Appends bytes.
  var write: ([UInt8]) throws -> Void {
    switch self {
    case .stream(let write): write
    case .file(let file): file.write
    }
  }

  /// The name in errors.
  var name: String {
    switch self {
    case .stream: "output"
    case .file(let file): file.path
    }
  }
}

/// Writes batches of submissions in one format.
protocol ExportSink {
  /// The names of masked fields and columns.
  var maskedFields: [String] { get }
  /// Writes a batch. All its submissions have the same columns.
  mutating func append(_ batch: ExportBatch) throws
  /// Writes the end of the output.
  mutating func finish() throws
}
