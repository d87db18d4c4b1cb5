import FormInput
import FormStore
import Foundation

/// Stored submissions that are read and parsed, ready to be judged.
struct StoredPortion: Sendable {
  var rows = StoredRows()
  /// The records of the judgeable submissions, and their numbers.
  var records = RecordBatch()
  var judgedIDs: [Int64] = []
  /// The reader's faults for the other submissions.
  var faults: [Int64: (code: String, arguments: String?)] = [:]
  /// The index of the range that the portion belongs to, and whether the portion ends it.
  var range = 0
  /// The errors of the run of its only segment, if they were read with it.
  var errors: [StoredError]?
  var endsRange = false

  private static let maximumRecords = 1_000
  /// The approximate maximum number of bytes of cells.
  private static let maximumBytes = 1 << 20

  /// Reads the next submissions of a range. Returns false if there are none.
  mutating func read(
    _ ids: ClosedRange<Int64>, from store: Store
  ) throws(RecorderError) -> Bool {
    try explaining {
      try store.readSubmissions(
        ids, limit: Self.maximumRecords, maximumBytes: Self.maximumBytes, into: &rows)
    }
    return try takeApart(store)
  }

  /// Reads the next submissions of a segment with certain verdicts. Returns false if there are
  /// none.
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

  /// The number of bytes that the portion holds.
  var weight: Int { rows.text.count + records.bytes.count }

  /// Empties the portion and frees the memory of long records.
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

/// Reads submissions ahead, on a separate thread with its own connection.
final class StoredPortionsAhead {
  private let filled = BatchQueue<StoredPortion>(capacity: 4)
  private let empty = BatchQueue<StoredPortion>(capacity: 8, takesLast: true)
  private let limit = WeightLimit(4 << 20)
  private let outcome = Outcome()

  /// Safe because it is read only after the queue is closed.
  private final class Outcome: @unchecked Sendable {
    var error: RecorderError?
  }

  /// The queues that the thread uses.
  private struct Queues {
    let filled: BatchQueue<StoredPortion>
    let empty: BatchQueue<StoredPortion>
    let limit: WeightLimit

    /// An empty portion, once there is room, or nil if reading has been stopped.
    func take() -> StoredPortion? { limit.waitForRoom() ? empty.take() : nil }

    func putBack(_ portion: StoredPortion) { _ = empty.put(portion) }

    func handOver(_ portion: StoredPortion) -> Bool {
      limit.add(portion.weight)
      return filled.put(portion)
    }
  }

  /// - Parameters:
  ///   - ranges: the ranges to read in order. A portion never crosses the end of a range.
  ///   - rejected: if not nil, only rejected submissions of these segments are read.
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

  /// Returns false if reading has been stopped.
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

  /// Exchanges a used portion for the next one. Returns false at the end.
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
