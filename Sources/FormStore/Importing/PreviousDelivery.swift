import FormBytes
import GRDB

/// The previous delivery of a table, with which an import shares the cells of unchanged records.
///
/// Reads the delivery in its order, some thousand records ahead, so that memory does not depend on
/// its size, and records that were added, removed or moved a little matter only themselves. Stops
/// when few records are unchanged.
struct PreviousDelivery {
  /// The submissions that are not yet read.
  private var remaining: [ClosedRange<Int64>]
  private var window = Window()
  /// The position in the window of the record that is expected next.
  private var next = 0
  /// Whether the last record was found.
  private var isAligned = true
  private var compared = 0
  private var unchanged = 0
  /// The imports of some submissions, in the order of ids.
  private var imports: [(ids: ClosedRange<Int64>, importID: Int64)] = []

  /// Selects the delivery with most records of a batch, among the last ones with the form, source
  /// and kind of an import. Returns nil if there is none.
  init?(_ db: Database, of importID: Int64, _ batch: PreparedBatch, skipping records: Int) throws {
    let candidates = try Int64.fetchAll(
      db,
      sql: """
        SELECT i.id FROM import n
        JOIN import i ON i.form = n.form AND i.kind = n.kind AND i.source IS n.source AND i.id < n.id
        JOIN import_end e ON e.import = i.id
        WHERE n.id = ? ORDER BY i.id DESC LIMIT 8
        """, arguments: [importID])
    var most = 0
    var best: PreviousDelivery?
    for candidate in candidates {
      var delivery = PreviousDelivery(try Store.spans(db, ofImport: candidate), skipping: records)
      try delivery.fill(db)
      let found = (0..<min(batch.count, 100)).count {
        delivery.window.position(of: batch, $0) != nil
      }
      if found > most { (most, best) = (found, delivery) }
    }
    guard let best else { return nil }
    self = best
  }

  private init(_ spans: [ClosedRange<Int64>], skipping records: Int) {
    var skipped = records
    remaining = spans.compactMap { ids in
      defer { skipped = max(0, skipped - ids.count) }
      return skipped < ids.count ? (ids.lowerBound + Int64(skipped))...ids.upperBound : nil
    }
  }

  /// Forgets what was read, which another process may have changed.
  mutating func reload() {
    remaining = (window.ids.dropFirst(next).map { $0...$0 } + remaining).joined()
    (window, next) = (Window(), 0)
  }

  /// Returns, for each record of a batch, the submission that contains its cells, or 0. Returns an
  /// empty array if no record is unchanged.
  mutating func owners(
    _ db: Database, _ batch: PreparedBatch, of importID: Int64
  ) throws -> [Int64] {
    var owners: [Int64] = []
    for record in 0..<batch.count {
      if next * 4 >= window.count * 3 { try fill(db) }
      let position = position(of: batch, record)
      isAligned = position != nil
      guard let position else {
        next += 1
        continue
      }
      if owners.isEmpty { owners = Array(repeating: 0, count: batch.count) }
      owners[record] = window.owners[position]
      next = position + 1
      unchanged += 1
    }
    compared += batch.count
    try insertImports(db, of: owners, importID)
    return owners
  }

  /// Whether most records have changed, so that comparing them saves nothing.
  var isDifferent: Bool { compared >= 8_192 && unchanged * 20 < compared }

  /// Returns the position of a record in the window: usually the expected one, or one beside it.
  private mutating func position(of batch: PreparedBatch, _ record: Int) -> Int? {
    if window.equals(batch, record, at: next) { return next }
    if window.equals(batch, record, at: next + 1) { return next + 1 }
    if window.equals(batch, record, at: next - 1) { return next - 1 }
    // A record that changed is usually between records that did not.
    return isAligned ? nil : window.position(of: batch, record)
  }

  /// Reads further records.
  private mutating func fill(_ db: Database) throws {
    let dropped = max(0, next - Window.size / 4)
    window.removeFirst(dropped)
    next -= dropped
    while window.hasRoom, let ids = remaining.first {
      remaining.removeFirst()
      if let last = try window.read(db, ids), last < ids.upperBound {
        remaining.insert((last + 1)...ids.upperBound, at: 0)
      }
    }
  }

  /// Records which imports contain the cells.
  private mutating func insertImports(
    _ db: Database, of owners: [Int64], _ importID: Int64
  ) throws {
    var originals: Set<Int64> = []
    for owner in owners where owner != 0 { originals.insert(try self.importID(of: owner, db)) }
    for original in originals.sorted() {
      try SharedCells.insert(db, original: original, importID)
    }
  }

  private mutating func importID(of submission: Int64, _ db: Database) throws -> Int64 {
    let index = imports.partitioningIndex { $0.ids.upperBound >= submission }
    if index < imports.count, imports[index].ids.contains(submission) {
      return imports[index].importID
    }
    let found = try db.mapRows(
      sql: """
        SELECT first_submission, last_submission, import FROM span WHERE first_submission <= ?
        ORDER BY first_submission DESC LIMIT 1
        """, arguments: [submission]
    ) { (ids: try $0.ids(), importID: $0.integer(2)) }
    guard let span = found.first, span.ids.contains(submission) else {
      throw StoreError.damaged("submission \(submission) belongs to no import")
    }
    imports.insert(span, at: index)
    return span.importID
  }
}

extension PreviousDelivery {
  /// Some consecutive records of the delivery.
  private struct Window {
    /// The largest number of records, and the number of bytes after which none is added.
    static let size = 4_096
    private static let bytes = 4 << 20

    private(set) var ids: [Int64] = []
    /// The submissions that contain their cells.
    private(set) var owners: [Int64] = []
    private var text: [UInt8] = []
    private var ends: [Int] = []
    /// The positions of the records by the hash of their cells, once a record has been sought.
    private var positions: [Int: Int]?

    var count: Int { ids.count }
    var hasRoom: Bool { count < Self.size && text.count < Self.bytes }

    /// Appends submissions of a range.
    ///
    /// - Returns: The last one, or nil if there is none.
    mutating func read(_ db: Database, _ range: ClosedRange<Int64>) throws -> Int64? {
      positions = nil
      let count = count
      var hasRoom = true
      try db.forEachRow(
        sql: """
          SELECT s.id, coalesce(s.cells_of, s.id), coalesce(s.cells, o.cells)
          FROM submission s LEFT JOIN submission o ON o.id = s.cells_of
          WHERE s.id BETWEEN ? AND ? ORDER BY s.id LIMIT ?
          """, arguments: [range.lowerBound, range.upperBound, Self.size - count],
        while: { hasRoom }
      ) { row in
        ids.append(row.integer(0))
        owners.append(row.integer(1))
        row.appendBytes(2, to: &text)
        ends.append(text.count)
        hasRoom = text.count < Self.bytes
      }
      return ids.count > count ? ids.last : nil
    }

    mutating func removeFirst(_ count: Int) {
      let count = min(count, self.count)
      if count == 0 { return }
      let bytes = ends[count - 1]
      ids.removeFirst(count)
      owners.removeFirst(count)
      text.removeFirst(bytes)
      ends = ends.dropFirst(count).map { $0 - bytes }
      positions = nil
    }

    /// Returns whether a record of a batch has the cells of the record at a position, which may be
    /// outside of the window.
    func equals(_ batch: PreparedBatch, _ record: Int, at position: Int) -> Bool {
      guard ids.indices.contains(position) else { return false }
      return text[Self.range(ends, position)] == batch.text[Self.range(batch.ends, record)]
    }

    /// Returns the position of the record with the cells of a record of a batch.
    mutating func position(of batch: PreparedBatch, _ record: Int) -> Int? {
      let positions =
        positions
        ?? Dictionary(
          ids.indices.map { (text[Self.range(ends, $0)].hashValue, $0) },
          uniquingKeysWith: { first, _ in first })
      self.positions = positions
      let position = positions[batch.text[Self.range(batch.ends, record)].hashValue]
      return position.flatMap { equals(batch, record, at: $0) ? $0 : nil }
    }

    private static func range(_ ends: [Int], _ index: Int) -> Range<Int> {
      (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }
  }
}
