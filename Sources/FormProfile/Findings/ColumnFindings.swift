import FormBytes
import FormDefinitions
import FormRules

extension ColumnAnalysis {
  /// The findings of a single column.
  package var findings: [Finding] {
    var findings = typeFindings + valueFindings + markFindings + distributionFindings
    findings += damageFindings
    guard isMasked else { return findings }
    for index in findings.indices { findings[index].maskExamples() }
    return findings
  }

  private func finding(
    _ kind: Finding.Kind, _ confidence: Finding.Confidence, message: String, count: Int,
    examples: [Finding.Example]
  ) -> Finding {
    Finding(
      kind: kind, confidence: confidence, column: label, message: message, count: count,
      examples: examples)
  }

  private var typeFindings: [Finding] {
    [exceptionFinding, ambiguityFinding, mixtureFinding, unitFinding].compactMap(\.self)
  }

  private var exceptionFinding: Finding? {
    guard type.exceptions > 0 else { return nil }
    return finding(
      .type, .high,
      message:
        "\(cells(type.exceptions, singular: "is", plural: "are")) not of type \(type.type.name)",
      count: type.exceptions, examples: typeExceptions())
  }

  private var ambiguityFinding: Finding? {
    guard type.isAmbiguous else { return nil }
    return finding(
      .ambiguousDate, .decide, message: "day and month can be exchanged in every date",
      count: type.matching, examples: [])
  }

  private var mixtureFinding: Finding? {
    guard let weaker = type.weaker else { return nil }
    let count = statistics.types[Notation.types.firstIndex(of: weaker) ?? 0]
    return finding(
      .mixedType, .decide,
      message:
        "\(Share(count, of: type.considered).percentage) are \(weaker.plural), the others are not",
      count: type.considered - count,
      examples: examples {
        do throws(FieldType.Mismatch) {
          _ = try weaker.read($0)
          return false
        } catch {
          return true
        }
      })
  }

  private var unitFinding: Finding? {
    let affixes = statistics.texts.affixes
    let count = affixes.values.reduce(0) { $0 + $1.count }
    guard case .text = type.type, affixes.count > 1, 2 * count >= type.considered else {
      return nil
    }
    let common = affixes.values.sorted { ($1.count, $0.line) < ($0.count, $1.line) }
    return finding(
      .unit, .decide,
      message: "numbers with other text before or after them, in \(affixes.count) notations",
      count: count,
      examples: common.prefix(Finding.maximumExamples).map {
        .init(line: $0.line, text: $0.example)
      }
    ).with(yaml: hasUnits ? "pattern: '[0-9]+(\\.[0-9]+)?'" : nil)
  }

  /// Whether nearly all cells are numbers followed by one unit in several spellings, which begin
  /// with the same letter or sign: `12 oz`, `12 oz.` and `12 ounce`.
  private var hasUnits: Bool {
    var counts: [Character: Int] = [:]
    for (affix, found) in statistics.texts.affixes where affix.before.isEmpty {
      guard let first = affix.after.first(where: { !$0.isWhitespace }),
        affix.isUnit, first.isLetter || "%°$€£".contains(first)
      else { continue }
      counts[Character(first.lowercased()), default: 0] += found.count
    }
    // An exception among cells with the same spelling is something else.
    let least = TypeChoice.minimumShare * Double(type.considered)
    let mostEqual = statistics.texts.affixes.values.reduce(0) { max($0, $1.count) }
    return Double(counts.values.max() ?? 0) >= least && Double(mostEqual) < least
  }

  private var valueFindings: [Finding] {
    [patternFinding, misspellingFinding, variantFinding, repetitionFinding, blankFinding]
      .compactMap(\.self)
  }

  private var patternFinding: Finding? {
    guard let pattern, pattern.considered > pattern.matching else { return nil }
    let count = pattern.considered - pattern.matching
    return finding(
      .pattern, .high,
      message: "\(cells(count, singular: "does", plural: "do")) not have the shape "
        + pattern.shapes.joined(separator: " or "),
      count: count, examples: examples { !pattern.matches($0) }
    ).with(yaml: "pattern: \(pattern.pattern.yamlScalar)")
  }

  private var misspellingFinding: Finding? {
    guard let similarValues, similarValues.isConvincing else { return nil }
    let table = statistics.values
    let pairs = similarValues.pairs.sorted {
      table.entries[$0.rare].firstRecord < table.entries[$1.rare].firstRecord
    }
    let count = pairs.reduce(0) { $0 + table.entries[$1.rare].count }
    return finding(
      .misspelling, .high,
      message: "\(cells(count, singular: "is", plural: "are")) similar to a frequent value",
      count: count,
      examples: pairs.prefix(Finding.maximumExamples).map { pair in
        .init(
          line: table.entries[pair.rare].firstLine,
          text: table.text(of: table.entries[pair.rare]),
          expected: table.text(of: table.entries[pair.frequent]))
      }
    ).with(
      yaml: "resembles: {times: \(similarValues.ruleTimes), least: \(SimilarValues.least)}")
  }

  private var repetitionFinding: Finding? {
    guard !isUnique, hasNames, statistics.values.isExact, records >= Self.leastRecords,
      statistics.distinct < statistics.present,
      Double(statistics.distinct) >= 0.99 * Double(statistics.present)
    else { return nil }
    let count = statistics.present - statistics.distinct
    return finding(
      .nearlyUnique, .note,
      message: "all values are distinct except in \(count.counted("cell"))", count: count,
      examples: repeated())
  }

  private var blankFinding: Finding? {
    guard blank > 0, Double(blank) / Double(max(1, records)) <= 0.01 else { return nil }
    return finding(
      .nearlyFilled, .note,
      message: "\(cells(blank, singular: "is", plural: "are")) empty in an otherwise filled column",
      count: blank, examples: [])
  }

  /// Values that differ from a more frequent value only in case or white space.
  private var variantFinding: Finding? {
    guard case .text = type.type, statistics.values.isExact, similarValues?.isConvincing != true
    else { return nil }
    let table = statistics.values
    var groups: [String: [Int]] = [:]
    for index in table.entries.indices where table.entries[index].length <= 200 {
      let key = table.text(of: table.entries[index]).lowercased().split(separator: " ")
        .joined(separator: " ")
      groups[key, default: []].append(index)
    }
    var (count, examples): (Int, [Finding.Example]) = (0, [])
    for members in groups.values where members.count > 1 {
      let sorted = members.sorted { table.entries[$0].count > table.entries[$1].count }
      for index in sorted.dropFirst() {
        count += table.entries[index].count
        examples.append(
          .init(
            line: table.entries[index].firstLine, text: table.text(of: table.entries[index]),
            expected: table.text(of: table.entries[sorted[0]])))
      }
    }
    guard count > 0, 10 * count <= statistics.present else { return nil }
    return finding(
      .variants, .decide,
      message:
        "\(cells(count, singular: "differs", plural: "differ")) from another value only in case or blanks",
      count: count,
      examples: Array(
        examples.sorted {
          ($0.location.file, $0.location.line) < ($1.location.file, $1.location.line)
        }
        .prefix(Finding.maximumExamples)))
  }

  private var markFindings: [Finding] {
    let kinds: [(TextMarks, Finding.Kind, Finding.Confidence, String, String?)] = [
      (
        .replacement, .encoding, .high, "with U+FFFD, which replaces undecodable bytes",
        "lacks: \"\\ufffd\""
      ),
      (
        .twiceEncoded, .encoding, .high, "with text that was encoded twice, such as Ã© for é",
        "lacks: [\"\\u00c3\\u0083\", \"\\u00c3\\u0082\"]"
      ),
      (.control, .control, .high, "with control characters", nil),
      (.invisible, .invisible, .decide, "with invisible characters", nil),
      (.outerBlanks, .blanks, .note, "with leading or trailing blanks", "trim: true"),
    ]
    return kinds.compactMap { mark, kind, confidence, words, yaml in
      guard let occurrences = statistics.texts.marks[mark] else { return nil }
      return finding(
        kind, confidence, message: "\(occurrences.count.counted("cell")) \(words)",
        count: occurrences.count,
        examples: occurrences.examples.map { .init(line: $0.line, text: $0.text) }
      ).with(yaml: yaml)
    }
  }

  /// Numbers more than ten interquartile ranges below the first or above the third quartile.
  private var distributionFindings: [Finding] {
    let numbers = numbers
    guard type.type.isNumeric, numbers.count >= 100, let low = numbers.quantile(0.25),
      let high = numbers.quantile(0.75), high > low
    else { return [] }
    let reach = 10 * (high - low)
    let far =
      (numbers.smallest.filter { $0.value < low - reach }
        + numbers.largest.filter { $0.value > high + reach })
    // Three or more such numbers indicate a long tail rather than outliers.
    guard !far.isEmpty, far.count < 3 else { return [] }
    let count = far.reduce(0) { $0 + $1.count }
    return [
      finding(
        .outlier, .note, message: "\(count.counted("cell")) far outside the interquartile range",
        count: count, examples: far.map { .init(line: $0.line, text: $0.text) })
    ]
  }

  /// The number of cells with the singular or plural form of a verb.
  private func cells(_ count: Int, singular: String, plural: String) -> String {
    "\(count.counted("cell")) \(count == 1 ? singular : plural)"
  }

  /// Examples of the first values that do not have the column's type.
  package func typeExceptions() -> [Finding.Example] {
    examples { (try? type.type.read($0)) == nil }
  }

  private func repeated() -> [Finding.Example] {
    let table = statistics.values
    return table.entries.filter { $0.count > 1 }.prefix(Finding.maximumExamples).map {
      .init(line: $0.firstLine, text: table.text(of: $0))
    }
  }

  /// Examples of the first distinct values for which `holds` returns true. Skips words for missing
  /// values. `holds` receives the value without outer white space.
  private func examples(_ holds: (Span<UInt8>) -> Bool) -> [Finding.Example] {
    let table = statistics.values
    var found: [Finding.Example] = []
    for entry in table.entries {
      let text = table.bytes(of: entry)
      let trimmed = text.extracting(text.trimmedRange)
      guard MissingWords.index(of: text) == nil, holds(trimmed) else { continue }
      found.append(.init(line: entry.firstLine, text: table.text(of: entry)))
      if found.count == Finding.maximumExamples { break }
    }
    return found
  }
}

extension Finding {
  fileprivate func with(yaml: String?) -> Finding {
    var finding = self
    finding.yaml = yaml
    return finding
  }
}

extension FieldType {
  /// A plural noun for values of the type.
  fileprivate var plural: String {
    switch self {
    case .integer: "whole numbers"
    case .decimal, .number: "numbers"
    case .date: "dates"
    case .time: "times"
    case .datetime: "timestamps"
    case .text, .boolean, .list, .file: "\(name) values"
    }
  }
}
