import FormBytes
import GRDB

/// Cells that several submissions share, kept while imports that share them are read one after the
/// other.
///
/// A table that is delivered every day shares cells of many imports, whose pages do not fit into
/// the cache of SQLite. For larger tables, the cells are read some rows at a time.
final class SharedCellCache {
  private static let maximumCount = 1 << 16
  private static let longestRead: Int64 = 64

  private let maximumBytes: Int
  private var text: [UInt8] = []
  private var ranges: [Int64: Range<Int>] = [:]
  /// The end of the last read, and the number of its ids.
  private var (end, length): (Int64, Int64) = (0, 1)

  /// - Parameter maximumBytes: The number of bytes after which the cells are read again.
  init(maximumBytes: Int = 1 << 23) { self.maximumBytes = maximumBytes }

  /// Appends the cells that a submission contains for others.
  func append(_ db: Database, cellsOf original: Int64, to output: inout [UInt8]) throws {
    guard let range = try ranges[original] ?? read(db, original) else { return }
    let text = text
    output.append(text.span.extracting(range))
  }

  /// Reads the cells of a submission, and of those after it if submissions are read in order.
  private func read(_ db: Database, _ original: Int64) throws -> Range<Int>? {
    guard (1...Store.largestNumber).contains(original) else { return nil }
    if ranges.count > Self.maximumCount || text.count > maximumBytes {
      ranges.removeAll(keepingCapacity: true)
      text.removeAll(keepingCapacity: text.capacity <= 2 * maximumBytes)
    }
    length = original == end ? min(2 * length, Self.longestRead) : 1
    end = original + length
    try db.forEachRow(
      sql: """
        SELECT id, cells FROM submission WHERE id BETWEEN ? AND ? AND cells IS NOT NULL ORDER BY id
        """, arguments: [original, end - 1], while: { text.count <= maximumBytes }
    ) { row in
      let (id, start) = (try row.integer(0), text.count)
      row.appendBytes(1, to: &text)
      ranges[id] = start..<text.count
    }
    return ranges[original]
  }
}
