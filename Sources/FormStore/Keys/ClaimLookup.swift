import FormBytes
package import FormRules
import GRDB

/// Looks up which current submissions hold a key under a rule `unique: ever`.
///
/// The first lookups search the sorted runs. When the number of lookups becomes large in proportion
/// to the number of keys, the lookup builds a filter with ten bits per key. From then on it
/// searches only for keys that pass the filter, in blocks that it keeps in memory. Not thread-safe.
package final class ClaimLookup: StoredKeys {
  /// The holders that records are not compared with.
  package enum Exemption {
    /// The other deliveries of the same record, and of the records for whose key the closure
    /// returns true. The delivery that is judged supersedes them.
    case deliveries(alsoOf: (_ recordKey: Int64) throws -> Bool)
    /// The submissions for which the closure returns true.
    case submissions((Int64) -> Bool)
  }

  private let store: Store
  private let formID: Int64
  private let rule: String
  private let exemption: Exemption
  private var list: KeyList?
  private var recordKeys: KeyPageReader?
  /// The last event when the sorted runs were read.
  private var lastEvent: Int64?
  /// `ClaimState.releases` when the index was built. Counting them reads all imports.
  private var releases: Int?
  private var runs: [KeyRuns.Run] = []
  /// The number of blocks read so far.
  private var blockReads = 0
  private var index: KeyIndex?
  package private(set) var error: SpillError?

  /// - Parameter store: A connection used by the same thread.
  package init(_ store: Store, formID: Int64, rule: String, except exemption: Exemption) {
    self.store = store
    self.formID = formID
    self.rule = rule
    self.exemption = exemption
  }

  /// Reads the changes that other connections have committed.
  ///
  /// Unless the caller holds the writer lock, it must detect later changes itself: lookups may see
  /// them or not.
  package func refresh() throws(StoreError) {
    try store.read { db in
      let event = try SealedEvent.lastNumber(db)
      guard event != lastEvent else { return }
      lastEvent = event
      // Unless keys were released, sorted runs have only been added or merged.
      if index != nil, try store.claimState(db).releases != releases {
        (index, blockReads) = (nil, 0)
      }
      list = try KeyList.find(db, formID: formID, rule: rule)
      recordKeys = try KeyList.find(db, formID: formID, rule: "").map {
        KeyPageReader(KeyPages($0))
      }
      runs = try list.map { try KeyRuns($0).all(db) } ?? []
      if try index?.update(db, runs) == false { (index, blockReads) = (nil, 0) }
    }
  }

  package var needsOwner: Bool {
    if case .deliveries = exemption { recordKeys != nil } else { false }
  }

  package func mayContain(_ key: Hash128) -> Bool {
    !runs.isEmpty && index?.filter.mayContain(UInt64(bitPattern: key.storedKey)) != false
  }

  package func contains(_ key: Hash128, record: Int, owner: Hash128?) -> Bool {
    guard error == nil else { return false }
    do {
      let found = try holders(of: key.storedKey)
      switch exemption {
      case .submissions(let isExempt):
        return found.contains { !isExempt($0.submission) }
      case .deliveries(let isSuperseded):
        return try found.contains { holder in
          guard let key = try recordKey(of: holder.submission) else { return true }
          return try key != owner?.storedKey && !isSuperseded(key)
        }
      }
    } catch {
      self.error = SpillError("the keys of stored records cannot be read: \(error)")
      return false
    }
  }

  private func holders(of hash: Int64) throws -> [KeyEntry] {
    // A database read costs several times as much as a memory lookup.
    if let known = index?.knownMatches(hash) { return known }
    guard let list else { return [] }
    return try store.read { db in
      // Other processes may have merged the sorted runs that are known.
      let isCurrent = try SealedEvent.lastNumber(db) == lastEvent
      guard isCurrent, let index = try index ?? makeIndex(db) else {
        return try KeyRuns(list).matches(
          db, [KeyEntry(hash: hash, submission: 0)], in: isCurrent ? runs : nil)
      }
      return try index.matches(db, hash)
    }
  }

  private func recordKey(of submission: Int64) throws -> Int64? {
    guard let recordKeys else { return nil }
    if let known = recordKeys.knownKey(of: submission) { return known?.hash }
    return try store.read { try recordKeys.key($0, of: submission)?.hash }
  }

  /// Returns the index, which it builds once the lookups have cost about as much as building it.
  private func makeIndex(_ db: Database) throws -> KeyIndex? {
    blockReads += runs.count
    guard blockReads * KeyBlock.typicalCount > runs.reduce(0, { $0 + $1.keys }) else { return nil }
    releases = try store.claimState(db).releases
    index = try KeyIndex(db, runs)
    return index
  }
}

/// An index of sorted runs for many lookups: a filter over all keys, the position of each block,
/// and the blocks read so far.
private final class KeyIndex {
  private(set) var filter: BloomFilter
  /// By sorted run, the first hash and id of each block, in order.
  private var runs: [Int64: [(first: Int64, id: Int64)]] = [:]
  private var blocks: [Int64: PackedKeyBlock] = [:]
  /// The cached blocks, in the order in which they will be replaced.
  private var cached: [Int64] = []
  private var oldest = 0

  /// The maximum number of cached blocks, 8 KiB each. They hold about 1.4 million keys of 12 bytes.
  private static let maximumCachedBlocks = 2_048

  init(_ db: Database, _ all: [KeyRuns.Run]) throws {
    let count = all.reduce(0) { $0 + $1.keys }
    filter = BloomFilter(count: count + count / 4 + 1_024)
    _ = try update(db, all)
  }

  /// Adds new sorted runs and removes merged ones. Returns false if the filter is too small.
  func update(_ db: Database, _ all: [KeyRuns.Run]) throws -> Bool {
    let new = all.filter { runs[$0.id] == nil }
    guard filter.hasRoom(for: new.reduce(0) { $0 + $1.keys }) else { return false }
    runs = runs.filter { run, _ in all.contains { $0.id == run } }
    blocks.removeAll()
    (cached, oldest) = ([], 0)
    for run in new {
      runs[run.id] = try db.mapRows(
        sql: "SELECT id, first, keys FROM key_block WHERE run = ? ORDER BY first, id",
        arguments: [run.id]
      ) { row in
        let block = try StoredKeyBlock(row)
        for entry in block.entries { filter.insert(UInt64(bitPattern: entry.hash)) }
        return (try row.int64(1), block.id)
      }
    }
    return true
  }

  /// Returns the entries with a hash, or nil if they must be read from the database.
  func knownMatches(_ hash: Int64) -> [KeyEntry]? {
    // `NotRead` is the only error.
    try? matches(hash) { id throws(NotRead) in
      guard let known = blocks[id] else { throw NotRead() }
      return known
    }
  }

  private struct NotRead: Error {}

  /// Returns the entries with a hash.
  func matches(_ db: Database, _ hash: Int64) throws -> [KeyEntry] {
    try matches(hash) { try block(db, $0) }
  }

  private func matches(
    _ hash: Int64, _ block: (Int64) throws -> PackedKeyBlock
  ) throws -> [KeyEntry] {
    var found: [KeyEntry] = []
    for entries in runs.values {
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
    let found = try db.firstRow(
      sql: "SELECT first, keys FROM key_block WHERE id = ?", arguments: [id]
    ) { try PackedKeyBlock($0.bytes(1), first: $0.int64(0)) }
    guard let block = found else { throw StoreError.alteredKeys }
    if cached.count < Self.maximumCachedBlocks {
      cached.append(id)
    } else {
      blocks[cached[oldest]] = nil
      cached[oldest] = id
      oldest = (oldest + 1) % Self.maximumCachedBlocks
    }
    blocks[id] = block
    return block
  }
}
