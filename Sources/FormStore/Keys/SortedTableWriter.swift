import Foundation
import GRDB

/// Writes a sorted table, block by block.
struct SortedTableWriter {
  private let db: Database
  private let tableID: Int64
  private var count = 0
  private var pending: [KeyEntry] = []

  init(_ db: Database, _ tables: SortedTables) throws {
    self.db = db
    try db.cachedStatement(sql: "INSERT INTO sorted_table (list, former, keys) VALUES (?, ?, 0)")
      .execute(arguments: [tables.list.id, tables.isFormer])
    tableID = db.lastInsertedRowID
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
      try db.cachedStatement(
        sql: "INSERT INTO key_block (sorted_table, first, keys) VALUES (?, ?, ?)"
      )
      .execute(arguments: [tableID, block.first?.hash, Data(KeyBlock.encode(block))])
      count += size
      rest = rest.dropFirst(size)
    }
    return rest
  }

  /// Finishes the sorted table. Deletes it if it has no entries.
  mutating func finish() throws {
    pending = Array(try writeBlocks(pending[...], all: true))
    try db.cachedStatement(
      sql: count > 0
        ? "UPDATE sorted_table SET keys = ?1 WHERE id = ?2"
        : "DELETE FROM sorted_table WHERE id = ?2"
    ).execute(arguments: count > 0 ? [count, tableID] : [nil, tableID])
  }
}

extension SortedTables {
  /// Adds a sorted table with entries in order, and merges sorted tables if there are too many.
  func add(_ db: Database, _ entries: [KeyEntry]) throws {
    guard !entries.isEmpty else { return }
    var writer = try SortedTableWriter(db, self)
    try writer.append(entries)
    try writer.finish()
    try merge(db)
  }

  /// The number of sorted tables of one level that are merged into one.
  private static let fanOut = 4
  /// Sorted tables with fewer keys are of the lowest level. Each higher level has four times as
  /// many keys.
  private static let smallest = 256
  /// Sorted tables with at least this number of keys are not merged.
  ///
  /// An import that looks up many keys reads the same blocks whether they are in few sorted tables
  /// or many, so a merge would only cost time.
  static let largest = 1 << 18

  static func level(_ keys: Int) -> Int {
    var (level, bound) = (0, smallest)
    while keys >= bound {
      level += 1
      bound *= fanOut
    }
    return level
  }

  /// Merges the sorted tables of each level that has at least four.
  ///
  /// The number of sorted tables therefore grows logarithmically with the number of keys until the
  /// sorted tables have `largest` keys, and linearly from there.
  func merge(_ db: Database) throws {
    while true {
      let levels = Dictionary(grouping: try all(db).filter { $0.keys < Self.largest }) {
        Self.level($0.keys)
      }
      guard
        let merged = levels.filter({ $0.value.count >= Self.fanOut }).min(by: { $0.key < $1.key })
      else { return }
      var writer = try SortedTableWriter(db, self)
      try Self.forEachEntry(db, merged.value) { try writer.append($0) }
      try writer.finish()
      for table in merged.value { try delete(db, table) }
    }
  }

  /// Calls the body with the entries of sorted tables, in order.
  static func forEachEntry(
    _ db: Database, _ tables: [Table], body: (KeyEntry) throws -> Void
  ) throws {
    var cursors = try tables.map { try KeyCursor(db, $0) }.filter { $0.entry != nil }
    while !cursors.isEmpty {
      var least = 0
      for index in cursors.indices.dropFirst() where cursors[index].head < cursors[least].head {
        least = index
      }
      try body(cursors[least].head)
      try cursors[least].advance(db)
      guard cursors[least].entry == nil else { continue }
      if cursors[least].count != cursors[least].table.keys { throw StoreError.alteredKeys }
      cursors.remove(at: least)
    }
  }
}

/// A cursor that moves through a sorted table, entry by entry.
private struct KeyCursor {
  let table: SortedTables.Table
  /// The number of entries in the blocks read so far.
  private(set) var count = 0
  private var block: StoredKeyBlock?
  private var index = 0
  /// The current entry. `entry` is nil after the last one.
  private(set) var head = KeyEntry(hash: 0, submission: 0)
  private(set) var entry: KeyEntry?

  init(_ db: Database, _ table: SortedTables.Table) throws {
    self.table = table
    try load(db)
  }

  private mutating func load(_ db: Database) throws {
    block = try StoredKeyBlock.next(
      db, table, after: block.flatMap { block in block.entries.first.map { ($0.hash, block.id) } })
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
