import FormBytes

/// The rare values of a column that are probably misspellings of frequent ones.
///
/// A single pair proves nothing: Iran is near Iraq. So the column as a whole must be explained by
/// misspellings (`isConvincing`): most of its rare values are near a frequent one, and its frequent
/// values are not near each other.
package struct NearValues: Sendable {
  /// A rare value with the frequent value that it resembles.
  package struct Pair: Sendable {
    /// Positions in the column's `values.entries`.
    package var rare: Int
    package var frequent: Int
    package var distance: Int
  }

  /// A frequent value occurs so many times, and so many times as often as the rare one: the
  /// parameters `least` and `times` of the rule `resembles`.
  package static let least = 4
  package static let times = 5
  /// A slip that repeats is still rare beside its target: a value that occurs `least` times itself
  /// is a misspelling only of one that occurs so many times as often.
  static let timesIfRepeated = 20
  /// A word may differ in this share of its characters, rounded down: in one of three letters, and
  /// in none of two.
  static let differing = 34
  /// Beyond so many comparisons nothing is drafted.
  private static let maximumComparisons = 40_000_000

  package private(set) var pairs: [Pair] = []
  /// The number of values that occur fewer than `least` times or are near a frequent one.
  package private(set) var rareValues = 0
  /// The number of other values, and of those near another one of them.
  package private(set) var frequentValues = 0
  package private(set) var confusable = 0

  /// Whether misspellings explain the rare values of the column. Half of the rare values: in a
  /// column of names or free text nearly all rare values are near nothing. A quarter of the frequent
  /// ones: where these resemble each other, as codes do, resemblance says nothing.
  package var isConvincing: Bool {
    !pairs.isEmpty && 2 * pairs.count >= rareValues && 4 * confusable <= frequentValues
  }

  /// Compares the values of a column, which must be exact.
  init(_ column: ColumnStatistics) {
    let values = column.values
    guard values.isExact else { return }
    let compared = values.entries.indices
      .filter { values.entries[$0].length <= Self.longest }
      .sorted { values.entries[$0].count > values.entries[$1].count }
    let frequent = compared.prefix { values.entries[$0].count >= Self.least }
    guard frequent.count * compared.count <= Self.maximumComparisons else { return }
    let comparison = Comparison(values)
    var editDistance = EditDistance()
    for index in compared {
      let count = values.entries[index].count
      var best: Pair?
      var isConfusable = false
      for other in frequent where other != index {
        let ratio = Double(values.entries[other].count) / Double(count)
        guard count >= Self.least || ratio >= Double(Self.times) else { break }
        // A value that is much rarer is a misspelling of this one, if anything.
        guard ratio * Double(Self.timesIfRepeated) > 1,
          ratio >= Double(Self.times) || !isConfusable,
          let distance = comparison.of(
            index, other, below: best?.distance ?? .max, &editDistance)
        else { continue }
        if ratio >= Double(count < Self.least ? Self.times : Self.timesIfRepeated) {
          best = Pair(rare: index, frequent: other, distance: distance)
        } else {
          isConfusable = true
        }
      }
      if let best {
        pairs.append(best)
        rareValues += 1
      } else if count < Self.least {
        rareValues += 1
      } else {
        frequentValues += 1
        if isConfusable { confusable += 1 }
      }
    }
  }

  /// Longer texts are not compared: in prose, everything is near nothing.
  private static let longest = 200
}

/// Compares two values word by word.
private struct Comparison {
  private let values: ByteCounts
  /// Which characters each value has, by their lower six bits. An edit changes at most two of them.
  private let characters: [UInt64]

  init(_ values: ByteCounts) {
    self.values = values
    characters = values.entries.map { entry in
      let text = values.bytes(of: entry)
      var set: UInt64 = 0
      for index in text.indices { set |= 1 << UInt64(text[index] & 63) }
      return set
    }
  }

  /// The distance of two values if it is small enough to be a misspelling: the digits are equal, and
  /// no word differs in more than a third.
  ///
  /// - Parameter bound: larger or equal distances do not matter.
  func of(_ a: Int, _ b: Int, below bound: Int, _ editDistance: inout EditDistance) -> Int? {
    let (x, y) = (values.bytes(of: values.entries[a]), values.bytes(of: values.entries[b]))
    let longest = max(x.count, y.count)
    let allowed = min(bound - 1, longest * NearValues.differing / 100)
    guard allowed >= 1, abs(x.count - y.count) <= allowed,
      (characters[a] ^ characters[b]).nonzeroBitCount <= 2 * allowed, x.hasSameDigits(as: y)
    else { return nil }
    guard let distance = editDistance.between(x, y, limit: allowed) else { return nil }
    if distance > 1, !x.wordsAreNear(y, &editDistance) { return nil }
    return distance
  }
}

extension Span<UInt8> {
  /// Whether the digits are the same, in the same order: 12 is not a misspelling of 13.
  fileprivate func hasSameDigits(as other: Span<UInt8>) -> Bool {
    var (i, j) = (0, 0)
    while true {
      while i < count, !self[i].isASCIIDigit { i += 1 }
      while j < other.count, !other[j].isASCIIDigit { j += 1 }
      if i == count || j == other.count { return i == count && j == other.count }
      if self[i] != other[j] { return false }
      i += 1
      j += 1
    }
  }

  /// Whether no word of the text is another word: with equal numbers of words, each differs in at
  /// most a third of its characters.
  fileprivate func wordsAreNear(
    _ other: Span<UInt8>, _ distance: inout EditDistance
  ) -> Bool {
    let (a, b) = (words, other.words)
    guard a.count == b.count else { return true }
    for (x, y) in zip(a, b) {
      let longest = Swift.max(x.count, y.count)
      let limit = longest * NearValues.differing / 100
      if distance.between(extracting(x), other.extracting(y), limit: limit) == nil { return false }
    }
    return true
  }

  private var words: [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for index in 0...count {
      let isBlank = index == count || self[index] == 0x20
      if isBlank, let begin = start {
        words.append(begin..<index)
        start = nil
      } else if !isBlank, start == nil {
        start = index
      }
    }
    return words
  }
}
