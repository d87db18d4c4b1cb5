/// The frequencies of letters and pairs of letters in a language.
struct LanguageModel: Sendable {
  /// The name in English.
  let name: String
  /// The natural logarithms of the frequencies of letters. The blank is the edge of a word.
  private let letters: [Unicode.Scalar: Double]
  private let pairs: [Pair: Double]

  struct Pair: Hashable, Sendable {
    var first, second: Unicode.Scalar
  }

  private init(name: String, lines: String) {
    self.name = name
    var letters: [Unicode.Scalar: Double] = [:]
    var pairs: [Pair: Double] = [:]
    for (index, line) in lines.split(separator: "\n").enumerated() {
      var rest = line.unicodeScalars[...]
      let first = index == 0 ? nil : rest.popFirst()
      while let letter = rest.popFirst(), let weight = rest.popFirst() {
        let value = -2 - Double(Int(weight.value) - 0x30) / 2
        if let first {
          pairs[Pair(first: first, second: letter)] = value
        } else {
          letters[letter] = value
        }
      }
    }
    self.letters = letters
    self.pairs = pairs
  }

  /// Returns the natural logarithm of the frequency of a pair.
  ///
  /// A pair that is not in the table is rarer than its letters suggest. Pairs of ASCII letters are
  /// not in the table, because they do not depend on the encoding.
  func weight(_ pair: Pair) -> Double {
    if let known = pairs[pair] { return known }
    let independent = weight(pair.first) + weight(pair.second)
    return pair.first.isASCII && pair.second.isASCII ? independent : independent - 4
  }

  private func weight(_ letter: Unicode.Scalar) -> Double { letters[letter] ?? -13 }

  /// The models by the codes of their languages.
  static let all = Dictionary(
    uniqueKeysWithValues: LetterTables.languages.map {
      ($0.code, LanguageModel(name: $0.name, lines: $0.lines))
    })
}
