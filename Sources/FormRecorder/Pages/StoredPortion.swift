import FormInput
import FormStore

/// Stored submissions, read and taken apart, ready to be judged.
struct StoredPortion: ReadAheadPage {
  var rows = StoredRows()
  /// The records of those that can be judged, and their ids.
  var records = RecordBatch()
  var judgedIDs: [Int64] = []
  /// What the reader said of the others when they came in.
  var faults: [Int64: (code: String, arguments: String?)] = [:]
  /// Which of the ranges that are read it is of, and whether it ends that.
  var range = 0
  /// What the run of the only segment that it is of said, if that was read with it.
  var errors: [StoredError]?
  var endsRange = false

  /// Reads its rows, where only some verdicts are wanted.
  private var page = JudgedPage()

  /// Reads the next submissions of a range; false when there are none.
  ///
  /// - Parameter rest: what is left of the range; nil when nothing is.
  mutating func read(
    _ rest: inout ClosedRange<Int64>?, from store: Store
  ) throws(RecorderError) -> Bool {
    rows.removeAll()
    if let ids = rest {
      try explaining {
        try store.readSubmissions(ids, limit: 1_000, maximumBytes: 1 << 20, into: &rows)
      }
      rest = rows.ids.last.flatMap { $0 < ids.upperBound ? $0 + 1...ids.upperBound : nil }
    }
    return try takeApart(store)
  }

  /// Reads the next submissions with some verdict; false when there are none.
  mutating func read(
    _ pages: inout JudgedPages, from store: Store
  ) throws(RecorderError) -> Bool {
    swap(&rows, &page.rows)
    _ = try explaining { try pages.read(store, into: &page) }
    swap(&rows, &page.rows)
    errors = page.errors
    return try takeApart(store)
  }

  /// The bytes that it holds.
  var weight: Int { rows.text.count + records.bytes.count }

  /// Empties it; what long records took of memory is free then.
  mutating func removeAll() {
    rows.removeAll()
    records.removeAll()
    judgedIDs.removeAll(keepingCapacity: true)
    faults = [:]
    errors = nil
  }

  private mutating func takeApart(_ store: Store) throws(RecorderError) -> Bool {
    records.removeAll()
    judgedIDs.removeAll(keepingCapacity: true)
    guard let first = rows.ids.first, let last = rows.ids.last else { return false }
    faults = try explaining { try store.readerFaults(first...last) }
    for row in 0..<rows.count where faults.isEmpty || faults[rows.ids[row]] == nil {
      try records.append(row, of: rows)
      judgedIDs.append(rows.ids[row])
    }
    return true
  }
}

extension ReadAhead<StoredPortion> {
  /// - Parameters:
  ///   - ranges: read one after the other; a portion never goes over the end of one.
  ///   - rejected: when given, only submissions that stand rejected in these segments are read.
  convenience init(
    _ path: String, _ ranges: [ReplayRange], onlyRejected rejected: [VerdictSegment]?
  ) {
    self.init(path) { store, queue in
      for (index, range) in ranges.enumerated() {
        var rest: ClosedRange? = range.ids
        var pages = rejected.map { JudgedPages($0.parts(in: range.ids), .rejected) }
        while var portion = queue.take() {
          let hasRead =
            if pages != nil {
              try portion.read(&pages!, from: store)
            } else {
              try portion.read(&rest, from: store)
            }
          guard hasRead else {
            queue.giveBack(portion)
            break
          }
          portion.range = index
          portion.endsRange = rejected == nil && rest == nil
          guard queue.put(portion) else { return }
        }
      }
    }
  }
}
