import FormInput
import FormStore

/// A batch of submissions that are ready to be written.
struct ExportBatch: ReusableBuffer {
  var submissions = SubmissionBatch()
  /// The cells of the submissions, if records are written.
  var records = RecordBatch()
  /// The bytes of the malformed records, by submission.
  var malformed: [Int64: [UInt8]] = [:]

  /// The approximate size in bytes.
  var weight: Int { submissions.rows.text.count + records.bytes.count }

  mutating func removeAll() {
    submissions.removeAll()
    records.removeAll()
    malformed = [:]
  }

  /// Parses the rows.
  mutating func parse(_ store: Store) throws {
    if submissions.hasMalformed { malformed = try store.malformed(submissions.ids) }
    for row in 0..<submissions.rows.count { try records.append(row, of: submissions.rows) }
  }
}

extension PipelineStage<ExportBatch, RecorderError> {
  /// Reads and parses batches.
  convenience init(_ path: String, _ reader: SubmissionReader) {
    self.init(reading: path) { store, queue in
      var reader = reader
      while var batch = queue.emptyBuffer(), try reader.read(store, into: &batch.submissions) {
        try batch.parse(store)
        guard queue.append(batch) else { return }
      }
    }
  }
}
