package import FormRules
import GRDB

/// Looks keys under a rule `unique: ever` up for the judge of an import, which asks for a million of them.
///
/// At first each look is one at the runs. Once there were many for the number of keys, a filter of ten
/// bits a key is made, and only a key that may be there is looked up. It belongs to one thread.
package final class ClaimLookup: StoredKeys {
  private let store: Store
  private let form: Int64
  private let rule: String
  private var list: KeyList?
  private var identity: RecordIdentity?
  private var state: ClaimState?
  private var runs: [KeyRuns.Run] = []
  private var looks = 0
  private var filter: KeyFilter?
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
      let hasReleases = now.releases != state?.releases
      state = now
      list = try KeyList.find(db, form: form, rule: rule)
      identity = try RecordIdentity(db, form: form)
      let known = runs
      runs = try list.map { try KeyRuns($0).all(db) } ?? []
      guard var filter else { return }
      self.filter = nil
      // While nothing was released, runs have only become more, or were merged.
      let new = runs.filter { run in !known.contains { $0.id == run.id } }
      let count = new.reduce(0) { $0 + $1.keys }
      guard !hasReleases, filter.hasRoom(for: count) else { return looks = 0 }
      try KeyRuns.forEachEntry(db, new) { filter.insert($0.hash) }
      self.filter = filter
    }
  }

  package func contains(_ key: Hash128, except owner: Hash128?) -> Bool {
    let hash = key.storedKey
    if let filter, !filter.mayContain(hash) { return false }
    guard let list, !runs.isEmpty, error == nil else { return false }
    do {
      return try store.read { db in
        if filter == nil { try countLook(db) }
        let found = try KeyRuns(list).matches(db, [KeyEntry(hash: hash, submission: 0)], in: runs)
        guard !found.isEmpty, let identity, let own = owner?.storedKey else {
          return !found.isEmpty
        }
        return try found.contains { try identity.key(db, of: $0.submission) != own }
      }
    } catch {
      self.error = SpillError("the keys of stored records cannot be read: \(error)")
      return false
    }
  }

  /// Makes the filter once looks have cost about as much.
  private func countLook(_ db: Database) throws {
    looks += 1
    let count = runs.reduce(0) { $0 + $1.keys }
    guard looks * 256 > count else { return }
    var filter = KeyFilter(count: count + count / 4 + 1_024)
    for run in runs { try KeyRuns.forEachEntry(db, [run]) { filter.insert($0.hash) } }
    self.filter = filter
  }
}

/// A blocked Bloom filter: ten bits a key, five probes within 512 bits; about one of a hundred keys that
/// are not there passes.
struct KeyFilter {
  private var words: [UInt64]
  private let blocks: UInt64
  private let capacity: Int
  private var count = 0

  init(count: Int) {
    capacity = count
    blocks = UInt64(max(1, count * 10 / 512))
    words = Array(repeating: 0, count: Int(blocks) * 8)
  }

  func hasRoom(for more: Int) -> Bool { count + more <= capacity }

  mutating func insert(_ hash: Int64) {
    count += 1
    let bits = UInt64(bitPattern: hash)
    let start = Int(bits.multipliedFullWidth(by: blocks).high) * 8
    for probe in 0..<5 {
      let bit = Int(truncatingIfNeeded: bits >> UInt64(9 * probe)) & 511
      words[start + (bit >> 6)] |= 1 << UInt64(bit & 63)
    }
  }

  func mayContain(_ hash: Int64) -> Bool {
    let bits = UInt64(bitPattern: hash)
    let start = Int(bits.multipliedFullWidth(by: blocks).high) * 8
    for probe in 0..<5 {
      let bit = Int(truncatingIfNeeded: bits >> UInt64(9 * probe)) & 511
      if words[start + (bit >> 6)] >> UInt64(bit & 63) & 1 == 0 { return false }
    }
    return true
  }
}
