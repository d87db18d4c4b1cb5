import FormBytes
package import FormRules
import GRDB

/// Looks up the keys of a rule `unique: ever` for an import, which may need millions of them.
///
/// The first lookups search the runs. When the number of lookups becomes large in proportion to the
/// number of keys, the lookup builds a filter with ten bits per key. From then on it searches only
/// for keys that pass the filter, in blocks that it keeps in memory. Not thread-safe.
package final class ClaimLookup: StoredKeys {
  private let store: Store
  private let form: Int64
  private let rule: String
  private var list: KeyList?
  private var owners: KeyPageReader?
  /// The last event when the runs were read.
  private var lastEvent: Int64?
  /// `ClaimState.releases` when the index was built. Counting them reads all imports.
  private var releases: Int?
  private var runs: [KeyRuns.Run] = []
  /// The number of blocks read so far.
  private var looks = 0
  private var index: KeyIndex?
  package private(set) var error: SpillError?

  /// - Parameter store: A connection used only by this lookup.
  package init(_ store: Store, form: Int64, rule: String) {
    self.store = store
    self.form = form
    self.rule = rule
  }

  /// Reads the changes that other connections have committed.
  package func refresh() throws(StoreError) {
    try store.read { db in
      let event = try Ledger.lastNumber(db)
      guard event != lastEvent else { return }
      lastEvent = event
      // Unless keys were released, runs have only been added or merged.
      if index != nil, try store.claimState(db).releases != releases { (index, looks) = (nil, 0) }
      list = try KeyList.find(db, form: form, rule: rule)
      owners = try KeyList.find(db, form: form, rule: "").map { KeyPageReader(KeyPages($0)) }
      runs = try list.map { try KeyRuns($0).all(db) } ?? []
      if try index?.update(db, runs) == false { (index, looks) = (nil, 0) }
    }
  }

  package func contains(_ key: Hash128, except owner: Hash128?) -> Bool {
    let hash = key.storedKey
    if let index, !index.filter.mayContain(hash) { return false }
    guard let list, !runs.isEmpty, error == nil else { return false }
    // A database read costs several times as much as a memory lookup.
    if let found = index?.knownMatches(hash, onlyOne: owners == nil),
      let answer = answer(found, owner)
    {
      return answer
    }
    do {
      return try store.read { db in
        let found =
          if let index = try index ?? makeIndex(db) {
            try index.matches(db, hash)
          } else {
            try KeyRuns(list).matches(db, [KeyEntry(hash: hash, submission: 0)], in: runs)
          }
        guard !found.isEmpty, let owners, let ownerKey = owner?.storedKey else {
          return !found.isEmpty
        }
        return try found.contains { try owners.key(db, of: $0.submission)?.hash != ownerKey }
      }
    } catch {
      self.error = SpillError("the keys of stored records cannot be read: \(error)")
      return false
    }
  }

  /// Returns whether entries belong to a record other than the owner.
  ///
  /// Returns nil if their keys must be read from the database.
  private func answer(_ found: [KeyEntry], _ owner: Hash128?) -> Bool? {
    guard !found.isEmpty, let owners, let ownerKey = owner?.storedKey else { return !found.isEmpty }
    for entry in found {
      guard let key = owners.knownKey(of: entry.submission) else { return nil }
      if key?.hash != ownerKey { return true }
    }
    return false
  }

  /// Returns the index, which it builds once the lookups have cost about as much as building it.
  private func makeIndex(_ db: Database) throws -> KeyIndex? {
    looks += runs.count
    guard looks * KeyBlock.typicalCount > runs.reduce(0, { $0 + $1.keys }) else { return nil }
    releases = try store.claimState(db).releases
    index = try KeyIndex(db, runs)
    return index
  }
}

/// An index of key runs for many lookups: a filter over all keys, the position of each block, and
/// the blocks read so far.
private final class KeyIndex {
  private(set) var filter: KeyFilter
  /// By run, the first hash and id of each block, in order.
  private var runs: [Int64: [(first: Int64, id: Int64)]] = [:]
  private var blocks: [Int64: PackedKeyBlock] = [:]

  /// The maximum number of cached blocks, 8 KiB each. They hold about 11 million keys of 12 bytes.
  private static let most = 16_384

  init(_ db: Database, _ all: [KeyRuns.Run]) throws {
    let count = all.reduce(0) { $0 + $1.keys }
    filter = KeyFilter(count: count + count / 4 + 1_024)
    _ = try update(db, all)
  }

  /// Adds new runs and removes merged ones. Returns false if the filter is too small.
  func update(_ db: Database, _ all: [KeyRuns.Run]) throws -> Bool {
    let new = all.filter { runs[$0.id] == nil }
    guard filter.hasRoom(for: new.reduce(0) { $0 + $1.keys }) else { return false }
    runs = runs.filter { run, _ in all.contains { $0.id == run } }
    blocks.removeAll()
    for run in new {
      runs[run.id] = try db.mapRows(
        sql: "SELECT id, first, keys FROM key_block WHERE run = ? ORDER BY first, id",
        arguments: [run.id]
      ) { row in
        let block = try StoredKeyBlock(row)
        for entry in block.entries { filter.insert(entry.hash) }
        return (row.integer(1), block.id)
      }
    }
    return true
  }

  /// Returns the entries with a hash, or nil if they must be read from the database.
  ///
  /// - Parameter onlyOne: Whether the entries of one run are enough.
  func knownMatches(_ hash: Int64, onlyOne: Bool) -> [KeyEntry]? {
    // `NotRead` is the only error.
    try? matches(hash, onlyOne: onlyOne) { id throws(NotRead) in
      guard let known = blocks[id] else { throw NotRead() }
      return known
    }
  }

  private struct NotRead: Error {}

  /// Returns the entries with a hash.
  func matches(_ db: Database, _ hash: Int64) throws -> [KeyEntry] {
    try matches(hash, onlyOne: false) { try block(db, $0) }
  }

  private func matches(
    _ hash: Int64, onlyOne: Bool, _ block: (Int64) throws -> PackedKeyBlock
  ) throws -> [KeyEntry] {
    var found: [KeyEntry] = []
    for entries in runs.values where !onlyOne || found.isEmpty {
      // Entries with this hash may start at the end of one block and continue in the following
      // ones.
      var index = max(0, entries.partitioningIndex { $0.first >= hash } - 1)
      while index < entries.count, entries[index].first <= hash {
        try block(entries[index].id).appendMatches(hash, to: &found)
        index += 1
      }
    }
    return found
  }

  private func block(_ db: Database, _ id: Int64) throws -> PackedKeyBlock {
    if let known = blocks[id] { return known }
    let found = try db.mapRows(
      sql: "SELECT first, keys FROM key_block WHERE id = ?", arguments: [id]
    ) { try PackedKeyBlock($0.bytes(1), first: $0.integer(0)) }
    guard let block = found.first else { throw StoreError.damagedKeys }
    if blocks.count >= Self.most { blocks.removeAll(keepingCapacity: true) }
    blocks[id] = block
    return block
  }
}
