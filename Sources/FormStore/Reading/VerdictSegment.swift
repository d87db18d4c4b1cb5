import FormBytes

/// A range of submissions whose verdicts come from one run.
package struct VerdictSegment: Sendable, Equatable {
  /// The run that judged them last.
  package var runID: Int64
  /// The plan of that run.
  package var planID: Int64
  /// The import that they belong to.
  package var importID: Int64
  /// The submissions.
  package var ids: ClosedRange<Int64>
  /// The record number of the first submission in its import.
  package var firstRecord: Int
  /// The source of single submissions, if `partsBySource` returned the segment.
  package var source: String?
}

extension VerdictSegment {
  /// Decodes a row with the first and last submission, import, first record, run and plan.
  init(row: StatementRow) throws(StoreError) {
    try self.init(
      runID: row.integer(4), planID: row.integer(5), importID: row.integer(2), ids: row.ids(),
      firstRecord: row.count(3))
  }

  /// Returns the part of the segment with the given submissions.
  package func part(_ part: ClosedRange<Int64>) -> VerdictSegment {
    var segment = self
    segment.ids = part
    segment.firstRecord += Int(part.lowerBound - ids.lowerBound)
    return segment
  }
}

extension [VerdictSegment] {
  /// Returns the parts of the segments within a range. The segments must be in the order of ids.
  package func parts(in ids: ClosedRange<Int64>) -> [VerdictSegment] {
    self[firstIndex(endingNotBefore: ids.lowerBound)...]
      .prefix { $0.ids.lowerBound <= ids.upperBound }
      .map { $0.part($0.ids.clamped(to: ids)) }
  }

  /// Returns the parts of each segment that `ids` returns for its range.
  func parts(_ ids: ([ClosedRange<Int64>]) -> [ClosedRange<Int64>]) -> [VerdictSegment] {
    flatMap { segment in ids([segment.ids]).map { segment.part($0) } }
  }

  /// Returns the index of the first segment that does not end before an id. The segments must be in
  /// the order of ids.
  package func firstIndex(endingNotBefore id: Int64) -> Int {
    partitioningIndex { $0.ids.upperBound >= id }
  }
}
