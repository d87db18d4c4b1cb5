import GRDB

/// Some consecutive submissions of an earlier delivery, with their cells.
struct DeliveryWindow {
  /// The submissions that contain the cells.
  private(set) var originals: [Int64] = []
  private var ids: [Int64] = []
  private var text: [UInt8] = []
  private var ends: [Int] = []
  /// The submissions that follow, if there are any.
  private var unread: ClosedRange<Int64>?
  /// The number of records that are read at a time. It grows, so that a search reads few.
  private var size = Self.smallestSize

  private static let smallestSize = 16
  private static let largestSize = 4_096
  /// The number of bytes after which no record is read.
  private static let maximumBytes = 1 << 20

  /// Empties the window, which then reads some submissions.
  mutating func restart(in submissions: ClosedRange<Int64>?) {
    self = DeliveryWindow()
    unread = submissions
  }

  /// Empties the window, which then reads the submissions from a position on again.
  mutating func restart(at position: Int) {
    let first = ids.indices.contains(position) ? ids[position] : unread?.lowerBound
    let last = unread?.upperBound ?? ids.last
    restart(in: first.flatMap { first in last.map { first...max(first, $0) } })
  }

  /// Reads further submissions unless the window contains those before a position.
  ///
  /// - Parameter first: The first position that is still needed.
  /// - Returns: The number of positions that were removed before it.
  mutating func read(_ db: Database, before end: Int, from first: Int) throws -> Int {
    guard end > ids.count, let range = unread else { return 0 }
    let removed = min(max(0, first), ids.count)
    removeFirst(removed)
    unread = nil
    try db.forEachRow(
      sql: """
        SELECT s.id, coalesce(s.cells_of, s.id), coalesce(s.cells, o.cells)
        FROM submission s LEFT JOIN submission o ON o.id = s.cells_of
        WHERE s.id BETWEEN ? AND ? ORDER BY s.id LIMIT ?
        """, arguments: [range.lowerBound, range.upperBound, size],
      while: { text.count < Self.maximumBytes }
    ) { row in
      ids.append(try row.integer(0))
      originals.append(try row.integer(1))
      row.appendBytes(2, to: &text)
      ends.append(text.count)
    }
    if let last = ids.last, range.contains(last), last < range.upperBound {
      unread = (last + 1)...range.upperBound
    }
    size = min(2 * size, Self.largestSize)
    return removed
  }

  private mutating func removeFirst(_ count: Int) {
    if count == 0 { return }
    let bytes = ends[count - 1]
    ids.removeFirst(count)
    originals.removeFirst(count)
    text.removeFirst(bytes)
    ends = ends.dropFirst(count).map { $0 - bytes }
  }

  /// Returns whether a record of a batch has the cells at a position, which may be outside of the
  /// window.
  func equals(_ batch: PreparedBatch, _ record: Int, at position: Int) -> Bool {
    guard ids.indices.contains(position) else { return false }
    return text[Self.range(ends, position)] == batch.text[Self.range(batch.ends, record)]
  }

  func contains(_ submission: Int64, at position: Int) -> Bool {
    ids.indices.contains(position) && ids[position] == submission
  }

  private static func range(_ ends: [Int], _ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}
