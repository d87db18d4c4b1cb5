/// The key of a submission: 64 bits of a keyed hash. Two of 20 million different keys agree by chance
/// with a probability of 1 in 90,000.
struct KeyEntry: Equatable, Comparable {
  var hash: Int64
  var submission: Int64

  @inline(__always)
  static func < (left: Self, right: Self) -> Bool {
    left.hash != right.hash ? left.hash < right.hash : left.submission < right.submission
  }
}

extension [KeyEntry] {
  /// Sorts by hash and submission: spreads the entries over buckets by the first bits of their hashes,
  /// and sorts each bucket. The hashes of a large array are distributed evenly.
  mutating func sortByHash() {
    guard count > 4_096 else { return sort() }
    let bits = 11
    func bucket(_ entry: KeyEntry) -> Int {
      Int(truncatingIfNeeded: (UInt64(bitPattern: entry.hash) ^ 1 << 63) >> UInt64(64 - bits))
    }
    var ends = Array<Int>(repeating: 0, count: 1 << bits)
    for entry in self { ends[bucket(entry)] += 1 }
    var sum = 0
    for index in ends.indices {
      let size = ends[index]
      ends[index] = sum
      sum += size
    }
    var sorted = self
    for entry in self {
      let index = bucket(entry)
      sorted[ends[index]] = entry
      ends[index] += 1
    }
    var start = 0
    for end in ends {
      if end - start > 1 { sorted[start..<end].sort() }
      start = end
    }
    self = sorted
  }
}
