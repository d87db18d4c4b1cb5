import FormBytes

/// Compares texts to find misspellings.
///
/// Two texts are similar if they have the same digits in the same order, and neither the texts as a
/// whole nor any of their words differ in more than `differing` percent of their characters. Bytes
/// count as characters.
package struct Misspelling {
  /// The maximum percentage of characters in which texts may differ, rounded down: one character of
  /// three, none of two.
  package static let differing = 34
  /// The maximum length of compared texts in bytes. Longer texts are prose and rarely similar.
  package static let longest = 200

  private var editDistance = EditDistance()

  package init() {}

  /// The set of characters in a text, by their lower six bits, for a fast comparison. One edit
  /// changes at most two bits.
  package static func characters(_ text: Span<UInt8>) -> UInt64 {
    var set: UInt64 = 0
    for index in text.indices { set |= 1 << UInt64(text[index] & 63) }
    return set
  }

  /// The edit distance of two different texts, or nil if they are not similar.
  ///
  /// - Parameters:
  ///   - xCharacters: The characters of `x`; see `characters`.
  ///   - yCharacters: The characters of `y`.
  ///   - bound: The result is nil for distances of `bound` or more.
  package mutating func distance(
    _ x: Span<UInt8>, _ xCharacters: UInt64, y: Span<UInt8>, yCharacters: UInt64,
    below bound: Int = .max
  ) -> Int? {
    let allowed = min(bound - 1, max(x.count, y.count) * Self.differing / 100)
    guard allowed >= 1, abs(x.count - y.count) <= allowed,
      (xCharacters ^ yCharacters).nonzeroBitCount <= 2 * allowed, x.hasSameDigits(as: y),
      let distance = editDistance.between(x, y, limit: allowed)
    else { return nil }
    return x.wordsAreNear(y, &editDistance) ? distance : nil
  }
}

extension Span<UInt8> {
  /// Whether both texts have the same digits in the same order: 12 is not a misspelling of 13.
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

  /// Whether each word differs from its counterpart in at most `differing` percent of its
  /// characters: A is not a misspelling of B, nor unit A of unit B. True if the numbers of words
  /// differ.
  fileprivate func wordsAreNear(
    _ other: Span<UInt8>, _ distance: inout EditDistance
  ) -> Bool {
    let (a, b) = (words, other.words)
    guard a.count == b.count else { return true }
    for (x, y) in zip(a, b) {
      if extracting(x).isEqual(to: other.extracting(y)) { continue }
      let longest = Swift.max(x.count, y.count)
      let limit = longest * Misspelling.differing / 100
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
