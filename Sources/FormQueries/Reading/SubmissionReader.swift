package import FormStore

/// Reads stored submissions with the current verdicts, batch by batch, in the order of their ids.
///
/// If all submissions are chosen, a batch spans several segments: a replay of the rejected
/// submissions leaves a hundred thousand segments, and a statement for each would take longer than
/// everything else. If only some verdicts are chosen, a statement finds their submissions in each
/// segment.
package struct SubmissionReader: Sendable {
  private let segments: [VerdictSegment]
  private let scope: SubmissionScope
  private let rules: [Int64: FailedRule]?
  private let layouts: [Int64: Int]
  /// Whether submissions are omitted that were purged after the segments were determined.
  package var omitsPurged = false
  /// The state that determines what is replaced and waived. Nil means that of each batch.
  package var state: SelectionState?
  /// The number of errors after which a batch ends. The last submission is never split.
  package var maximumErrors = 50_000
  /// The segments that are being read.
  private var stretch = 0..<0
  private var after: Int64

  /// - Parameters:
  ///   - rules: By plan, the rule that a submission must fail. A plan without an entry has no such
  ///     rule. Nil means no restriction by rule.
  ///   - layouts: By import, a number. All submissions of a batch have the same number. Imports
  ///     without an entry share batches.
  ///   - id: Only submissions after this one are read.
  package init(
    _ segments: [VerdictSegment], _ scope: SubmissionScope, rules: [Int64: FailedRule]? = nil,
    layouts: [Int64: Int] = [:], after id: Int64 = 0
  ) {
    self.segments = segments
    self.scope = scope
    self.rules = rules
    self.layouts = layouts
    after = id
  }

  /// Reads the next batch. Returns false if there is none.
  ///
  /// A batch ends after 1 MiB of cells, or of malformed records, which may have no cells.
  ///
  /// - Parameter limit: The maximum number of submissions.
  package mutating func read(
    _ store: Store, limit: Int = 1_000, into batch: inout SubmissionBatch
  ) throws(StoreError) -> Bool {
    let limits = ReadLimits(submissions: limit, bytes: 1 << 20, errors: maximumErrors)
    while limit > 0 {
      if stretch.isEmpty {
        guard stretch.upperBound < segments.count else { break }
        beginStretch()
      }
      let last = segments[stretch.upperBound - 1].ids.upperBound
      if after < last {
        let errors = try readRows(store, through: last, limits: limits, into: &batch)
        if batch.rows.count > 0 {
          batch.assign(errors)
          if batch.hasMalformed,
            let end = try store.endOfMalformed(batch.ids, maximumBytes: limits.bytes)
          {
            batch.removeRows(from: end)
            batch.assign(errors.filter { $0.submission < end })
          }
          after = batch.ids.upperBound
          return true
        }
      }
      stretch = stretch.upperBound..<stretch.upperBound
    }
    batch.removeAll()
    return false
  }

  private var takesAll: Bool { scope == .all && rules == nil }

  /// Continues with the next segment and the segments that follow it without a gap.
  private mutating func beginStretch() {
    let first = stretch.upperBound
    var end = first + 1
    while takesAll, end < segments.count,
      segments[end - 1].ids.upperBound + 1 == segments[end].ids.lowerBound,
      layouts[segments[first].importID] == layouts[segments[end].importID]
    {
      end += 1
    }
    stretch = first..<end
    after = max(after, segments[first].ids.lowerBound - 1)
  }

  /// - Returns: The errors of the rows, ordered by submission and rule.
  private mutating func readRows(
    _ store: Store, through last: Int64, limits: ReadLimits, into batch: inout SubmissionBatch
  ) throws(StoreError) -> [StoredError] {
    batch.segmentOfRow.removeAll(keepingCapacity: true)
    guard takesAll else {
      let segment = segments[stretch.lowerBound]
      let rule = rules?[segment.planID]
      batch.rows.removeAll()
      if rules != nil, rule == nil { return [] }
      var filter = scope.filter
      (filter.rule, filter.omitsPurged, filter.state) = (rule, omitsPurged, state)
      let errors = try store.readJudged(
        segment.part(after + 1...last), filter, limits: limits, into: &batch.rows)
      batch.segmentOfRow.append(
        contentsOf: repeatElement(stretch.lowerBound, count: batch.rows.count))
      return errors
    }
    try store.readSubmissions(
      after + 1...last, limit: limits.submissions, maximumBytes: limits.bytes,
      omitsPurged: omitsPurged, into: &batch.rows)
    var segment = stretch.lowerBound
    var runs: Set<Int64> = []
    for id in batch.rows.ids {
      while segments[segment].ids.upperBound < id { segment += 1 }
      if batch.segmentOfRow.last != segment { runs.insert(segments[segment].runID) }
      batch.segmentOfRow.append(segment)
    }
    // The segments before the first one of this batch are complete.
    stretch = (batch.segmentOfRow.first ?? stretch.lowerBound)..<stretch.upperBound
    return try errors(of: runs, store, &batch)
  }

  /// Returns the errors of several runs, each for the rows whose verdict comes from that run,
  /// because earlier runs may have found different errors. Rows after a very large number of errors
  /// are left to the next batch.
  private func errors(
    of runs: Set<Int64>, _ store: Store, _ batch: inout SubmissionBatch
  ) throws(StoreError) -> [StoredError] {
    var kept: [StoredError] = []
    for run in runs {
      guard !batch.rows.ids.isEmpty else { break }
      let found = try store.errors(runID: run, batch.ids, maximum: maximumErrors)
      if let end = found.end { batch.removeRows(from: end) }
      if runs.count == 1 { return found.errors }
      var row = 0
      kept += found.errors.filter { error in
        while row < batch.rows.count, batch.rows.ids[row] < error.submission { row += 1 }
        return row < batch.rows.count && batch.rows.ids[row] == error.submission
          && segments[batch.segmentOfRow[row]].runID == run
      }
    }
    return kept.sorted { ($0.submission, $0.rule) < ($1.submission, $1.rule) }
  }
}
