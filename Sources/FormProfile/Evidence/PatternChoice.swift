import FormBytes
import FormDefinitions
import FormRules

/// A pattern that describes the texts of a column.
package struct PatternChoice: Sendable {
  /// The regular expression, which matches a whole text.
  package var pattern: String
  /// The shapes of the pattern, for display.
  package var shapes: [String]
  package var matching: Int
  package var considered: Int
  private var parts: [Part] = []

  /// The maximum number of shapes. More shapes do not form a pattern.
  static let maximumShapes = 3
  /// The minimum share of cells for each shape. A rarer shape may be an error.
  static let leastShape = 0.02
  /// The minimum share of cells for all shapes together, if the exceptions look like errors: most
  /// of them differ from each other.
  static let least = 0.95
  /// The minimum share in all other cases.
  static let leastStrict = 0.999
  /// The maximum average number of cells per distinct exception. Exceptions that occur more often
  /// are valid values.
  static let repeats = 2.0
  /// The maximum number of cells with the same exception.
  static let maximumEqual = 4
  /// The minimum average number of cells per distinct value, if there are exceptions. Values that
  /// do not repeat are names or keys, and a new one may have another shape.
  static let leastPerValue = 1.5
  /// The minimum share of a shape's cells that must agree for a run of characters to have a fixed
  /// length, or to be a fixed word.
  static let fixedLength = 0.995
  static let fixedWord = 0.9
  /// The minimum number of cells.
  static let leastCells = 100

  /// Chooses a pattern, or returns nil if the shapes are not regular enough.
  init?(_ column: ColumnStatistics, considered: Int) {
    guard considered >= Self.leastCells else { return nil }
    var groups: [Shape: (count: Int, shapes: [(Shape, Int)])] = [:]
    for (shape, count, _) in column.shapes.sorted {
      groups[shape.general, default: (0, [])].count += count
      groups[shape.general]?.shapes.append((shape, count))
    }
    let chosen = groups.filter { Double($0.value.count) >= Self.leastShape * Double(considered) }
      .sorted { ($1.value.count, $0.key.description) < ($0.value.count, $1.key.description) }
    guard !chosen.isEmpty, chosen.count <= Self.maximumShapes,
      chosen.contains(where: \.key.hasDigits), chosen.allSatisfy({ $0.key.runs.count <= 12 }),
      // Letters without digits form a pattern only if the text is always the same.
      chosen.allSatisfy({ $0.key.hasDigits || Self.isOneText($0.key, column) })
    else { return nil }
    matching = chosen.reduce(0) { $0 + $1.value.count }
    self.considered = considered
    let share = Double(matching) / Double(considered)
    let exceptions = considered - matching
    guard
      share >= Self.leastStrict
        || share >= Self.least
          && Double(considered) >= Self.leastPerValue * Double(column.distinct)
          && Self.areSlips(exceptions, chosen.map(\.key), column: column)
    else { return nil }
    shapes = chosen.map(\.key.description)
    // In a file sorted by the column, later values may be longer and begin with another word.
    let isSorted = column.isOrdered || column.isSortedByText
    parts = chosen.map { shape, group in
      Part(
        shape, count: group.count, shapes: isSorted ? [] : group.shapes,
        isSorted ? [:] : Self.words(of: shape, column))
    }
    pattern = parts.map(\.expression).joined(separator: "|")
    guard column.values.isExact else { return }
    // Fixed lengths and words may exclude further cells.
    let parts = parts
    matching = column.values.entries.reduce(0) { sum, entry in
      let text = column.values.bytes(of: entry)
      return sum + (parts.contains { $0.matches(text) } ? entry.count : 0)
    }
    guard Double(matching) >= Self.least * Double(considered) else { return nil }
  }

  /// Whether the pattern matches a text without outer white space.
  func matches(_ text: Span<UInt8>) -> Bool { parts.contains { $0.matches(text) } }

  /// Whether every run of letters in a shape is a fixed word.
  private static func isOneText(_ shape: Shape, _ column: ColumnStatistics) -> Bool {
    let words = words(of: shape, column)
    return shape.runs.indices.allSatisfy { words[$0] != nil || !shape.runs[$0].isClass }
  }

  /// Whether most exceptions differ from each other, as errors do.
  private static func areSlips(
    _ exceptions: Int, _ shapes: [Shape], column: ColumnStatistics
  ) -> Bool {
    guard column.values.isExact else { return false }
    let others = column.values.entries.filter {
      let text = column.values.bytes(of: $0)
      return MissingWords.index(of: text) == nil && !shapes.contains(Shape(of: text).general)
    }
    return Double(exceptions) <= repeats * Double(others.count)
      && others.allSatisfy { $0.count <= maximumEqual }
  }

  /// The words that nearly all texts of a shape have in common, by the index of the run.
  private static func words(of shape: Shape, _ column: ColumnStatistics) -> [Int: String] {
    guard column.values.isExact else { return [:] }
    var counts: [Int: [String: Int]] = [:]
    var all = 0
    for entry in column.values.entries {
      let text = column.values.bytes(of: entry)
      guard Shape(of: text).general == shape else { continue }
      all += entry.count
      for (index, word) in Shape.texts(of: text).enumerated() where shape.runs[index].isLetters {
        counts[index, default: [:]][word, default: 0] += entry.count
      }
    }
    return counts.compactMapValues { words in
      guard let (word, count) = words.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        Double(count) >= fixedWord * Double(all)
      else { return nil }
      // The other words must be misspellings or very rare. Otherwise they are valid as well.
      var distance = EditDistance()
      // Of a word of three letters, one with another letter is not a misspelling but a word.
      let areSlips =
        word.utf8.count > 3
        && words.keys.allSatisfy { other in
          let limit = max(word.utf8.count, other.utf8.count) * Misspelling.differing / 100
          return distance.between(word.utf8.span, other.utf8.span, limit: limit) != nil
        }
      return areSlips || Double(count) >= fixedLength * Double(all) ? word : nil
    }
  }
}

extension PatternChoice {
  /// One alternative of the pattern.
  struct Part: Sendable {
    private let shape: Shape
    /// The length of each run, or 0 if it varies.
    private let lengths: [Int]
    private let words: [Int: String]

    init(_ shape: Shape, count: Int, shapes: [(Shape, Int)], _ words: [Int: String]) {
      self.shape = shape
      self.words = words
      lengths = shape.runs.indices.map { index in
        var lengths: [Int: Int] = [:]
        for (shape, count) in shapes {
          lengths[Int(shape.runs[index].length), default: 0] += count
        }
        return lengths.first { Double($0.value) >= fixedLength * Double(count) }?.key ?? 0
      }
    }

    var expression: String {
      shape.runs.indices.map { index in
        let run = shape.runs[index]
        if let word = words[index] { return word.escapedForPattern }
        guard run.isClass else {
          return String(
            repeating: String(UnicodeScalar(run.symbol)).escapedForPattern, count: Int(run.length))
        }
        let length = lengths[index]
        return run.characterClass + (length == 0 ? "+" : length == 1 ? "" : "{\(length)}")
      }.joined()
    }

    func matches(_ text: Span<UInt8>) -> Bool {
      let runs = Shape(of: text)
      guard runs.general == shape else { return false }
      for index in lengths.indices where lengths[index] != 0 && words[index] == nil {
        if Int(runs.runs[index].length) != lengths[index], runs.runs[index].isClass { return false }
      }
      guard !words.isEmpty else { return true }
      let texts = Shape.texts(of: text)
      return words.allSatisfy { texts[$0.key].utf8.elementsEqual($0.value.utf8) }
    }
  }
}

extension Shape {
  /// The shape of a text without its outer white space.
  init(of text: Span<UInt8>) {
    var key: [UInt8] = []
    var counts = CharacterCounts()
    key.setShape(of: text.extracting(text.trimmedRange), &counts)
    self.init(key: key.span)
  }

  /// The text of each run.
  static func texts(of text: Span<UInt8>) -> [String] {
    let text = text.extracting(text.trimmedRange)
    let runs = Shape(of: text).runs
    var texts: [String] = []
    var start = 0
    for run in runs {
      var (end, scalars) = (start, 0)
      while end < text.count {
        if text[end] & 0xC0 != 0x80 {
          guard scalars < Int(run.length) else { break }
          scalars += 1
        }
        end += 1
      }
      texts.append(String(copying: text.extracting(start..<end)))
      start = end
    }
    return texts
  }
}

extension Shape.Run {
  fileprivate var isLetters: Bool { symbol == Shape.lower || symbol == Shape.upper }

  fileprivate var characterClass: String {
    switch symbol {
    case Shape.digit: "[0-9]"
    case Shape.lower: "[a-z]"
    case Shape.upper: "[A-Z]"
    default: "[^\\x00-\\x7F]"
    }
  }
}
