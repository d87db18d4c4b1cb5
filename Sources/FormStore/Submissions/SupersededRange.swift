import FormBytes
import GRDB

/// A submission, and the submission that supersedes it.
struct Superseded: Equatable {
  var submission: Int64
  var by: Int64
}

/// Consecutive submissions that consecutive submissions supersede.
struct SupersededRange: Equatable {
  private(set) var ids: ClosedRange<Int64>
  /// What supersedes the first one. The submissions after it supersede the others.
  private(set) var by: Int64

  init(_ ids: ClosedRange<Int64>, by: Int64) { (self.ids, self.by) = (ids, by) }

  /// What supersedes the submissions.
  var superseders: ClosedRange<Int64> { by...superseder(of: ids.upperBound) }

  func superseder(of submission: Int64) -> Int64 { by + (submission - ids.lowerBound) }

  /// Returns the part with the given submissions.
  func part(_ submissions: ClosedRange<Int64>) -> SupersededRange {
    SupersededRange(submissions, by: superseder(of: submissions.lowerBound))
  }

  /// Returns the part that the given submissions supersede.
  func part(by superseders: ClosedRange<Int64>) -> SupersededRange {
    let offset = ids.lowerBound - by
    return part((superseders.lowerBound + offset)...(superseders.upperBound + offset))
  }

  /// Returns whether another range continues this one.
  fileprivate func isFollowed(by other: SupersededRange) -> Bool {
    other.ids.lowerBound == ids.upperBound + 1
      && other.by == superseder(of: other.ids.lowerBound)
      && !other.ids.lowerBound.isMultiple(of: SupersededTable.longestRange)
  }
}

extension SupersededRange {
  /// - Throws: `StoreError` if the row is damaged.
  init(row: StatementRow) throws(StoreError) {
    try self.init(row.ids(), by: row.integer(2))
    guard (1...Store.largestNumber).contains(by),
      ids.lowerBound / SupersededTable.longestRange
        == ids.upperBound / SupersededTable.longestRange
    else { throw .altered("submission \(ids.lowerBound) is superseded by \(by)") }
  }
}

extension [SupersededRange] {
  /// Creates the ranges of superseded submissions, which are in ascending order.
  init(_ superseded: some Sequence<Superseded>) {
    self = superseded.lazy.map {
      SupersededRange($0.submission...$0.submission, by: $0.by)
    }.joined()
  }

  /// Returns what supersedes a submission, or nil if none of the ranges, in ascending order,
  /// contains it.
  func superseder(of submission: Int64) -> Int64? {
    let index = partitioningIndex { $0.ids.upperBound >= submission }
    return index < count && self[index].ids.contains(submission)
      ? self[index].superseder(of: submission) : nil
  }
}

extension Sequence<SupersededRange> {
  /// Returns the ranges, with those joined that continue each other.
  func joined() -> [SupersededRange] {
    reduce(into: []) { result, range in
      if let last = result.last, last.isFollowed(by: range) {
        result[result.count - 1] = SupersededRange(
          last.ids.lowerBound...range.ids.upperBound, by: last.by)
      } else {
        result.append(range)
      }
    }
  }
}

/// Adds superseded submissions to the table in any order, and joins their ranges.
struct SupersededWriter {
  private let db: Database
  private let table: BatchTable?
  private var pending: [Superseded] = []
  private var ids: ClosedRange<Int64>?
  private var isSplit = false

  /// The number of submissions written at a time, 16 bytes each.
  private static let maximumPending = 1 << 20

  /// - Parameter table: The table for bulk inserts, or nil for few submissions.
  init(_ db: Database, table: BatchTable?) { (self.db, self.table) = (db, table) }

  /// Whether no submission was added.
  var isEmpty: Bool { ids == nil && pending.isEmpty }

  mutating func append(_ superseded: [Superseded]) throws {
    pending += superseded
    if pending.count >= Self.maximumPending {
      isSplit = true
      try write()
    }
  }

  mutating func finish() throws {
    try write()
    if isSplit, let ids { try SupersededTable.join(db, ids, table: table) }
  }

  private mutating func write() throws {
    pending.sort { $0.submission < $1.submission }
    guard let first = pending.first?.submission, let last = pending.last?.submission else { return }
    var rest = pending[...]
    // Some ranges at a time, because each may be a single submission.
    while let next = rest.first {
      let block = SupersededTable.longestRange
      let limit = (next.submission / block + 16) * block
      let part = rest.prefix { $0.submission < limit }
      try SupersededTable.insert(db, [SupersededRange](part), table: table)
      rest = rest[part.endIndex...]
    }
    ids = min(first, ids?.lowerBound ?? first)...max(last, ids?.upperBound ?? last)
    pending.removeAll(keepingCapacity: true)
  }
}
