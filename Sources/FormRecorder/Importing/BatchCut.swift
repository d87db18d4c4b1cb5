import FormStore

/// Where batches of records end: where blocks and chunks end, so that what is stored does not depend
/// on scheduling.
struct BatchCut: Sendable {
  /// Records a commit.
  var chunk = Int.max
  /// Records a batch: where there are thousands of rules, each record may have thousands of errors.
  var largest = BlockHasher.maximumRecords
  /// Where the stored blocks of a resumed import end, and at last what is stored of it, in records.
  var ends: [Int] = []

  /// Where batches end for a plan with so many rules.
  init(rules: Int = 0, chunk: Int = .max, ends: [Int] = []) {
    self.chunk = chunk
    self.ends = ends
    largest = max(1, min(BlockHasher.maximumRecords, Self.maximumErrors / max(1, rules)))
  }

  /// A batch can have about so many errors.
  private static let maximumErrors = 100_000

  /// How many records are stored already; chunks count from there.
  var already: Int { ends.last ?? 0 }

  /// Nothing is committed before so many records were seen: until then a file may turn out to be in
  /// another encoding.
  private static let firstCommit = 1_000

  /// How many records the next batch may have at most.
  func room(after read: Int) -> Int {
    if read < already { return min(largest, ends[firstEnd(atOrAfter: read + 1)] - read) }
    let inBlock = BlockHasher.maximumRecords - read % BlockHasher.maximumRecords
    return min(inBlock, chunk - (read - already) % chunk, largest)
  }

  /// Whether a stored block ends after so many records, or what is stored of the import.
  func isStoredEnd(_ read: Int) -> Bool {
    let index = firstEnd(atOrAfter: read)
    return index < ends.count && ends[index] == read
  }

  /// A file of a hundred million records has a hundred thousand blocks.
  private func firstEnd(atOrAfter read: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < read { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a chunk ends after so many records.
  func endsChunk(at read: Int) -> Bool {
    read > already && read >= Self.firstCommit && (read - already) % chunk == 0
  }
}
