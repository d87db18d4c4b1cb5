import FormInput

/// Reads the rejected records of a file in an external run, as if they were a separate file.
struct ExternalRunReader: RecordReader, ~Copyable {
  let header: [String]
  let detected = DetectedProperties()

  private var lines: ExternalRunLines
  /// The external run's errors for the records that were read last, if they are compared.
  private let reported: ExternalRunErrors?

  init(_ file: ExternalRunManifest.File, folder: String, _ reported: ExternalRunErrors? = nil) {
    header = file.columns
    lines = ExternalRunLines(file, folder: folder)
    self.reported = reported
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    reported?.records.removeAll(keepingCapacity: true)
    while batch.records.count < maximumRecords, batch.bytes.count < 1 << 18,
      let record = try lines.next()
    {
      switch record.content {
      case .cells(let cells):
        do throws(RecordFault) {
          try StoredCells.append(cells.span, line: record.line, to: &batch)
        } catch {
          throw ExternalRunLines.noRecord
        }
      case .malformed(let raw, let fault):
        StoredCells.append(malformed: raw, fault, line: record.line, to: &batch)
      }
      reported?.records.append(record)
    }
    return !batch.isEmpty
  }
}

/// The external run's errors for records. Safe to share because a single thread both reads and
/// compares.
final class ExternalRunErrors: @unchecked Sendable {
  var records: [ExternalRunRecord] = []
}
