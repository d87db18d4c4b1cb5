package import FormRules
import GRDB

/// Looks keys under a rule `unique: ever` up for the judge of an import, which asks for a million of them.
///
/// At first each look is one at the runs. Once there were many for the number of keys, a filter of ten
/// bits a key is made, and only a key that may be there is looked up, in blocks that are kept in memory.
/// It belongs to one thread.
package final class ClaimLookup: StoredKeys {
  private let store: Store
  private let form: Int64
  private let rule: String
  private var list: KeyList?
  private var owners: KeyPageReader?
  private var state: ClaimState?
  private var runs: [KeyRuns.Run] = []
  /// The number of blocks that were read.
  private var looks = 0
  private var index: KeyIndex?
  package private(set) var error: SpillError?

  /// - Parameter store: a connection of its own.
  package init(_ store: Store, form: Int64, rule: String) {
    self.store = store
    self.form = form
    self.rule = rule
  }

  /// Takes notice of what others have committed.
  package func refresh() throws(StoreError) {
    try store.read { db in
      let now = try store.claimState(db)
      guard now != state else { return }
      // While nothing was released, runs have only become more, or were merged.
      if now.releases != state?.releases { (index, looks) = (nil, 0) }
      state = now
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
    // A read of the database costs several times what a look at memory does.
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
        guard !found.isEmpty, let owners, let own = owner?.storedKey else { return !found.isEmpty }
        return try found.contains { try owners.key(db, of: $0.submission)?.hash != own }
      }
    } catch {
      self.error = SpillError("the keys of stored records cannot be read: \(error)")
      return false
    }
  }

  /// Whether entries are of another record than the owner; nil when their keys must be read.
  private func answer(_ found: [KeyEntry], _ owner: Hash128?) -> Bool? {
    guard !found.isEmpty, let owners, let own = owner?.storedKey else { return !found.isEmpty }
    for entry in found {
      guard let key = owners.knownKey(of: entry.submission) else { return nil }
      if key?.hash != own { return true }
    }
    return false
  }

  /// The index, once looks have cost about as much as to make it.
  private func makeIndex(_ db: Database) throws -> KeyIndex? {
    looks += runs.count
    guard looks * KeyBlock.usualCount > runs.reduce(0, { $0 + $1.keys }) else { return nil }
    index = try KeyIndex(db, runs)
    return index
  }
}

/// Runs of keys for many looks: a filter of all keys, where the blocks begin, and those that were read.
private final class KeyIndex {
  private(set) var filter: KeyFilter
  /// By run, the first hashes of its blocks and their ids, in order.
  private var runs: [Int64: [(first: Int64, id: Int64)]] = [:]
  private var blocks: [Int64: PackedKeyBlock] = [:]

  /// The number of blocks that are kept, 8 KiB each: those of some 11 million keys, at 12 bytes a key.
  private static let most = 16_384

  init(_ db: Database, _ all: [KeyRuns.Run]) throws {
    let count = all.reduce(0) { $0 + $1.keys }
    filter = KeyFilter(count: count + count / 4 + 1_024)
    _ = try update(db, all)
  }

  /// Takes in new runs, and forgets those that were merged; false when the filter is too small for them.
  func update(_ db: Database, _ all: [KeyRuns.Run]) throws -> Bool {
    let new = all.filter { runs[$0.id] == nil }
    guard filter.hasRoom(for: new.reduce(0) { $0 + $1.keys }) else { return false }
    runs = runs.filter { run, _ in all.contains { $0.id == run } }
    blocks.removeAll()
    let statement = try db.cachedStatement(
      sql: "SELECT id, first, keys FROM key_block WHERE run = ? ORDER BY first, id")
    for run in new {
      try statement.setArguments([run.id])
      runs[run.id] = try statement.mapSteps { row in
        let block = try StoredKeyBlock(row)
        for entry in block.entries { filter.insert(entry.hash) }
        return (row.integer(1), block.id)
      }
    }
    return true
  }

  /// The entries with a hash; nil when they must be read.
  ///
  /// - Parameter onlyOne: whether those of one run are enough.
  func knownMatches(_ hash: Int64, onlyOne: Bool) -> [KeyEntry]? {
    try? matches(hash, onlyOne: onlyOne) { id throws(NotRead) in
      guard let known = blocks[id] else { throw NotRead() }
      return known
    }
  }

  private struct NotRead: Error {}

  /// The entries with a hash.
  func matches(_ db: Database, _ hash: Int64) throws -> [KeyEntry] {
    try matches(hash, onlyOne: false) { try block(db, $0) }
  }

  private func matches(
    _ hash: Int64, onlyOne: Bool, _ block: (Int64) throws -> PackedKeyBlock
  ) throws -> [KeyEntry] {
    var found: [KeyEntry] = []
    for places in runs.values where !onlyOne || found.isEmpty {
      // Entries with the hash may begin at the end of a block, and fill those that follow it.
      var (low, high) = (0, places.count)
      while low < high {
        let middle = (low + high) / 2
        if places[middle].first < hash { low = middle + 1 } else { high = middle }
      }
      var place = max(0, low - 1)
      while place < places.count, places[place].first <= hash {
        try block(places[place].id).appendMatches(hash, to: &found)
        place += 1
      }
    }
    return found
  }

  private func block(_ db: Database, _ id: Int64) throws -> PackedKeyBlock {
    if let known = blocks[id] { return known }
    let statement = try db.cachedStatement(sql: "SELECT first, keys FROM key_block WHERE id = ?")
    try statement.setArguments([id])
    let found = try statement.mapSteps { try PackedKeyBlock($0.bytes(1), first: $0.integer(0)) }
    guard let block = found.first else { throw StoreError.damagedKeys }
    if blocks.count >= Self.most { blocks.removeAll(keepingCapacity: true) }
    blocks[id] = block
    return block
  }
}
