import FormCSV
import FormStore
import Foundation

/// Stored submissions, read and taken apart, ready to be judged.
struct StoredPortion: Sendable {
  var rows = StoredRows()
  /// The records of those that can be judged.
  var records = RecordBatch()

  /// Reads the next submissions of a range.
  ///
  /// - Parameter faults: those that the reader could not take apart when they came in.
  /// - Returns: false when there are none.
  mutating func read(
    _ ids: ClosedRange<Int64>, atMost limit: Int, from store: Store, faults: Set<Int64>
  ) throws(RecorderError) -> Bool {
    do {
      try store.readSubmissions(ids, limit: limit, into: &rows)
    } catch {
      throw RecorderError(error)
    }
    return try takeApart(faults: faults)
  }

  /// Reads the next accepted submissions of a segment, a megabyte or so; false when there are none.
  mutating func readAccepted(
    _ segment: VerdictSegment, after id: Int64, from store: Store
  ) throws(RecorderError) -> Bool {
    do {
      _ = try store.readJudged(
        segment, .accepted, after: id, limit: 1_000, maximumBytes: 1 << 20, into: &rows)
    } catch {
      throw RecorderError(error)
    }
    return try takeApart(faults: [])
  }

  private mutating func takeApart(faults: Set<Int64>) throws(RecorderError) -> Bool {
    records.removeAll()
    let text = rows.text
    for row in 0..<rows.count where faults.isEmpty || !faults.contains(rows.ids[row]) {
      do {
        try StoredCells.append(
          text.span.extracting(rows.range(row)), line: Int(rows.lines[row]), to: &records)
      } catch {
        throw RecorderError(
          .failed, "the cells of submission \(rows.ids[row]) are damaged; run 'formrec verify'")
      }
    }
    return rows.count > 0
  }
}

/// Reads the submissions of several ranges ahead, on a thread and connection of its own.
final class StoredPortionsAhead {
  private let filled = BatchQueue<StoredPortion>(capacity: 4)
  private let empty = BatchQueue<StoredPortion>(capacity: 8)
  private let outcome = Outcome()

  /// Safe because it is looked at only when the queue has been closed.
  private final class Outcome: @unchecked Sendable {
    var error: RecorderError?
  }

  /// - Parameters:
  ///   - ranges: read one after the other; a portion never goes over the end of one.
  ///   - room: how many submissions there may be before a portion must end; then every
  ///     `BlockHasher.size`.
  init(
    _ path: String, _ ranges: [ClosedRange<Int64>], room: Int, faults: Set<Int64>
  ) {
    for _ in 0..<4 { _ = empty.put(StoredPortion()) }
    let (filled, empty, outcome) = (filled, empty, outcome)
    Thread {
      defer { filled.close() }
      do {
        let store = try Store(readingAt: path)
        var room = room
        for range in ranges {
          var first = range.lowerBound
          while first <= range.upperBound, var portion = empty.take() {
            guard
              try portion.read(
                first...range.upperBound, atMost: room, from: store, faults: faults),
              let last = portion.rows.ids.last
            else { break }
            room -= portion.rows.count
            if room == 0 { room = BlockHasher.size }
            first = last + 1
            guard filled.put(portion) else { return }
          }
        }
      } catch {
        outcome.error = RecorderError(error)
      }
    }.start()
  }

  deinit {
    filled.close()
    empty.close()
  }

  /// The next portion in exchange for one that is done with; nil at the end.
  func next(returning used: StoredPortion?) throws(RecorderError) -> StoredPortion? {
    if let used { _ = empty.put(used) }
    if let portion = filled.take() { return portion }
    if let error = outcome.error { throw error }
    return nil
  }
}
