import FormStore

/// Stored submissions with the verdicts that hold, page by page, in the order of their ids.
///
/// A page goes over the ends of segments: a replay of what was rejected leaves a hundred thousand of
/// them, and a query for each would take longer than all the rest.
struct ExternalRunPages {
  /// The rows read last.
  private(set) var rows = StoredRows()
  /// For each row its segment.
  private(set) var segmentOfRow: [Int] = []
  /// The errors of the run that holds for each row, in order of row and rule.
  private(set) var errors: [StoredError] = []
  /// For each row where its errors end.
  private(set) var errorEnds: [Int] = []

  let segments: [VerdictSegment]
  private let store: Store
  private let isAlike: (VerdictSegment, VerdictSegment) -> Bool
  private var segment = 0
  private var stretch = 0..<0
  private var after: Int64 = 0

  /// - Parameter isAlike: whether submissions of two segments may stand in one page.
  init(
    _ segments: [VerdictSegment], _ store: Store,
    isAlike: @escaping (VerdictSegment, VerdictSegment) -> Bool
  ) {
    self.segments = segments
    self.store = store
    self.isAlike = isAlike
  }

  /// The errors of a row.
  func errors(_ row: Int) -> ArraySlice<StoredError> {
    errors[(row == 0 ? 0 : errorEnds[row - 1])..<errorEnds[row]]
  }

  /// Whether a row has errors; cheaper than to ask for them.
  func hasErrors(_ row: Int) -> Bool { (row == 0 ? 0 : errorEnds[row - 1]) < errorEnds[row] }

  /// Reads the next page; false when there is none.
  mutating func read() throws(StoreError) -> Bool {
    while true {
      if stretch.isEmpty {
        guard stretch.upperBound < segments.count else { return false }
        beginStretch()
      }
      let last = segments[stretch.upperBound - 1].ids.upperBound
      if after < last {
        try store.readSubmissions(
          after + 1...last, limit: 1_000, maximumBytes: 1 << 20, into: &rows)
        if let id = rows.ids.last {
          after = id
          try readErrors()
          return true
        }
      }
      stretch = stretch.upperBound..<stretch.upperBound
    }
  }

  /// Goes on to the next segments that follow one another without a gap.
  private mutating func beginStretch() {
    let first = stretch.upperBound
    var end = first + 1
    while end < segments.count,
      segments[end - 1].ids.upperBound + 1 == segments[end].ids.lowerBound,
      isAlike(segments[first], segments[end])
    {
      end += 1
    }
    stretch = first..<end
    segment = first
    after = segments[first].ids.lowerBound - 1
  }

  private mutating func readErrors() throws(StoreError) {
    segmentOfRow.removeAll(keepingCapacity: true)
    errorEnds.removeAll(keepingCapacity: true)
    var runs: Set<Int64> = []
    for id in rows.ids {
      while segments[segment].ids.upperBound < id { segment += 1 }
      if segmentOfRow.last != segment { runs.insert(segments[segment].run) }
      segmentOfRow.append(segment)
    }
    let ids = rows.ids[0]...after
    var found: [(run: Int64, error: StoredError)] = []
    for run in runs {
      for error in try store.errors(run: run, ids) { found.append((run, error)) }
    }
    if runs.count > 1 {
      found.sort { ($0.error.submission, $0.error.rule) < ($1.error.submission, $1.error.rule) }
    }
    errors.removeAll(keepingCapacity: true)
    var next = 0
    for (row, id) in rows.ids.enumerated() {
      while next < found.count, found[next].error.submission <= id {
        // A run that judged it before may have found something else.
        if found[next].error.submission == id, found[next].run == segments[segmentOfRow[row]].run {
          errors.append(found[next].error)
        }
        next += 1
      }
      errorEnds.append(errors.count)
    }
  }
}
