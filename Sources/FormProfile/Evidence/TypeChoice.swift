package import FormRules

/// The type of a column, inferred from its texts.
package struct TypeChoice: Sendable {
  package var type: FieldType
  /// The number of cells that have the type, and the number of cells considered: present cells
  /// other than words for a missing value.
  package var matching: Int
  package var considered: Int
  /// Whether every date remains valid if day and month are exchanged.
  package var isAmbiguous = false
  /// The distribution of the numbers if they have a notation of amounts (`AmountChoice`).
  package private(set) var amounts: NumericSummary?
  /// The most frequent type, if too few cells have it to make it the type of the column.
  package var weaker: FieldType?

  /// The share of considered cells that have the type.
  package var share: Share { Share(matching, of: considered) }

  /// The number of considered cells that do not have the type.
  package var exceptions: Int { considered - matching }

  /// The minimum share of cells that have the type. With fewer, the exceptions are usually not
  /// errors. Cells that contain a value of the type with text before or after it, such as `12 oz`,
  /// are included, because they were meant to have the type.
  static let minimumShare = 0.95
  /// The minimum share of cells that have the type without surrounding text.
  static let minimumPlainShare = 0.55
  /// The maximum share of cells that look like values of the type but are invalid, such as
  /// 30 February. With more, the column contains something else: hours beyond 24, for example, are
  /// not times of day.
  static let maximumImpossibleShare = 0.01
  /// The minimum number of cells at which exceptions are allowed.
  static let fewCells = 40
  /// The minimum share of numbers with a leading zero or plus sign at which a column has codes.
  static let minimumCodeShare = 0.01

  /// The text type, before the column is analysed.
  static let none = TypeChoice(type: .text, matching: 0, considered: 0)

  private init(type: FieldType, matching: Int, considered: Int) {
    (self.type, self.matching, self.considered) = (type, matching, considered)
  }

  /// Makes the column a text column, in which every cell has the type.
  mutating func setText() {
    (type, matching, isAmbiguous, weaker) = (.text, considered, false, nil)
  }

  /// Chooses the type of a column.
  ///
  /// The most frequent type is chosen and, of two equally frequent types, the narrower one. A
  /// single decimal in a column of integers therefore makes it a column of decimals.
  init(_ column: ColumnStatistics) {
    let words = column.missingWords.values.reduce(0) { $0 + $1.count }
    considered = column.present - words
    type = .text
    matching = considered
    guard considered > 0 else { return }
    guard column.arrays < column.present else {
      type = .list()
      return
    }
    if let words = Self.booleanWords(column, considered) {
      type = .boolean(words.words)
      matching = words.matching
      return
    }
    let position = Self.mostFrequent(column, considered)
    let count = position.map { column.types[$0] } ?? 0
    if count < considered, let choice = AmountChoice(column, considered: considered),
      choice.matching > count
    {
      type = .decimal(choice.format)
      matching = choice.matching
      amounts = choice.numbers
      return
    }
    guard let position else { return }
    let areCodes =
      Notation.numberRange.contains(position)
      && Double(column.texts.codes) >= Self.minimumCodeShare * Double(count)
      && column.texts.codes > 0
    guard !areCodes else { return }
    let chosen = Notation.types[position]
    guard count == considered || Self.areOthersErrors(column, position, considered: considered)
    else {
      if 2 * count >= considered { weaker = chosen }
      return
    }
    type = chosen
    matching = count
    isAmbiguous = Self.isAmbiguous(position, column)
  }

  /// The position of the type that most cells have, or nil if no cell has a type.
  private static func mostFrequent(_ column: ColumnStatistics, _ considered: Int) -> Int? {
    guard let most = column.types.max(), most > 0,
      let first = column.types.firstIndex(of: most)
    else { return nil }
    let compactDate = Notation.dateRange.lowerBound + 1
    let areDates =
      first == Notation.integer && column.types[compactDate] == considered
      && considered >= fewCells
    return areDates ? compactDate : first
  }

  /// Whether nearly all cells have the type, and the others are probably errors.
  private static func areOthersErrors(
    _ column: ColumnStatistics, _ position: Int, considered: Int
  ) -> Bool {
    let count = column.types[position]
    guard considered >= fewCells, Double(count) >= minimumPlainShare * Double(considered) else {
      return false
    }
    let exceptions = TypeExceptions(column, Notation.types[position])
    let embedding =
      Notation.numberRange.contains(position)
      ? column.texts.affixes.reduce(0) { $0 + ($1.key.isUnit ? $1.value.count : 0) }
      : exceptions.embedding
    return Double(count + embedding) >= minimumShare * Double(considered)
      && 4 * exceptions.categories <= considered - count
      && Double(exceptions.sameShape) <= maximumImpossibleShare * Double(considered)
  }

  /// The words for true and false, if the column contains only these words, apart from a few cells.
  private static func booleanWords(
    _ column: ColumnStatistics, _ considered: Int
  ) -> (words: FieldType.BooleanWords, matching: Int)? {
    guard column.values.isExact, column.distinct <= 200 else { return nil }
    var counts: [String: Int] = [:]
    for entry in column.values.entries where entry.length <= 5 {
      counts[column.values.text(of: entry).lowercased(), default: 0] += entry.count
    }
    for (yes, no) in [("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f")] {
      guard let yesCount = counts[yes], let noCount = counts[no], yesCount >= 2, noCount >= 2
      else { continue }
      let matching = yesCount + noCount
      let share = Double(matching) / Double(considered)
      let words: FieldType.BooleanWords =
        yes.utf8.count > 2 ? .init() : .init(yes: [yes], no: [no])
      guard
        matching == considered
          || share >= minimumShare && considered >= fewCells
            && 2 * TypeExceptions(column, .boolean(words)).categories <= considered - matching
      else { continue }
      return (words, matching)
    }
    return nil
  }

  /// Whether equally many texts are dates with day and month exchanged.
  private static func isAmbiguous(_ position: Int, _ column: ColumnStatistics) -> Bool {
    guard let pattern = Notation.types[position].formatPatterns.first, pattern.contains("d") else {
      return false
    }
    let exchanged = String(pattern.map { $0 == "d" ? "M" : $0 == "M" ? "d" : $0 })
    return Notation.types.indices.contains {
      exchanged != pattern && Notation.types[$0].formatPatterns.first == exchanged
        && column.types[$0] == column.types[position]
    }
  }
}
