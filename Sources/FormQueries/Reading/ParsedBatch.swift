package import FormInput
package import FormStore

/// Stored submissions, read and parsed, ready for judging.
package struct ParsedBatch: ReusableBuffer {
  package var rows = StoredRows()
  /// The records of the submissions that can be judged, and their ids.
  package var records = RecordBatch()
  package var judgedIDs: [Int64] = []
  /// The reader's faults of the other records, from their import.
  package var faults: [Int64: StoredFault] = [:]
  /// The index of its range.
  package var range = 0
  /// The errors of the current run, if the batch is in a single segment and they were read with
  /// it.
  package var errors: [StoredError]?
  package var endsRange = false

  /// The batch used for reading if only some verdicts are chosen.
  private var submissions = SubmissionBatch()

  package init() {}

  /// Reads the next submissions of a range. Returns false if there are none.
  ///
  /// - Parameters:
  ///   - rest: The rest of the range; nil if nothing is left.
  ///   - isJudged: Whether a submission is judged.
  package mutating func read(
    _ rest: inout ClosedRange<Int64>?, from store: Store,
    where isJudged: (Int64) -> Bool = { _ in true }
  ) throws(RecorderError) -> Bool {
    rows.removeAll()
    return try mappingErrors {
      if let ids = rest {
        try store.readSubmissions(ids, limit: 1_000, maximumBytes: 1 << 20, into: &rows)
        rest = rows.ids.last.flatMap { $0 < ids.upperBound ? $0 + 1...ids.upperBound : nil }
      }
      return try parse(store, isJudged)
    }
  }

  /// Reads the next submissions with the chosen verdicts. Returns false if there are none.
  package mutating func read(
    _ reader: inout SubmissionReader, from store: Store
  ) throws(RecorderError) -> Bool {
    try mappingErrors {
      swap(&rows, &submissions.rows)
      _ = try reader.read(store, into: &submissions)
      swap(&rows, &submissions.rows)
      errors = submissions.errors
      return try parse(store)
    }
  }

  /// The size of the content in bytes.
  package var weight: Int { rows.text.count + records.bytes.count }

  /// Removes the content, and frees memory that long records needed.
  package mutating func removeAll() {
    rows.removeAll()
    records.removeAll()
    judgedIDs.removeAll(keepingCapacity: true)
    faults = [:]
    errors = nil
  }

  private mutating func parse(
    _ store: Store, _ isJudged: (Int64) -> Bool = { _ in true }
  ) throws -> Bool {
    records.removeAll()
    judgedIDs.removeAll(keepingCapacity: true)
    guard let first = rows.ids.first, let last = rows.ids.last else { return false }
    faults = try store.readerFaults(first...last)
    for row in 0..<rows.count
    where (faults.isEmpty || faults[rows.ids[row]] == nil) && isJudged(rows.ids[row]) {
      try records.append(row, of: rows)
      judgedIDs.append(rows.ids[row])
    }
    return true
  }
}

extension PipelineStage<ParsedBatch, RecorderError> {
  /// - Parameters:
  ///   - ranges: The ranges to read in order; a batch never spans two of them.
  ///   - rejected: The segments whose rejected submissions alone are read; nil for all submissions.
  package convenience init(
    _ store: Store, _ ranges: [ClosedRange<Int64>], onlyRejected rejected: [VerdictSegment]?
  ) {
    self.init(reading: store) { store, queue in
      for (index, range) in ranges.enumerated() {
        var rest: ClosedRange? = range
        var reader = rejected.map { SubmissionReader($0.parts(in: range), .rejected) }
        while var batch = queue.emptyBuffer() {
          let hasRead =
            if reader != nil {
              try batch.read(&reader!, from: store)
            } else {
              try batch.read(&rest, from: store)
            }
          guard hasRead else {
            queue.recycle(batch)
            break
          }
          batch.range = index
          batch.endsRange = rejected == nil && rest == nil
          guard queue.append(batch) else { return }
        }
      }
    }
  }
}
