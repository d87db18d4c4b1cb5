package import FormInput
package import FormStore

/// A batch of submissions that are ready to be written.
package struct ExportBatch: ReusableBuffer {
  package var submissions = SubmissionBatch()
  /// The cells of the submissions, if records are written.
  package var records = RecordBatch()
  /// The bytes of the malformed records, by submission.
  package var malformed: [Int64: [UInt8]] = [:]
  /// The failures of the submissions that were waived in the state of the reader.
  package private(set) var waived: Set<DecidedFailure> = []

  package init() {}

  /// The approximate size in bytes.
  package var weight: Int {
    malformed.values.reduce(submissions.rows.text.count + records.bytes.count) { $0 + $1.count }
  }

  package mutating func removeAll() {
    submissions.removeAll()
    records.removeAll()
    malformed = [:]
    waived = []
  }

  /// Reads and parses the next submissions, in one state of the store: a purge deletes their cells,
  /// their bytes and the values in their errors together.
  ///
  /// - Returns: False if there are none.
  package mutating func read(
    _ reader: inout SubmissionReader, from store: Store
  ) throws -> Bool {
    records.removeAll()
    (malformed, waived) = ([:], [])
    return try store.snapshot {
      guard try reader.read(store, into: &submissions) else { return false }
      let ids = submissions.ids
      if submissions.hasMalformed { malformed = try store.malformed(ids) }
      if submissions.hasAnyErrors {
        waived = Set(try store.waivedFailures(ids, asOf: reader.state?.lastDecision ?? .max))
      }
      for row in 0..<submissions.rows.count { try records.append(row, of: submissions.rows) }
      return true
    }
  }
}

extension ExportBatch {
  /// Calls a closure with each submission, once the batch is read.
  package func forEachSubmission(
    of input: ExportInput, _ segments: [VerdictSegment], layouts: ExportLayouts,
    _ body: (ExportedSubmission) throws -> Void
  ) throws {
    // The imports of a batch have the same columns: `SubmissionReader` ends a batch where the
    // layout changes. Segments may change within a batch.
    guard let first = submissions.segmentOfRow.first else { return }
    let shared = ExportedRecords(
      layout: layouts.layout(segments[first]),
      columns: layouts.columns(segments[first]), records: records,
      waived: input.request.scope == .open ? waived : [])
    var (segment, description) = (segments[first], input.description(segments[first]))
    for row in 0..<submissions.rows.count {
      if row > 0, submissions.segmentOfRow[row] != submissions.segmentOfRow[row - 1] {
        segment = segments[submissions.segmentOfRow[row]]
        description = input.description(segment)
      }
      let id = submissions.rows.ids[row]
      let errors = submissions.errors(row)
      try body(
        ExportedSubmission(
          batch: shared, index: row, id: id, importID: segment.importID,
          record: segment.firstRecord + Int(id - segment.ids.lowerBound),
          line: submissions.rows.lines[row],
          isRejected: !errors.isEmpty && description.reject(errors),
          errors: errors.isEmpty ? [] : errors.map { description.reported($0) },
          plan: description.plan,
          raw: malformed.isEmpty ? nil : malformed[id]))
    }
  }
}

extension PipelineStage<ExportBatch, RecorderError> {
  /// Reads and parses batches.
  convenience init(_ store: Store, _ reader: SubmissionReader) {
    self.init(reading: store) { store, queue in
      var reader = reader
      while var batch = queue.emptyBuffer(), try batch.read(&reader, from: store) {
        guard queue.append(batch) else { return }
      }
    }
  }
}
