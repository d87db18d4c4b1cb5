/// Rows of words that are found by 128-bit hashes.
///
/// Rows are appended in the ascending order of their hashes. Memory: `width` times eight bytes per
/// row, up to `bound` rows; beyond that, rows are written to a storage, if there is one.
struct HashRows {
  private let width: Int
  private let bound: Int
  private let spilled: SpilledRows?
  private var words: [UInt64] = []
  /// For each value of the hash's first `indexBits` bits, the first row with this or a greater
  /// value.
  private var starts: [UInt32] = []
  private var indexBits = 0

  /// - Parameters:
  ///   - width: The number of words of a row, of which the first two are the hash.
  ///   - storage: The storage for rows that exceed the bound.
  ///   - bound: The maximum number of rows in memory. Without a storage there is no limit.
  init(width: Int, spillingTo storage: (any SpillStorage)?, bound: Int = 1 << 18) {
    self.width = width
    self.bound = storage == nil ? .max : max(1, bound)
    spilled = storage.map { SpilledRows($0, width: width) }
  }

  private var count: Int { words.count / width }

  /// The error of the storage, if any. Results after it are invalid.
  var error: SpillError? { spilled?.error }

  /// Appends a row.
  ///
  /// - Parameters:
  ///   - hash: Greater than the hashes before.
  ///   - values: The other words, `width - 2` of them.
  mutating func append(_ hash: Hash128, _ values: [UInt64]) {
    if count >= bound { spill() }
    words.append(hash.high)
    words.append(hash.low)
    words.append(contentsOf: values)
  }

  /// Prepares for look-ups.
  mutating func finish() {
    if let spilled, !spilled.isEmpty {
      spill()
      return
    }
    while indexBits < 24, 2 << indexBits <= count { indexBits += 1 }
    starts = Array(repeating: 0, count: 1 << indexBits + 1)
    for row in 0..<count { starts[slot(words[row * width]) + 1] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
  }

  var isEmpty: Bool { words.isEmpty && spilled?.isEmpty != false }

  /// Whether there may be a row whose hash has this first word: false is certain.
  func mayContain(first: UInt64) -> Bool {
    if words.isEmpty { return !isEmpty }
    let slot = slot(first)
    return (Int(starts[slot])..<Int(starts[slot + 1])).contains { words[$0 * width] == first }
  }

  /// The words of a row after its hash, or nil if there is none.
  func values(of hash: Hash128) -> ArraySlice<UInt64>? {
    if words.isEmpty {
      guard let spilled, !spilled.isEmpty else { return nil }
      return spilled.row(hash.high) { $0 == hash.low }?.dropFirst(2)
    }
    let slot = slot(hash.high)
    var row = Int(starts[slot])
    let end = Int(starts[slot + 1])
    while row < end {
      let start = row * width
      if words[start] == hash.high, words[start + 1] == hash.low {
        return words[start + 2..<start + width]
      }
      row += 1
    }
    return nil
  }

  private func slot(_ high: UInt64) -> Int {
    indexBits == 0 ? 0 : Int(truncatingIfNeeded: high >> UInt64(64 - indexBits))
  }

  private mutating func spill() {
    let words = words
    guard !words.isEmpty else { return }
    spilled?.add(count: count) { write in write(words.span) }
    self.words = []
  }
}
