import GRDB

/// Stored submissions as bytes: several rows in one buffer, which is reused between calls.
package struct StoredRows: Sendable {
  /// The rows' cells as JSON arrays, concatenated.
  package var text: [UInt8] = []
  /// The end of each row's JSON in `text`.
  package var ends: [Int] = []
  package var ids: [Int64] = []
  package var lines: [Int64] = []

  package init() {}

  package var count: Int { ids.count }

  /// Returns the range of a row's cells in `text`.
  package func range(_ row: Int) -> Range<Int> { (row == 0 ? 0 : ends[row - 1])..<ends[row] }

  /// Removes all rows. Keeps the memory, unless long records made it large.
  package mutating func removeAll() {
    text.removeAll(keepingCapacity: text.capacity <= 4 << 20)
    ends.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
  }

  /// Removes the row with an id and all later rows.
  package mutating func removeRows(from id: Int64) {
    let kept = ids.firstIndex { $0 >= id } ?? ids.count
    text.removeLast(text.count - (kept == 0 ? 0 : ends[kept - 1]))
    ends.removeLast(ends.count - kept)
    lines.removeLast(lines.count - kept)
    ids.removeLast(ids.count - kept)
  }

  /// Appends a row whose cells the body writes as a JSON array.
  package mutating func append(id: Int64, line: Int64, cells: (inout [UInt8]) -> Void) {
    ids.append(id)
    lines.append(line)
    cells(&text)
    ends.append(text.count)
  }

  /// Appends a row with the columns `id, line, cells`.
  mutating func append(_ row: StatementRow) throws(StoreError) {
    let (id, line) = try (row.integer(0), row.integer(1))
    ids.append(id)
    lines.append(line)
    row.appendBytes(2, to: &text)
    ends.append(text.count)
  }
}

extension Store {
  /// Reads submissions in the order of their ids.
  ///
  /// Cells are not converted to String, which would cost an allocation per row.
  ///
  /// - Parameters:
  ///   - ids: The range to read from.
  ///   - limit: The maximum number of rows.
  ///   - maximumBytes: The number of bytes of cells after which no further row is read.
  ///   - omitsPurged: Whether to omit purged submissions.
  ///   - rows: Replaced by the rows read. Empty if there are no more.
  package func readSubmissions(
    _ ids: ClosedRange<Int64>, limit: Int, maximumBytes: Int = .max,
    omitsPurged: Bool = false, into rows: inout StoredRows
  ) throws(StoreError) {
    rows.removeAll()
    try readWithoutTransaction { db in
      let purged = try omitsPurged ? Purge.isPurged(db, "id") : "FALSE"
      try db.forEachRow(
        sql: """
          SELECT id, line, cells FROM submission_content
          WHERE id BETWEEN ? AND ? AND NOT \(purged)
          ORDER BY id LIMIT ?
          """,
        arguments: [ids.lowerBound, ids.upperBound, limit],
        while: { rows.text.count < maximumBytes }
      ) { try rows.append($0) }
    }
  }
}
