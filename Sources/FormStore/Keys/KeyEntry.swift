/// The key of a submission: 64 bits of a keyed hash.
///
/// The probability that any two of 20 million different keys collide is 1 in 90,000.
struct KeyEntry: Hashable, Comparable {
  var hash: Int64
  var submission: Int64

  @inline(__always)
  static func < (left: Self, right: Self) -> Bool {
    left.hash != right.hash ? left.hash < right.hash : left.submission < right.submission
  }
}

extension [KeyEntry] {
  /// Sorts by hash and submission, in place.
  ///
  /// Swaps the entries until each is in the bucket given by the leading bits of its hash, then
  /// sorts the buckets. The hashes of a large array are uniformly distributed.
  mutating func sortByHash() {
    guard count > 1_024 else { return sort() }
    let bits = Swift.min(16, count.bitWidth - count.leadingZeroBitCount - 5)
    func bucket(_ entry: KeyEntry) -> Int {
      Int(truncatingIfNeeded: (UInt64(bitPattern: entry.hash) ^ 1 << 63) >> UInt64(64 - bits))
    }
    var ends = [Int](repeating: 0, count: 1 << bits)
    for entry in self { ends[bucket(entry)] += 1 }
    var next = ends
    var sum = 0
    for index in ends.indices {
      next[index] = sum
      sum += ends[index]
      ends[index] = sum
    }
    for index in ends.indices {
      while next[index] < ends[index] {
        let other = bucket(self[next[index]])
        if other != index { swapAt(next[index], next[other]) }
        next[other] += 1
      }
    }
    var start = 0
    for end in ends {
      sort(start..<end)
      start = end
    }
  }

  /// Calls the body with sorted slices, so that the memory used for each slice stays small.
  ///
  /// Entries with the same hash are in one slice.
  func forEachSlice(_ body: ([KeyEntry]) throws -> Void) rethrows {
    var start = 0
    while start < count {
      var end = Swift.min(count, start + 1 << 16)
      while end < count, self[end].hash == self[end - 1].hash { end += 1 }
      try body(Array(self[start..<end]))
      start = end
    }
  }

  /// Sorts the elements in a range.
  private mutating func sort(_ range: Range<Int>) {
    guard range.count <= 64 else { return self[range].sort() }
    for index in range.dropFirst() {
      let entry = self[index]
      var hole = index
      while hole > range.lowerBound, entry < self[hole - 1] {
        self[hole] = self[hole - 1]
        hole -= 1
      }
      self[hole] = entry
    }
  }
}

extension [KeyEntry] {
  /// The number of distinct hashes. The entries are sorted.
  var distinctHashes: Int {
    indices.count { $0 == 0 || self[$0 - 1].hash != self[$0].hash }
  }
}
