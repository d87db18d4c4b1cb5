package import FormRules

/// The type of a column, as far as its texts say.
package struct TypeChoice: Sendable {
  package var type: FieldType
  /// The cells that have the type, and those that were considered: present ones without words for a
  /// missing value.
  package var matching: Int
  package var considered: Int
  /// Whether day and month can be exchanged in every date.
  package var isAmbiguous = false
  /// The type that most cells have, if too few have it.
  package var weaker: FieldType?

  /// The cells that are considered and do not have the type.
  package var exceptions: Int { considered - matching }

  /// A type describes a column if so many cells have it: exceptions that are no errors are seldom as
  /// few. Cells that contain a value of the type, with something before or after, as `12 oz` does,
  /// count too, for they were meant to have it.
  static let least = 0.95
  /// But so many must have it as it is.
  static let leastPlain = 0.55
  /// Exceptions that look like values of the type, such as 30 February, are rarer: hours beyond 24
  /// mean that the column holds something else.
  static let impossible = 0.01
  /// With fewer cells there must be no exception.
  static let fewCells = 40
  /// The share of leading zeros, or plus signs, that makes digits a code.
  static let codes = 0.01

  /// Text, before anything is known.
  static let none = TypeChoice(type: .text, matching: 0, considered: 0)

  private init(type: FieldType, matching: Int, considered: Int) {
    (self.type, self.matching, self.considered) = (type, matching, considered)
  }

  /// Chooses the type of a column.
  ///
  /// The type that most cells have wins, the narrower of two with equally many, so that a single
  /// decimal in a column of integers makes it a column of decimals.
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
    guard var best = column.types.indices.max(by: { column.types[$0] < column.types[$1] }),
      column.types[best] > 0
    else { return }
    best = column.types.firstIndex(of: column.types[best]) ?? best
    let compactDate = Notation.dateRange.lowerBound + 1
    if best == Notation.integer, column.types[compactDate] == considered,
      considered >= Self.fewCells
    {
      best = compactDate
    }
    let count = column.types[best]
    let isCode =
      Notation.numberRange.contains(best)
      && Double(column.codes) >= Self.codes * Double(count) && column.codes > 0
    guard !isCode else { return }
    let chosen = Notation.types[best]
    var isMostly = false
    if count < considered, considered >= Self.fewCells,
      Double(count) >= Self.leastPlain * Double(considered)
    {
      let exceptions = TypeExceptions(column, chosen)
      let embedding =
        Notation.numberRange.contains(best)
        ? column.affixes.values.reduce(0) { $0 + $1.count } : exceptions.embedding
      isMostly =
        Double(count + embedding) >= Self.least * Double(considered)
        && 2 * exceptions.categories <= considered - count
        && Double(exceptions.sameShape) <= Self.impossible * Double(considered)
    }
    guard count == considered || isMostly else {
      if 2 * count >= considered { weaker = chosen }
      return
    }
    type = chosen
    matching = count
    isAmbiguous = Self.isAmbiguous(best, column)
  }

  /// The words for true and false of a column that has, but for a few cells, just these.
  private static func booleanWords(
    _ column: ColumnStatistics, _ considered: Int
  ) -> (words: FieldType.BooleanWords, matching: Int)? {
    guard column.values.isExact, column.distinct <= 200 else { return nil }
    var counts: [String: Int] = [:]
    for entry in column.values.entries where entry.length <= 5 {
      counts[column.values.text(of: entry).lowercased(), default: 0] += entry.count
    }
    for (yes, no) in [("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f")] {
      guard let a = counts[yes], let b = counts[no], a >= 2, b >= 2 else { continue }
      let share = Double(a + b) / Double(considered)
      let words: FieldType.BooleanWords =
        yes.utf8.count > 2 ? .init() : .init(yes: [yes], no: [no])
      guard
        a + b == considered
          || share >= least && considered >= fewCells
            && 2 * TypeExceptions(column, .boolean(words)).categories <= considered - a - b
      else { continue }
      return (words, a + b)
    }
    return nil
  }

  /// Whether another order of day and month reads as many dates.
  private static func isAmbiguous(_ position: Int, _ column: ColumnStatistics) -> Bool {
    guard let pattern = Notation.types[position].firstPattern, pattern.contains("d") else {
      return false
    }
    let exchanged = String(pattern.map { $0 == "d" ? "M" : $0 == "M" ? "d" : $0 })
    return Notation.types.indices.contains {
      exchanged != pattern && Notation.types[$0].firstPattern == exchanged
        && column.types[$0] == column.types[position]
    }
  }
}

extension FieldType {
  /// The first of the formats of a date or timestamp.
  package var firstPattern: String? {
    switch self {
    case .date(let formats): formats.first?.pattern
    case .datetime(let formats): formats.first?.pattern
    case .time(let formats): formats.first?.pattern
    default: nil
    }
  }
}
