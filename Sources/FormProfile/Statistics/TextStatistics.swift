import FormBytes
import FormRules

/// Statistics of a column that concern its cells as texts: their lengths, unintended characters,
/// and the text around numbers. They exclude words for missing values.
package struct TextStatistics: Sendable {
  /// The number of cells with a mark, and the first of them.
  package struct Occurrences: Sendable {
    package var count = 0
    package var examples: [(text: String, line: Int)] = []

    mutating func add(_ count: Int, _ text: @autoclosure () -> String, line: Int) {
      self.count += count
      if examples.count < 3 { examples.append((text(), line)) }
    }
  }

  /// The text before and after a number, such as a unit.
  package struct Affix: Sendable, Hashable {
    package var before: String
    package var after: String

    /// Whether the text may be a unit or a remark: letters directly before a number form a code
    /// with it, such as `D9`. So does a single capital directly after it, such as `9A`. Open
    /// classes, such as `<5` and `10+`, have no unit either.
    var isUnit: Bool {
      if (before + after).contains(where: "<>≤≥+".contains) { return false }
      if after.count == 1, after.first?.isUppercase == true { return false }
      return before.last?.isWhitespace == true || !before.contains(where: \.isLetter)
    }
  }

  /// The lengths of the shortest and longest text, with the location of the first.
  package private(set) var shortest = (scalars: Int.max, line: 0)
  package private(set) var longest = (scalars: 0, line: 0)
  /// The total length of the texts.
  private(set) var scalars = 0
  package private(set) var marks: [TextMarks: Occurrences] = [:]
  /// The number of cells of digits with a leading zero or plus sign, such as postcodes and
  /// telephone numbers.
  package private(set) var codes = 0
  /// The texts around numbers, at most `maximumAffixes`, with the location of the first.
  package private(set) var affixes: [Affix: (count: Int, line: Int, example: String)] = [:]

  private static let maximumAffixes = 64
  /// The length of a text beyond which its number has no affix.
  private static let maximumAffixedBytes = 32

  /// Counts the length and the marks of a text.
  mutating func add(_ entry: ByteCounts.Entry, in table: ByteCounts) {
    scalars += entry.scalars * entry.count
    if entry.scalars < shortest.scalars { shortest = (entry.scalars, entry.firstLine) }
    if entry.scalars > longest.scalars { longest = (entry.scalars, entry.firstLine) }
    guard entry.marks != [] else { return }
    for mark in TextMarks.all where entry.marks.contains(mark) {
      marks[mark, default: Occurrences()].add(
        entry.count, table.text(of: entry), line: entry.firstLine)
    }
  }

  /// Counts a number if it is written as a code.
  mutating func addNumber(_ text: Span<UInt8>, count: Int) {
    if text.count > 1, text[1].isASCIIDigit,
      text[0] == UInt8(ascii: "0") || text[0] == UInt8(ascii: "+")
    {
      codes += count
    }
  }

  /// Counts the affix of a text that contains exactly one number. A leading zero indicates a code.
  mutating func addAffix(_ text: Span<UInt8>, count: Int, line: Int) {
    guard text.count <= Self.maximumAffixedBytes, let range = text.rangeOfNumber,
      text[range.lowerBound] != UInt8(ascii: "0") || range.count == 1
        || text[range.lowerBound + 1] == UInt8(ascii: ".")
    else { return }
    let affix = Affix(
      before: String(copying: text.extracting(0..<range.lowerBound)),
      after: String(copying: text.extracting(range.upperBound..<text.count)))
    if let known = affixes[affix] {
      affixes[affix] = (known.count + count, min(known.line, line), known.example)
    } else if affixes.count < Self.maximumAffixes {
      affixes[affix] = (count, line, String(copying: text))
    }
  }
}

extension Span<UInt8> {
  /// The range of the only number, which consists of digits and points, or nil if there is not
  /// exactly one.
  fileprivate var rangeOfNumber: Range<Int>? {
    guard let start = indices.first(where: { self[$0].isASCIIDigit }) else { return nil }
    var end = start
    while end < count, self[end].isASCIIDigit || self[end] == UInt8(ascii: ".") { end += 1 }
    if self[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return (end..<count).contains { self[$0].isASCIIDigit } ? nil : start..<end
  }
}
