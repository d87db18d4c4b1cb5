import FormInput
import FormStore

/// Reads corrected records, which are JSON arrays in the order of the columns.
struct CorrectedRecordReader: RecordReader, ~Copyable {
  let header: [String]
  let detected: DetectedProperties
  private let records: StoredRows
  private var next = 0

  init(_ header: [String], _ records: StoredRows) {
    self.header = header
    self.records = records
    // Like a file of JSON keys, it may lack columns. Missing ones are errors of the records.
    var detected = DetectedProperties()
    detected.format = .ndjson
    self.detected = detected
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    let end = min(records.count, next + min(maximumRecords, 1_000))
    guard next < end else { return false }
    for record in next..<end {
      let line = Int(records.lines[record])
      do {
        try StoredCells.append(
          records.text.span.extracting(records.range(record)), line: line, to: &batch)
      } catch {
        throw ReaderError(.syntax, line: line, "a corrected record could not be created")
      }
      // An unchanged cell may be the cause of the malformed record.
      batch.requireUTF8(ofLastRecordAt: line)
    }
    next = end
    return true
  }
}
