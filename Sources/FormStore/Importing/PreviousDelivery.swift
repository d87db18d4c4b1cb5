import FormBytes
import GRDB

/// The previous delivery of a table, with which an import shares the cells of unchanged records.
///
/// A record is expected after the one before it, or near that place if some were added, removed or
/// changed. After several records that are not there, the next one is searched by its key. Sharing
/// ends if most records must be searched.
struct PreviousDelivery {
  private let keys: KeyRuns
  private var runs: [KeyRuns.Run]
  private var window = DeliveryWindow()
  /// The position in the window of the record that is expected next.
  private var next = 0
  /// The number of records since the last one that was found.
  private var misses = Self.reach + 1
  /// The number of such records after which one is searched. It grows while searches show that
  /// records have changed in place.
  private var patience = Self.reach
  /// The number of records until the next search, and after a search that finds nothing.
  private var pause = (left: 0, length: 1)
  private var searches = 0
  private var unchanged = 0
  /// The imports of some submissions, in the order of ids.
  private var imports: [(ids: ClosedRange<Int64>, importID: Int64)] = []

  /// The number of records that may be added or removed in a row without a search.
  private static let reach = 4
  private static let longestPause = 4_096

  /// Returns nil if no delivery of the form's records is in effect.
  init?(_ db: Database, formID: Int64) throws {
    guard let list = try KeyList.find(db, formID: formID, rule: "") else { return nil }
    keys = KeyRuns(list)
    runs = try keys.all(db)
    if runs.isEmpty { return nil }
  }

  /// Forgets what was read, which another process may have changed.
  mutating func reload(_ db: Database) throws {
    runs = try keys.all(db)
    window.restart(at: next)
    next = 0
  }

  /// Whether so few records are in the same order that searching them costs more than it saves.
  var isDifferent: Bool { searches * 16 > unchanged + 64 }

  /// Returns, for each record of a batch, the submission that contains its cells, or 0. Returns an
  /// empty array if no record is unchanged.
  mutating func originals(
    of batch: PreparedBatch, in importID: Int64, _ db: Database
  ) throws -> [Int64] {
    var originals: [Int64] = []
    var key = 0
    for record in 0..<batch.count {
      while key < batch.recordKeys.count, batch.recordKeys[key].record < record { key += 1 }
      let isKeyed = key < batch.recordKeys.count && batch.recordKeys[key].record == record
      let hash = isKeyed ? batch.recordKeys[key].hash : nil
      guard let position = try position(of: record, hash: hash, in: batch, db) else { continue }
      if originals.isEmpty { originals = Array(repeating: 0, count: batch.count) }
      originals[record] = window.originals[position]
      next = position + 1
      unchanged += 1
    }
    try insertImports(of: originals, importID, db)
    return originals
  }

  /// Returns the position of a record in the window: usually the expected one, or one beside it.
  private mutating func position(
    of record: Int, hash: Int64?, in batch: PreparedBatch, _ db: Database
  ) throws -> Int? {
    next -= try window.read(
      db, before: next + Self.reach + 1, from: next - Self.reach)
    for distance in 0...min(misses + 1, Self.reach) {
      let isAfter = window.equals(batch, record, at: next + distance)
      if isAfter || window.equals(batch, record, at: next - distance) {
        misses = 0
        return isAfter ? next + distance : next - distance
      }
    }
    misses += 1
    if misses <= patience {
      next += 1
    } else if let hash, let submission = try search(hash, db) {
      misses = 0
      if window.contains(submission, at: next) {
        patience = min(2 * patience, Self.longestPause)
        next += 1
      } else {
        patience = Self.reach
        window.restart(in: submission...(try span(of: submission, db).ids.upperBound))
        _ = try window.read(db, before: 1, from: 0)
        next = 1
        if window.equals(batch, record, at: 0) { return 0 }
      }
    }
    return nil
  }

  /// Returns the current submission with a key, or nil. Also returns nil for some records after one
  /// without.
  private mutating func search(_ hash: Int64, _ db: Database) throws -> Int64? {
    if pause.left > 0 {
      pause.left -= 1
      return nil
    }
    let found = try keys.matches(db, [KeyEntry(hash: hash, submission: 0)], in: runs)
    guard let submission = found.map(\.submission).max() else {
      pause = (pause.length, min(2 * pause.length, Self.longestPause))
      return nil
    }
    searches += 1
    pause = (0, 1)
    return submission
  }

  /// Records which imports contain the cells.
  private mutating func insertImports(
    of originals: [Int64], _ importID: Int64, _ db: Database
  ) throws {
    var found: Set<Int64> = []
    for original in originals where original != 0 {
      found.insert(try span(of: original, db).importID)
    }
    for original in found.sorted() { try SharedCells.insert(db, original: original, importID) }
  }

  private mutating func span(
    of submission: Int64, _ db: Database
  ) throws -> (ids: ClosedRange<Int64>, importID: Int64) {
    let index = imports.partitioningIndex { $0.ids.upperBound >= submission }
    if index < imports.count, imports[index].ids.contains(submission) { return imports[index] }
    let found = try db.firstRow(
      sql: """
        SELECT first_submission, last_submission, import FROM span WHERE first_submission <= ?
        ORDER BY first_submission DESC LIMIT 1
        """, arguments: [submission]
    ) { try (ids: $0.ids(), importID: $0.integer(2)) }
    guard let span = found, span.ids.contains(submission) else {
      throw StoreError.altered("submission \(submission) belongs to no import")
    }
    imports.insert(span, at: index)
    return span
  }
}
