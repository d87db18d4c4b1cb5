import Foundation
import GRDB

/// The keys of a list in sorted runs, ordered by hash.
///
/// The keys of an import form one sorted run when it finishes, and so do those of single
/// submissions that are stored together. A sorted run is a sequence of blocks (`KeyBlock`). Sorted
/// runs of similar size are merged.
struct KeyRuns {
  let list: KeyList
  /// Whether these are the keys of superseded submissions.
  ///
  /// They have separate sorted runs, so that an import compares its keys only with deliveries that
  /// it can supersede.
  var isFormer = false

  init(_ list: KeyList, isFormer: Bool = false) {
    self.list = list
    self.isFormer = isFormer
  }

  struct Run: Equatable {
    var id: Int64
    var keys: Int
  }

  /// Returns all sorted runs, in the order in which they were written.
  func all(_ db: Database) throws -> [Run] {
    try db.mapRows(
      sql: "SELECT id, keys FROM key_run WHERE list = ? AND former = ? ORDER BY id",
      arguments: [list.id, isFormer]
    ) { try Run(id: $0.integer(0), keys: $0.count(1)) }
  }

  /// Returns the entries of some or all sorted runs whose hash is among the wanted ones, in order.
  ///
  /// Costs two searches per hash or per block of a sorted run, whichever is fewer.
  ///
  /// - Parameter wanted: The hashes, sorted. Their submissions are ignored.
  func matches(
    _ db: Database, _ wanted: [KeyEntry], in runs: [Run]? = nil
  ) throws -> [KeyEntry] {
    var found: [KeyEntry] = []
    for run in try runs ?? all(db) {
      try forEachBlock(db, run, holding: wanted) { block, range in
        var index = range.lowerBound
        for entry in block.entries {
          while index < range.upperBound, wanted[index].hash < entry.hash { index += 1 }
          guard index < range.upperBound else { return }
          if wanted[index].hash == entry.hash { found.append(entry) }
        }
      }
    }
    found.sortByHash()
    return found
  }

  /// Removes the given entries, as far as they exist.
  ///
  /// Rewrites only the blocks that contain them.
  ///
  /// - Parameter entries: The entries, sorted.
  func remove(_ db: Database, _ entries: [KeyEntry]) throws {
    var rest = entries
    for run in try all(db) where !rest.isEmpty {
      var removed: [KeyEntry] = []
      try forEachBlock(db, run, holding: rest) { block, range in
        var kept: [KeyEntry] = []
        kept.reserveCapacity(block.entries.count)
        var index = range.lowerBound
        for entry in block.entries {
          while index < range.upperBound, rest[index] < entry { index += 1 }
          if index < range.upperBound, rest[index] == entry {
            removed.append(entry)
          } else {
            kept.append(entry)
          }
        }
        if kept.count < block.entries.count {
          try StoredKeyBlock(id: block.id, entries: kept).write(db)
        }
      }
      guard !removed.isEmpty else { continue }
      try db.cachedStatement(sql: "UPDATE key_run SET keys = keys - ? WHERE id = ?").execute(
        arguments: [removed.count, run.id])
      try db.cachedStatement(sql: "DELETE FROM key_run WHERE id = ? AND keys = 0").execute(
        arguments: [run.id])
      rest = rest.subtracting(removed)
    }
  }

  /// Removes all keys.
  func removeAll(_ db: Database) throws {
    for run in try all(db) { try delete(db, run) }
  }

  func delete(_ db: Database, _ run: Run) throws {
    try db.cachedStatement(sql: "DELETE FROM key_block WHERE run = ?").execute(arguments: [run.id])
    try db.cachedStatement(sql: "DELETE FROM key_run WHERE id = ?").execute(arguments: [run.id])
  }

  /// Calls the body with each block of a sorted run that may contain some of the hashes, and the
  /// range of these hashes within `wanted`.
  private func forEachBlock(
    _ db: Database, _ run: Run, holding wanted: [KeyEntry],
    body: (StoredKeyBlock, Range<Int>) throws -> Void
  ) throws {
    var index = 0
    var visited: (first: Int64, id: Int64)?
    while index < wanted.count {
      guard
        let block = try StoredKeyBlock.find(
          db, run, holding: wanted[index].hash, after: visited)
      else { return }
      let start = wanted.firstIndex(from: index) { $0.hash >= block.firstHash }
      let end = wanted.firstIndex(from: start) { $0.hash > block.lastHash }
      visited = (block.firstHash, block.id)
      if end > start { try body(block, start..<end) }
      // Entries with the last hash may continue in the following blocks.
      index = wanted.firstIndex(from: start) { $0.hash >= block.lastHash }
    }
  }
}

/// A block as stored.
struct StoredKeyBlock {
  var id: Int64
  var entries: [KeyEntry] = []

  var firstHash: Int64 { entries.first?.hash ?? .max }
  var lastHash: Int64 { entries.last?.hash ?? .min }

  /// Returns the first block of a sorted run that may contain a hash or greater ones.
  ///
  /// - Parameter visited: The block to skip, with all before it. It may have changed since.
  static func find(
    _ db: Database, _ run: KeyRuns.Run, holding hash: Int64,
    after visited: (first: Int64, id: Int64)?
  ) throws -> StoredKeyBlock? {
    let isNew = { (block: StoredKeyBlock) in
      guard let visited else { return true }
      return block.id != visited.id && (block.firstHash, block.id) > visited
    }
    if let last = try last(db, run, before: hash), isNew(last), last.lastHash >= hash {
      return last
    }
    let start = visited.flatMap { $0.first >= hash ? $0 : nil } ?? (hash, .min)
    let block = try next(db, run, after: start)
    guard let block, block.id == visited?.id else { return block }
    return try next(db, run, after: (block.firstHash, block.id))
  }

  /// Returns the last block of a sorted run that begins before a hash, if there is one.
  private static func last(
    _ db: Database, _ run: KeyRuns.Run, before hash: Int64
  ) throws -> StoredKeyBlock? {
    try db.firstRow(
      sql: """
        SELECT id, first, keys FROM key_block WHERE run = ? AND first < ?
        ORDER BY first DESC, id DESC LIMIT 1
        """, arguments: [run.id, hash], StoredKeyBlock.init)
  }

  /// Returns the block of a sorted run after another one, or the first block.
  static func next(
    _ db: Database, _ run: KeyRuns.Run, after last: (first: Int64, id: Int64)?
  ) throws -> StoredKeyBlock? {
    try db.firstRow(
      sql: """
        SELECT id, first, keys FROM key_block WHERE run = ?1 AND (first, id) > (?2, ?3)
        ORDER BY first, id LIMIT 1
        """, arguments: [run.id, last?.first ?? .min, last?.id ?? .min], StoredKeyBlock.init)
  }

  init(id: Int64, entries: [KeyEntry]) {
    self.id = id
    self.entries = entries
  }

  /// - Parameter row: A row with the columns `id, first, keys`.
  init(_ row: StatementRow) throws {
    id = try row.integer(0)
    try KeyBlock.decode(row.bytes(2), first: row.int64(1), into: &entries)
  }

  /// Replaces the block in the database, or deletes it if it has no entries.
  func write(_ db: Database) throws {
    guard let first = entries.first else {
      try db.cachedStatement(sql: "DELETE FROM key_block WHERE id = ?").execute(arguments: [id])
      return
    }
    try db.cachedStatement(sql: "UPDATE key_block SET first = ?, keys = ? WHERE id = ?").execute(
      arguments: [first.hash, Data(KeyBlock.encode(entries[...])), id])
  }
}

extension [KeyEntry] {
  /// Returns the index of the first element at or after `start` that satisfies a condition, or
  /// `count` if there is none.
  @inline(__always)
  func firstIndex(from start: Int, where condition: (KeyEntry) -> Bool) -> Int {
    var index = start
    while index < count, !condition(self[index]) { index += 1 }
    return index
  }

  /// Returns these sorted entries without the entries in `others`, which are also sorted.
  func subtracting(_ others: [KeyEntry]) -> [KeyEntry] {
    var next = 0
    return filter { entry in
      while next < others.count, others[next] < entry { next += 1 }
      return next == others.count || others[next] != entry
    }
  }
}
