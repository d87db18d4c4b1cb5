/// Hashes that are added in any order and read in ascending order, equal ones together.
///
/// The first distinct hashes are counted in a table. Once it is full, a hash takes 16 bytes, up to
/// `bound` hashes. Beyond that, sorted runs are written to a storage, if there is one, and merged
/// while they are read. Time: linear, with a radix sort.
struct SortedHashes {
  private var table: HashCounts
  /// Whether all hashes are in the table.
  private var isInTable = true
  /// The counts of the table, once it is full or sorted.
  private var tabled: [Counted] = []
  private var hashes: [Hash128] = []
  /// The sorted runs in the storage, as ranges of words.
  private var runs: [Range<Int>] = []
  private let storage: (any SpillStorage)?
  private let bound: Int
  /// By hash, the number of occurrences beyond those in `hashes`.
  private var additional: [Hash128: Int] = [:]
  /// The first error of the storage. Results after it are invalid, so the caller must check it.
  private(set) var error: SpillError?

  /// A distinct hash and the number of its occurrences.
  typealias Counted = (hash: Hash128, count: Int)

  /// The maximum number of distinct hashes in the table.
  private static let maximumTabled = 1 << 16

  /// - Parameters:
  ///   - storage: The storage for hashes that exceed the bound.
  ///   - bound: The maximum number of hashes in memory. Without a storage there is no limit.
  ///   - longestText: The maximum length in bytes of the texts that `text(of:)` returns.
  ///   - keepsLeastText: Whether `text(of:)` returns the least text of a hash instead of the first.
  init(
    spillingTo storage: (any SpillStorage)? = nil, bound: Int = 1 << 20, longestText: Int = 0,
    keepsLeastText: Bool = false
  ) {
    table = HashCounts(
      maximum: min(bound, Self.maximumTabled), longestText: longestText,
      keepsLeastText: keepsLeastText)
    self.storage = storage
    self.bound = storage == nil ? .max : max(1, bound)
  }

  /// Adds a hash that occurs `count` times, with a text. Not allowed after `sort`.
  mutating func append(_ hash: Hash128, count: Int, _ text: Span<UInt8>) {
    if isInTable {
      if table.add(hash, count: count, text) { return }
      isInTable = false
      tabled = table.sorted
      table.removeAll()
    }
    if hashes.count >= bound { spill() }
    hashes.append(hash)
    if count > 1 { additional[hash, default: 0] += count - 1 }
  }

  /// Prepares for reading.
  mutating func sort() {
    if isInTable {
      tabled = table.sorted
    } else if runs.isEmpty {
      hashes.radixSort()
    } else {
      spill()
    }
  }

  /// The text of a hash. Nil if the hash is not known, or if there were too many texts to keep.
  func text(of hash: Hash128) -> [UInt8]? { table.text(of: hash) }

  /// Removes all hashes.
  mutating func removeAll() {
    table.removeAll()
    tabled = []
    hashes = []
    runs = []
    additional = [:]
  }

  /// Writes the hashes in memory as a sorted run of distinct hashes with their counts.
  private mutating func spill() {
    guard let storage, !hashes.isEmpty else { return }
    hashes.radixSort()
    var reader = RunReader(hashes: hashes)
    var (start, length): (Int?, Int) = (nil, 0)
    while !reader.isAtEnd {
      var words: [UInt64] = []
      while !reader.isAtEnd, words.count < 3 * Self.pageSize {
        let hash = reader.head
        let count = reader.skip(hash) + (additional[hash] ?? 0)
        words += [hash.high, hash.low, UInt64(count)]
      }
      length += words.count
      do throws(SpillError) {
        let offset = try storage.append(words.span)
        start = start ?? offset
      } catch {
        self.error = self.error ?? error
      }
    }
    if let start { runs.append(start..<start + length) }
    hashes.removeAll(keepingCapacity: true)
    additional = [:]
  }

  /// The number of hashes that are written or read at a time.
  private static let pageSize = 1_024

  /// Reads the distinct hashes in ascending order, each with its count.
  func makeCursor() -> Cursor {
    Cursor(
      [RunReader(page: tabled), RunReader(hashes: hashes)] + runs.map { RunReader(rest: $0) }, self)
  }

  /// A position in the sorted hashes. There may be several at the same time.
  struct Cursor {
    private var readers: [RunReader]
    /// The readers with hashes left, as a binary heap with the smallest next hash first.
    private var heap: [Int] = []
    private let storage: (any SpillStorage)?
    private let additional: [Hash128: Int]
    /// The first error of the storage. Hashes after it are incomplete, so the caller must check it.
    private(set) var error: SpillError?

    fileprivate init(_ readers: [RunReader], _ hashes: SortedHashes) {
      self.readers = readers
      storage = hashes.storage
      additional = hashes.additional
      for index in readers.indices where fill(index) { heap.append(index) }
      for position in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sift(position) }
    }

    /// The next distinct hash and the number of its occurrences, or nil at the end.
    mutating func next() -> (hash: Hash128, count: Int)? {
      guard let first = heap.first else { return nil }
      let hash = readers[first].head
      var count = additional.isEmpty ? 0 : additional[hash] ?? 0
      while let reader = heap.first, readers[reader].head == hash {
        count += readers[reader].skip(hash)
        if readers[reader].isAtEnd, !fill(reader) {
          heap[0] = heap[heap.count - 1]
          heap.removeLast()
        }
        sift(0)
      }
      return (hash, count)
    }

    /// Reads the next page of a sorted run if its page is used up. Returns false if nothing is
    /// left.
    private mutating func fill(_ reader: Int) -> Bool {
      do throws(SpillError) {
        return try readers[reader].fill(storage)
      } catch {
        self.error = self.error ?? error
        return false
      }
    }

    /// Moves an element of the heap down until no smaller one is below it.
    private mutating func sift(_ position: Int) {
      var position = position
      while 2 * position + 1 < heap.count {
        var child = 2 * position + 1
        if child + 1 < heap.count, readers[heap[child + 1]].head < readers[heap[child]].head {
          child += 1
        }
        guard readers[heap[child]].head < readers[heap[position]].head else { return }
        heap.swapAt(position, child)
        position = child
      }
    }
  }

  /// One sorted run while it is read.
  fileprivate struct RunReader {
    /// Hashes in ascending order, or empty if the sorted run consists of pages.
    private let hashes: [Hash128]
    /// Distinct hashes with their counts.
    private var page: [Counted]
    private var index = 0
    /// The words in the storage that follow the page.
    private var rest: Range<Int>

    init(hashes: [Hash128] = [], page: [Counted] = [], rest: Range<Int> = 0..<0) {
      (self.hashes, self.page, self.rest) = (hashes, page, rest)
    }

    var head: Hash128 { hashes.isEmpty ? page[index].hash : hashes[index] }
    var isAtEnd: Bool { index == (hashes.isEmpty ? page.count : hashes.count) }

    /// Skips the hashes that are equal to the first one, and returns their number.
    mutating func skip(_ hash: Hash128) -> Int {
      let start = index
      if hashes.isEmpty {
        index &+= 1
        return page[start].count
      }
      while index < hashes.count, hashes[index] == hash { index &+= 1 }
      return index &- start
    }

    /// Reads the next page if this one is used up. Returns false if nothing is left.
    mutating func fill(_ storage: (any SpillStorage)?) throws(SpillError) -> Bool {
      guard isAtEnd else { return true }
      guard !rest.isEmpty, let storage else { return false }
      var words: [UInt64] = []
      let next = rest.prefix(3 * SortedHashes.pageSize)
      try storage.read(next.startIndex..<next.endIndex, into: &words)
      rest = next.endIndex..<rest.upperBound
      page = stride(from: 0, to: words.count, by: 3).map {
        (Hash128(high: words[$0], low: words[$0 + 1]), Int(words[$0 + 2]))
      }
      index = 0
      return true
    }
  }
}
