/// Requests whose records have the same columns and are judged in one pass.
struct SubmissionPass {
  private(set) var requests: [SubmitRequest]
  private(set) var records: [IntakeRecord]
  /// The positions of the requests among those that were to be stored.
  private(set) var positions: [Int]
  private var bytes: Int

  /// The maximum number of bytes of all records, unless there is only one.
  private static let maximumBytes = 512 << 10
  /// The maximum number of cells, below the number at which a batch of records is full.
  private static let maximumCells = 1 << 15

  init(_ request: SubmitRequest, _ record: IntakeRecord, at position: Int) {
    (requests, records, positions) = ([request], [record], [position])
    bytes = record.byteCount
  }

  /// Adds a request. Returns false if the pass is full.
  ///
  /// - Parameter record: A record with the same columns.
  mutating func add(_ request: SubmitRequest, _ record: IntakeRecord, at position: Int) -> Bool {
    let bytes = bytes + record.byteCount
    guard bytes <= Self.maximumBytes,
      (records.count + 1) * record.columnCount <= Self.maximumCells
    else { return false }
    requests.append(request)
    records.append(record)
    positions.append(position)
    self.bytes = bytes
    return true
  }
}
