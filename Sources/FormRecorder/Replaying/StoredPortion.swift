import FormInput
import FormStore
import Foundation

/// Stored submissions, read and taken apart, ready to be judged.
struct StoredPortion: Sendable {
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

  private static let maximumRecords = 1_000
  /// About so many bytes of cells.
  private static let maximumBytes = 1 << 20

  /// Reads the next submissions of a range; false when there are none.
  mutating func read(
    _ ids: ClosedRange<Int64>, from store: Store
  ) throws(RecorderError) -> Bool {
    try explaining {
      try store.readSubmissions(
        ids, limit: Self.maximumRecords, maximumBytes: Self.maximumBytes, into: &rows)
    }
    return try takeApart(store)
  }

  /// Reads the next submissions of a segment with some verdict; false when there are none.
  mutating func read(
    _ segment: VerdictSegment, _ choice: VerdictChoice, after id: Int64, from store: Store
  ) throws(RecorderError) -> Bool {
    try explaining {
      errors = try store.readJudged(
        segment, choice, after: id, limit: Self.maximumRecords, maximumBytes: Self.maximumBytes,
        into: &rows)
    }
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
      try rows.appendCells(row, to: &records)
      judgedIDs.append(rows.ids[row])
    }
    return true
  }
}

/// Reads submissions ahead, on a thread and connection of its own.
final class StoredPortionsAhead {
  private let filled = BatchQueue<StoredPortion>(capacity: 4)
  private let empty = BatchQueue<StoredPortion>(capacity: 8, takesLast: true)
  private let limit = WeightLimit(4 << 20)
  private let outcome = Outcome()

  /// Safe because it is looked at only when the queue has been closed.
  private final class Outcome: @unchecked Sendable {
    var error: RecorderError?
  }

  /// What the thread takes and hands over.
  private struct Queues {
    let filled: BatchQueue<StoredPortion>
    let empty: BatchQueue<StoredPortion>
    let limit: WeightLimit

    /// A portion to be filled, when there is room; nil when nobody wants more.
    func take() -> StoredPortion? { limit.waitForRoom() ? empty.take() : nil }

    func putBack(_ portion: StoredPortion) { _ = empty.put(portion) }

    func handOver(_ portion: StoredPortion) -> Bool {
      limit.add(portion.weight)
      return filled.put(portion)
    }
  }

  /// - Parameters:
  ///   - ranges: read one after the other; a portion never goes over the end of one.
  ///   - rejected: when given, only submissions that stand rejected in these segments are read.
  init(_ path: String, _ ranges: [ReplayRange], onlyRejected rejected: [VerdictSegment]?) {
    for _ in 0..<3 { _ = empty.put(StoredPortion()) }
    let queues = Queues(filled: filled, empty: empty, limit: limit)
    let outcome = outcome
    Thread {
      defer { queues.filled.close() }
      do {
        let store = try Store(readingAt: path)
        for (index, range) in ranges.enumerated() {
          guard let rejected else {
            guard try Self.read(range, index, store, queues) else { return }
            continue
          }
          let first = rejected.firstIndex(endingNotBefore: range.ids.lowerBound)
          for segment in rejected[first...].prefix(while: {
            $0.ids.lowerBound <= range.ids.upperBound
          }) {
            guard try Self.read(segment, range, index, store, queues) else { return }
          }
        }
      } catch {
        outcome.error = RecorderError(error)
      }
    }.start()
  }

  /// False when nobody wants more.
  private static func read(
    _ range: ReplayRange, _ index: Int, _ store: Store, _ queues: Queues
  ) throws -> Bool {
    var first = range.ids.lowerBound
    while first <= range.ids.upperBound {
      guard var portion = queues.take() else { return false }
      guard try portion.read(first...range.ids.upperBound, from: store),
        let last = portion.rows.ids.last
      else {
        queues.putBack(portion)
        break
      }
      portion.range = index
      portion.endsRange = last == range.ids.upperBound
      first = last + 1
      guard queues.handOver(portion) else { return false }
    }
    return true
  }

  private static func read(
    _ segment: VerdictSegment, _ range: ReplayRange, _ index: Int, _ store: Store,
    _ queues: Queues
  ) throws -> Bool {
    var part = segment
    part.ids =
      max(
        segment.ids.lowerBound, range.ids.lowerBound)...min(
        segment.ids.upperBound, range.ids.upperBound)
    var after = part.ids.lowerBound - 1
    while true {
      guard var portion = queues.take() else { return false }
      guard try portion.read(part, .rejected, after: after, from: store),
        let last = portion.rows.ids.last
      else {
        queues.putBack(portion)
        return true
      }
      portion.range = index
      portion.endsRange = false
      after = last
      guard queues.handOver(portion) else { return false }
    }
  }

  deinit {
    filled.close()
    empty.close()
    limit.close()
  }

  /// Exchanges a portion that is done with for the next one; false at the end.
  func next(_ portion: inout StoredPortion) throws(RecorderError) -> Bool {
    limit.remove(portion.weight)
    portion.removeAll()
    _ = empty.put(portion)
    portion = StoredPortion()
    if let next = filled.take() {
      portion = next
      return true
    }
    if let error = outcome.error { throw error }
    return false
  }
}
