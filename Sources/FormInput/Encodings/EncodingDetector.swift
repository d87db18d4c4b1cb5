import FormBytes

/// Detects the single-byte encoding of text by the frequencies of letters in languages.
///
/// Each encoding reads the same bytes as other letters. The reading whose pairs of letters are the
/// most frequent ones in a language, or in several, is the most probable one.
struct EncodingDetector: Sendable {
  /// The maximum number of different words. More do not change the result.
  private static let maximumWords = 200
  /// The natural logarithm of how improbable it is that words are in several languages.
  private static let mixing = 3.5

  /// The words with bytes beyond ASCII, and how often they occur.
  private(set) var words: [[UInt8]] = []
  private var counts: [Int] = []
  private var indices: [[UInt8]: Int] = [:]

  /// Adds the words of a record that have bytes beyond ASCII.
  ///
  /// - Returns: The indices of those that are among the different words.
  mutating func add(_ record: Span<UInt8>) -> [Int] {
    var found: [Int] = []
    var word: [UInt8] = []
    var isBeyondASCII = false
    for index in 0...record.count {
      let byte = index < record.count ? record[index] : 0x20
      if byte >= 0x80 || byte.isASCIILetter || byte.isASCIIDigit {
        word.append(byte)
        if byte >= 0x80 { isBeyondASCII = true }
        continue
      }
      if isBeyondASCII, let known = add(word) { found.append(known) }
      word.removeAll(keepingCapacity: true)
      isBeyondASCII = false
    }
    return found
  }

  private mutating func add(_ word: [UInt8]) -> Int? {
    if let known = indices[word] {
      counts[known] += 1
      return known
    }
    guard words.count < Self.maximumWords, word.count <= 64 else { return nil }
    indices[word] = words.count
    words.append(word)
    counts.append(1)
    return words.count - 1
  }

  /// The reading of the words in one encoding.
  struct Reading: Sendable {
    let candidate: EncodingCandidate
    /// The language, or nil if the words are in several ones.
    var language: String?
    /// The natural logarithm of the probability of the bytes.
    var score: Double
    /// By word, the mean logarithm of the frequency of its pairs of letters. Nil for a word that
    /// says nothing about the encoding.
    var wordScores: [Double?]
    /// The number of letters beyond ASCII of the different words.
    var evidence = 0
    /// The mean of the words' scores, or nil if no word says anything about the encoding.
    var meanScore: Double? {
      let scores = wordScores.compactMap(\.self)
      return scores.isEmpty ? nil : scores.reduce(0, +) / Double(scores.count)
    }
    /// Whether the words are so probable in a script other than Latin that the text is in no
    /// multibyte encoding, although Cyrillic letters in KOI8 have the codes of frequent hanzi.
    ///
    /// Eight words of Cyrillic, Greek or Hebrew have a mean score of more than -7.4, lines in
    /// Chinese, Japanese or Korean, read as such words, of less than -10.
    var isFluentInOtherScript: Bool { !isLatin && evidence >= 12 && meanScore ?? -20 >= -7.5 }
    /// Whether the letters beyond ASCII are Latin.
    var isLatin: Bool { EncodingCandidate.isLatin(candidate.encoding) }
  }

  /// The readings in all encodings, the most probable one first. Of several encodings that read the
  /// words alike, the most frequent one precedes the others.
  var results: [Reading] {
    var results = EncodingCandidate.all.map(result).sorted { $0.score > $1.score }
    let first = results[0]
    let alike = results.indices.filter { differences(first, results[$0]).isEmpty }
    if let best = alike.max(by: { results[$0].candidate.prior < results[$1].candidate.prior }) {
      results.insert(results.remove(at: best), at: 0)
    }
    return results
  }

  /// The reading in one encoding, or nil if no language is known for it.
  func result(in encoding: TextEncoding) -> Reading? {
    EncodingCandidate.all.first { $0.encoding == encoding }.map(result)
  }

  private func result(_ candidate: EncodingCandidate) -> Reading {
    let readings = words.map { WordReading($0, candidate.characters) }
    let models = candidate.languages.compactMap { LanguageModel.all[$0] }
    var known = models.map { _ in [LanguageModel.Pair: Double]() }
    var byLanguage = models.map { _ in 0.0 }
    var (mixed, costs) = (0.0, 0.0)
    var wordScores: [Double?] = []
    for (index, reading) in readings.enumerated() {
      // Repetition says little.
      let count = 1 + logarithm(counts[index])
      costs += count * (reading.signs + reading.faults)
      var best = -Double.infinity
      for language in models.indices {
        var sum = 0.0
        for pair in reading.pairs {
          if let weight = known[language][pair] {
            sum += weight
          } else {
            let weight = models[language].weight(pair)
            known[language][pair] = weight
            sum += weight
          }
        }
        byLanguage[language] += count * sum
        best = max(best, sum)
      }
      mixed += count * (best - Self.mixing)
      wordScores.append(
        reading.evidence == 0 && reading.faults == 0
          ? nil : (best - reading.faults) / Double(max(1, reading.pairs.count)))
    }
    let language = models.indices.max { byLanguage[$0] < byLanguage[$1] }
    let single = language.map { byLanguage[$0] } ?? -.infinity
    return Reading(
      candidate: candidate,
      language: single >= mixed ? language.map { models[$0].name } : nil,
      score: candidate.prior - costs + max(single, mixed), wordScores: wordScores,
      evidence: readings.reduce(0) { $0 + $1.evidence })
  }

  private func logarithm(_ count: Int) -> Double {
    // The binary logarithm without its fraction, in units of the natural one.
    Double(count.bitWidth - 1 - count.leadingZeroBitCount) * 0.7
  }

  /// The bytes beyond ASCII in the words, the most frequent ones first.
  private var bytes: [UInt8] {
    var frequencies: [UInt8: Int] = [:]
    for (word, count) in zip(words, counts) {
      for byte in word where byte >= 0x80 { frequencies[byte, default: 0] += count }
    }
    return frequencies.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// The bytes that two encodings read as different characters, the most frequent ones first.
  func differences(_ first: Reading, _ second: Reading) -> [UInt8] {
    bytes.filter {
      first.candidate.characters[Int($0)].scalar != second.candidate.characters[Int($0)].scalar
    }
  }

  /// The letters beyond ASCII in a reading, the most frequent ones first.
  func letters(_ result: Reading) -> [Unicode.Scalar] {
    bytes.map { result.candidate.characters[Int($0)] }.filter(\.isLetter).map(\.scalar)
  }
}
