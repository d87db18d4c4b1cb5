import FormRules
import Testing

@testable import FormProfile

/// Misspellings among the values of a column.
@Suite struct SimilarValuesTests {
  @Test func misspellingsExplainAColumn() throws {
    let words = ["birmingham", "sheffield", "dothan", "huntsville"]
    let cells = (0..<400).map { words[$0 % 4] } + ["birminghxm", "shexfield", "dothxn"]
    let similarValues = try #require(ProfiledTable(column: cells).column.similarValues)
    #expect(similarValues.isConvincing)
    #expect(similarValues.pairs.count == 3)
  }

  /// Iran is similar to Iraq, but neither is an error.
  @Test func frequentValuesAreNotMisspellings() throws {
    let cells =
      (0..<60).map { _ in "Iran" } + (0..<40).map { _ in "Iraq" } + (0..<50).map { _ in "Mali" }
      + (0..<30).map { _ in "Malta" } + ["Irak", "Chad", "Togo", "Fiji"]
    #expect(try ProfiledTable(column: cells).column.similarValues?.isConvincing != true)
  }

  /// A rare value that repeats is a word of its own.
  @Test func repeatedValuesAreNoMisspellings() throws {
    let cells =
      ["Pitcher", "Shortstop", "Catcher", "Outfielder", "First base"].flatMap { word in
        (0..<100).map { _ in word }
      } + (0..<4).map { _ in "Infielder" }
    #expect(try ProfiledTable(column: cells).column.similarValues?.isConvincing == false)
  }

  /// If two words in use resemble each other, the rule accuses only values that are rarer.
  @Test func theRuleSparesSimilarWords() throws {
    let words = [
      "birmingham", "sheffield", "dothan", "huntsville", "montgomery", "scottsboro", "fairhope",
      "gadsden",
    ]
    let typos = ["birminghxm", "shexfield", "dothxn"]
    let cells = (0..<800).map { words[$0 % words.count] } + typos
    #expect(try ProfiledTable(column: cells).column.similarValues?.ruleTimes == SimilarValues.times)
    let similar = cells + (0..<10).map { _ in "huntsvale" }
    let similarValues = try #require(ProfiledTable(column: similar).column.similarValues)
    #expect(similarValues.isConvincing)
    #expect(similarValues.ruleTimes == SimilarValues.timesIfRepeated)
  }

  @Test func differentDigitsAreNotMisspellings() throws {
    let cells = (0..<100).map { _ in "ward 12 a" } + ["ward 13 a"]
    #expect(try ProfiledTable(column: cells).column.similarValues == nil)
  }

  private static let words = [
    "birmingham", "sheffield", "dothan", "huntsville", "montgomery", "scottsboro", "fairhope",
    "gadsden",
  ]

  private static func frequent(_ count: Int) -> [(value: String, count: Int)] {
    words.prefix(count).map { ($0, 100) }
  }

  /// The counts of values just within and just outside of each bound, with the number of misspelt
  /// values and whether they explain the column.
  static let bounds:
    [(name: String, counts: [(value: String, count: Int)], pairs: Int, isConvincing: Bool)] = [
      ("5 times", [("birmingham", 5), ("birminghxm", 1)], 1, true),
      ("4 times", [("birmingham", 4), ("birminghxm", 1)], 0, false),
      ("5 times of 3", [("birmingham", 15), ("birminghxm", 3)], 1, true),
      ("4.7 times of 3", [("birmingham", 14), ("birminghxm", 3)], 0, false),
      (
        "20 times of 4",
        [("birmingham", 80), ("birminghxm", 4), ("dothan", 80), ("dothxn", 1)], 2, true
      ),
      (
        "19.8 times of 4",
        [("birmingham", 79), ("birminghxm", 4), ("dothan", 80), ("dothxn", 1)], 1, false
      ),
      (
        "half of the rare values", frequent(2) + [("dothan", 100), ("dothxn", 1), ("x", 1)], 1, true
      ),
      (
        "fewer rare values", frequent(2) + [("dothan", 100), ("dothxn", 1), ("x", 1), ("y", 1)], 1,
        false
      ),
      (
        "a quarter of the frequent values",
        frequent(7) + [("huntsvale", 90), ("dothxn", 1)], 1, true
      ),
      (
        "more of the frequent values",
        frequent(6) + [("huntsvale", 90), ("dothxn", 1)], 1, false
      ),
      ("half of them repeat", frequent(3) + [("dothxn", 4), ("sheffixld", 1)], 2, true),
      ("more of them repeat", frequent(3) + [("dothxn", 4)], 1, false),
    ]

  @Test(arguments: bounds)
  func boundsAreInclusive(
    _ name: String, _ counts: [(value: String, count: Int)], _ pairs: Int, _ isConvincing: Bool
  ) throws {
    let similar = SimilarValues(try ProfiledTable.column(counts))
    #expect(similar.pairs.count == pairs)
    #expect(similar.isConvincing == isConvincing)
  }
}
