import FormRules

/// The rare values of a column that are probably misspellings of frequent values.
///
/// A single pair is not evidence: Iran is similar to Iraq. Misspellings must therefore explain the
/// column as a whole (`isConvincing`): most of its rare values are similar to a frequent one, and
/// few of its frequent values are similar to each other.
package struct SimilarValues: Sendable {
  /// A rare value and the frequent value that it resembles.
  package struct Pair: Sendable {
    /// Positions in the column's `values.entries`.
    package var rare: Int
    package var frequent: Int
    package var distance: Int
  }

  /// The minimum count of a frequent value, and the minimum ratio of its count to the count of the
  /// rare value: the parameters `least` and `times` of the rule `resembles`.
  package static let least = 4
  package static let times = 5
  /// The minimum ratio for a misspelling that itself occurs at least `least` times. A repeated
  /// misspelling is still rare compared with the correct value.
  static let timesIfRepeated = 20
  /// The maximum number of comparisons. Above it, no values are compared.
  private static let maximumComparisons = 40_000_000

  package private(set) var pairs: [Pair] = []
  /// The number of pairs whose rare value occurs at least `least` times.
  private var repeatedPairs = 0
  /// The parameter `times` of the rule: the greater ratio if the smaller one would accuse valid
  /// values.
  package private(set) var ruleTimes = times
  /// The number of values that occur fewer than `least` times or are similar to a frequent one.
  package private(set) var rareValues = 0
  /// The number of other values, and the number of those that are similar to another frequent
  /// value.
  package private(set) var frequentValues = 0
  package private(set) var confusable = 0

  /// Whether misspellings explain the rare values of the column.
  ///
  /// At least half of the rare values must be similar to a frequent value: in a column of names or
  /// free text, nearly all rare values are similar to none. At most a quarter of the frequent
  /// values may be similar to another one: where frequent values resemble each other, as codes do,
  /// similarity is not evidence of an error. And most of the rare values must not repeat: similar
  /// words that are both in use do.
  package var isConvincing: Bool {
    !pairs.isEmpty && 2 * pairs.count >= rareValues && 4 * confusable <= frequentValues
      && 2 * repeatedPairs <= pairs.count
  }

  /// Compares the values of a column. Finds no pairs if the counts are not exact.
  init(_ column: ColumnStatistics) {
    let values = column.values
    guard values.isExact else { return }
    let compared = values.entries.indices
      .filter { values.entries[$0].length <= Misspelling.longest }
      .sorted { values.entries[$0].count > values.entries[$1].count }
    let frequent = compared.prefix { values.entries[$0].count >= Self.least }
    guard frequent.count * compared.count <= Self.maximumComparisons else { return }
    let characters = values.entries.map { Misspelling.characters(values.bytes(of: $0)) }
    var misspelling = Misspelling()
    for index in compared {
      let count = values.entries[index].count
      var best: Pair?
      var isConfusable = false
      for other in frequent where other != index {
        let ratio = Double(values.entries[other].count) / Double(count)
        guard count >= Self.least || ratio >= Double(Self.times) else { break }
        // A value at least 20 times rarer can only be a misspelling of this value.
        guard ratio * Double(Self.timesIfRepeated) > 1,
          ratio >= Double(Self.times) || !isConfusable,
          let distance = misspelling.distance(
            values.bytes(of: values.entries[index]), characters[index],
            y: values.bytes(of: values.entries[other]), yCharacters: characters[other],
            below: best?.distance ?? .max)
        else { continue }
        if ratio >= Double(count < Self.least ? Self.times : Self.timesIfRepeated) {
          best = Pair(rare: index, frequent: other, distance: distance)
        } else {
          isConfusable = true
          if ratio >= Double(Self.times) { ruleTimes = Self.timesIfRepeated }
        }
      }
      if let best {
        pairs.append(best)
        rareValues += 1
        if count >= Self.least { repeatedPairs += 1 }
      } else if count < Self.least {
        rareValues += 1
      } else {
        frequentValues += 1
        if isConfusable { confusable += 1 }
      }
    }
  }
}
