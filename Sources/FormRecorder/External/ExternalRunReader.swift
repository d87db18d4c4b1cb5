import FormInput

/// Reads the rejected records of a file in an external run, as if they were a separate file.
struct ExternalRunReader: RecordReader, ~Copyable {
  let header: [String]
  let detected = DetectedProperties()

  private let paths: [String]
  private var part = 0
  private var lines: LineSource?
  /// The external run's errors for the records that were read last, if they are compared.
  private let reported: ExternalRunErrors?

  init(_ file: ExternalRunManifest.File, folder: String, _ reported: ExternalRunErrors? = nil) {
    header = file.columns
    paths = file.parts.map { folder + "/" + $0.name }
    self.reported = reported
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    reported?.records.removeAll(keepingCapacity: true)
    while batch.records.count < maximumRecords, batch.bytes.count < 1 << 18 {
      guard let line = try nextLine() else { break }
      guard let record = ExternalRunRecord(line) else { throw Self.noRecord }
      switch record.content {
      case .cells(let cells):
        do throws(RecordFault) {
          try StoredCells.append(cells.span, line: record.line, to: &batch)
        } catch {
          throw Self.noRecord
        }
      case .malformed(let raw, let fault):
        StoredCells.append(malformed: raw, fault, line: record.line, to: &batch)
      }
      reported?.records.append(record)
    }
    return !batch.isEmpty
  }

  static let noRecord = ReaderError(
    .content, "contains a line that is not a rejected record with its cells")

  private mutating func nextLine() throws(ReaderError) -> [UInt8]? {
    while true {
      if let line = try lines?.next() { return line }
      guard part < paths.count else { return nil }
      lines = try LineSource(path: paths[part])
      part += 1
    }
  }
}

/// The external run's errors for records. Safe to share because a single thread both reads and
/// compares.
final class ExternalRunErrors: @unchecked Sendable {
  var records: [ExternalRunRecord] = []
}
