import FormInput
import FormStore

/// A page of submissions that are ready to be written.
struct ExportPage: ReusableBuffer {
  var judged = JudgedPage()
  /// The cells of the submissions, if records are written.
  var records = RecordBatch()
  /// The bytes of the malformed records, by submission.
  var malformed: [Int64: [UInt8]] = [:]

  /// The approximate size in bytes.
  var weight: Int { judged.rows.text.count + records.bytes.count }

  mutating func removeAll() {
    judged.removeAll()
    records.removeAll()
    malformed = [:]
  }

  /// Parses the rows.
  mutating func parse(_ store: Store) throws {
    if judged.hasMalformed { malformed = try store.malformed(judged.ids) }
    for row in 0..<judged.rows.count { try records.append(row, of: judged.rows) }
  }
}

extension PipelineStage<ExportPage, RecorderError> {
  /// Reads and parses pages.
  convenience init(_ path: String, _ pages: JudgedPages) {
    self.init(reading: path) { store, queue in
      var pages = pages
      while var page = queue.emptyBuffer(), try pages.read(store, into: &page.judged) {
        try page.parse(store)
        guard queue.append(page) else { return }
      }
    }
  }
}
