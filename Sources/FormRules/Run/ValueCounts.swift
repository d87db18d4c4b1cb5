import FormBytes

/// Counts the records with each text, and finds rare texts that resemble a frequent one.
///
/// A record takes 16 bytes, as a keyed 128-bit hash. All results depend only on the multiset of
/// records.
///
/// Must be used by only one thread at a time.
final class ValueCounts: RuleCounts {
  /// A text and the more frequent one that it resembles.
  struct Resemblance {
    /// The number of records with the text.
    var count: Int
    /// The number of records with the frequent text.
    var frequentCount: Int
    /// The frequent text, or nil if it must not be quoted.
    var text: String?
  }

  private enum Pass {
    case counting, collecting, complete
  }

  private struct Frequent {
    var hash: Hash128
    var count: Int
    var text: [UInt8] = []
    var characters: UInt64 = 0
    /// The position of the more frequent text that it resembles.
    var resembled: Int?
  }

  private var readError: SpillError?
  private let ratio: Int
  private let minimumCount: Int
  private let quotesTexts: Bool
  private var pass = Pass.counting
  private var hashes: SortedHashes
  /// The counts of texts that are not frequent and occur more than once.
  private var counts: HashRows
  /// The frequent texts, ordered by length after the last pass.
  private var frequent: [Frequent] = []
  /// The number of frequent texts that are not known.
  private var missingTexts = 0
  /// The positions of the frequent texts.
  private var positions: [Hash128: Int] = [:]
  private var misspelling = Misspelling()
  /// Whether there are too many frequent texts to compare with.
  private(set) var isTooVaried = false

  /// The maximum number of frequent texts. A column with more is not a list of names in which
  /// misspellings can be recognized.
  static let maximumFrequent = 10_000

  /// - Parameters:
  ///   - ratio: How many times as often a text must occur as one that resembles it.
  ///   - minimumCount: The minimum number of records with a frequent text.
  ///   - quotesTexts: Whether results contain texts.
  init(
    ratio: Int, minimumCount: Int, spillingTo storage: (any SpillStorage)?, quotesTexts: Bool,
    bound: Int = 1 << 20
  ) {
    self.ratio = ratio
    self.minimumCount = minimumCount
    self.quotesTexts = quotesTexts
    hashes = SortedHashes(spillingTo: storage, bound: bound, longestText: Misspelling.longest)
    counts = HashRows(width: 3, spillingTo: storage, bound: max(1, bound / 2))
  }

  var error: SpillError? { hashes.error ?? readError ?? counts.error }
  var groupBits: Int { 0 }
  var longestText: Int { Misspelling.longest }

  /// Adds records in the first pass, or collects their text in the second.
  func add(_ hash: Hash128, count: Int, _ text: Span<UInt8>) {
    switch pass {
    case .counting:
      // Longer texts are not compared.
      let kept = text.count <= Misspelling.longest ? text.count : 0
      hashes.append(hash, count: count, text.extracting(..<kept))
    case .collecting:
      guard let position = positions[hash], frequent[position].text.isEmpty, !text.isEmpty,
        text.count <= Misspelling.longest
      else { return }
      missingTexts -= 1
      frequent[position].text.append(text)
      frequent[position].characters = Misspelling.characters(text)
    case .complete: break
    }
  }

  var needsRecords: Bool {
    switch pass {
    case .counting: true
    case .collecting: missingTexts > 0
    case .complete: false
    }
  }

  /// The more frequent text that a text resembles, or nil if there is none.
  func resemblance(_ hash: Hash128, _ text: Span<UInt8>) -> Resemblance? {
    if let position = positions[hash] {
      return frequent[position].resembled.map { resemblance($0, count: frequent[position].count) }
    }
    guard !frequent.isEmpty, text.count <= Misspelling.longest else { return nil }
    let count = counts.values(of: hash).map { Int($0[$0.startIndex]) } ?? 1
    return nearest(to: text, Misspelling.characters(text), count: count).map {
      resemblance($0, count: count)
    }
  }

  private func resemblance(_ position: Int, count: Int) -> Resemblance {
    Resemblance(
      count: count, frequentCount: frequent[position].count,
      text: quotesTexts ? String(decoding: frequent[position].text, as: UTF8.self) : nil)
  }

  func endPass() -> Bool {
    switch pass {
    case .counting:
      findFrequent()
      if missingTexts > 0 {
        pass = .collecting
        return true
      }
      compareFrequent()
      pass = .complete
    case .collecting:
      compareFrequent()
      pass = .complete
    case .complete: break
    }
    return false
  }

  private func findFrequent() {
    hashes.sort()
    // A frequent text occurs `ratio` times as often as one that occurs once.
    let minimumCount = max(minimumCount, ratio)
    var cursor = hashes.makeCursor()
    while let value = cursor.next() {
      if value.count >= minimumCount {
        if frequent.count < Self.maximumFrequent {
          frequent.append(Frequent(hash: value.hash, count: value.count))
        } else {
          isTooVaried = true
        }
      } else if value.count > 1 {
        counts.append(value.hash, [UInt64(value.count)])
      }
    }
    readError = cursor.error
    counts.finish()
    if isTooVaried { frequent = [] }
    for position in frequent.indices {
      if let text = hashes.text(of: frequent[position].hash) {
        frequent[position].characters = Misspelling.characters(text.span)
        frequent[position].text = text
      } else {
        missingTexts += 1
      }
    }
    hashes.removeAll()
    positions = Dictionary(uniqueKeysWithValues: frequent.enumerated().map { ($1.hash, $0) })
  }

  /// Orders the frequent texts and compares them with each other.
  private func compareFrequent() {
    frequent.removeAll { $0.text.isEmpty }
    frequent.sort { ($0.text.count, $1.count) < ($1.text.count, $0.count) }
    for position in frequent.indices {
      let text = frequent[position]
      frequent[position].resembled = nearest(to: text.text.span, text.characters, count: text.count)
    }
    positions = Dictionary(uniqueKeysWithValues: frequent.enumerated().map { ($1.hash, $0) })
  }

  /// The position of the nearest text that occurs often enough: of several, the most frequent one,
  /// and of these the first in the order of bytes.
  private func nearest(to text: Span<UInt8>, _ characters: UInt64, count: Int) -> Int? {
    let (shortest, longest) = (text.count * 66 / 100, text.count * 100 / 66 + 1)
    let first = frequent.partitioningIndex { $0.text.count >= shortest }
    var best: (position: Int, distance: Int)?
    for position in first..<frequent.count {
      let other = frequent[position]
      if other.text.count > longest { break }
      guard other.count / ratio >= count,
        let distance = misspelling.distance(
          text, characters, y: other.text.span, yCharacters: other.characters,
          below: best.map { $0.distance + 1 } ?? .max),
        distance > 0
      else { continue }
      if let best, best.distance == distance, !isBetter(position, than: best.position) { continue }
      best = (position, distance)
    }
    return best?.position
  }

  private func isBetter(_ position: Int, than other: Int) -> Bool {
    let (candidate, best) = (frequent[position], frequent[other])
    return candidate.count == best.count
      ? candidate.text.lexicographicallyPrecedes(best.text) : candidate.count > best.count
  }
}
