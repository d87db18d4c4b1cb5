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
}
