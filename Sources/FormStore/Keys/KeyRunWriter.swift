import Foundation
import GRDB

/// Writes a sorted run, block by block.
struct KeyRunWriter {
  private let db: Database
  private let runID: Int64
  private var count = 0
  private var pending: [KeyEntry] = []

  init(_ db: Database, _ runs: KeyRuns) throws {
    self.db = db
    try db.cachedStatement(sql: "INSERT INTO key_run (list, former, keys) VALUES (?, ?, 0)")
      .execute(arguments: [runs.list.id, runs.isFormer])
    runID = db.lastInsertedRowID
  }

  /// Appends sorted entries, none of which is less than an earlier one.
  mutating func append(_ entries: [KeyEntry]) throws {
    if pending.isEmpty {
      pending = Array(try writeBlocks(entries[...], all: false))
    } else {
      pending += entries
      pending = Array(try writeBlocks(pending[...], all: false))
    }
  }

  mutating func append(_ entry: KeyEntry) throws {
    pending.append(entry)
    if pending.count >= 16_384 { pending = Array(try writeBlocks(pending[...], all: false)) }
  }

  /// Writes entries. Returns the last ones if more may fit into their block.
  private mutating func writeBlocks(
    _ entries: ArraySlice<KeyEntry>, all: Bool
  ) throws -> ArraySlice<KeyEntry> {
    var rest = entries
    while !rest.isEmpty {
      let size = KeyBlock.fittingCount(rest)
      if size == rest.count, !all { break }
      let block = rest.prefix(size)
      try db.cachedStatement(sql: "INSERT INTO key_block (run, first, keys) VALUES (?, ?, ?)")
        .execute(arguments: [runID, block.first?.hash, Data(KeyBlock.encode(block))])
      count += size
      rest = rest.dropFirst(size)
    }
    return rest
  }

  /// Finishes the sorted run. Deletes it if it has no entries.
  mutating func finish() throws {
    pending = Array(try writeBlocks(pending[...], all: true))
    try db.cachedStatement(
      sql: count > 0
        ? "UPDATE key_run SET keys = ?1 WHERE id = ?2" : "DELETE FROM key_run WHERE id = ?2"
    ).execute(arguments: count > 0 ? [count, runID] : [nil, runID])
  }
}

extension KeyRuns {
  /// Adds a sorted run with entries in order, and merges sorted runs if there are too many.
  func add(_ db: Database, _ entries: [KeyEntry]) throws {
    guard !entries.isEmpty else { return }
    var writer = try KeyRunWriter(db, self)
    try writer.append(entries)
    try writer.finish()
    try merge(db)
  }

  /// The number of sorted runs of one level that are merged into one.
  private static let fanOut = 4
  /// Sorted runs with fewer keys are of the lowest level. Each higher level has four times as many
  /// keys.
  private static let smallest = 256
  /// Sorted runs with at least this number of keys are not merged.
  ///
  /// An import that looks up many keys reads the same blocks whether they are in few sorted runs or
  /// many, so a merge would only cost time.
  static let largest = 1 << 18

  static func level(_ keys: Int) -> Int {
    var (level, bound) = (0, smallest)
    while keys >= bound {
      level += 1
      bound *= fanOut
    }
    return level
  }

  /// Merges the sorted runs of each level that has at least four.
  ///
  /// The number of sorted runs therefore grows logarithmically with the number of keys until the
  /// sorted runs have `largest` keys, and linearly from there.
  func merge(_ db: Database) throws {
    while true {
      let levels = Dictionary(grouping: try all(db).filter { $0.keys < Self.largest }) {
        Self.level($0.keys)
      }
      guard let runs = levels.filter({ $0.value.count >= Self.fanOut }).min(by: { $0.key < $1.key })
      else { return }
      var writer = try KeyRunWriter(db, self)
      try Self.forEachEntry(db, runs.value) { try writer.append($0) }
      try writer.finish()
      for run in runs.value { try delete(db, run) }
    }
  }

  /// Calls the body with the entries of sorted runs, in order.
  static func forEachEntry(
    _ db: Database, _ runs: [Run], body: (KeyEntry) throws -> Void
  ) throws {
    var cursors = try runs.map { try KeyCursor(db, $0) }.filter { $0.entry != nil }
    while !cursors.isEmpty {
      var least = 0
      for index in cursors.indices.dropFirst() where cursors[index].head < cursors[least].head {
        least = index
      }
      try body(cursors[least].head)
      try cursors[least].advance(db)
      guard cursors[least].entry == nil else { continue }
      if cursors[least].count != cursors[least].run.keys { throw StoreError.alteredKeys }
      cursors.remove(at: least)
    }
  }
}

/// A cursor that moves through a sorted run, entry by entry.
private struct KeyCursor {
  let run: KeyRuns.Run
  /// The number of entries in the blocks read so far.
  private(set) var count = 0
  private var block: StoredKeyBlock?
  private var index = 0
  /// The current entry. `entry` is nil after the last one.
  private(set) var head = KeyEntry(hash: 0, submission: 0)
  private(set) var entry: KeyEntry?

  init(_ db: Database, _ run: KeyRuns.Run) throws {
    self.run = run
    try load(db)
  }

  private mutating func load(_ db: Database) throws {
    block = try StoredKeyBlock.next(
      db, run, after: block.flatMap { block in block.entries.first.map { ($0.hash, block.id) } })
    index = 0
    count += block?.entries.count ?? 0
    entry = block?.entries.first
    if let entry { head = entry }
  }

  mutating func advance(_ db: Database) throws {
    index += 1
    guard let entries = block?.entries, index < entries.count else { return try load(db) }
    entry = entries[index]
    head = entries[index]
  }
}
