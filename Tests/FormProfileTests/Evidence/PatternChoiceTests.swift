import FormRules
import Testing

@testable import FormProfile

/// The pattern of a column.
@Suite struct PatternChoiceTests {
  /// The text before and after a number, an exception, and the expected pattern.
  static let patterns: [(String, String, String, String)] = [
    ("AL-10", "", "AL1000", "AL-[0-9]{4}"), ("", "%", "9x%", "[0-9]{2}%"),
    ("0", "", "01234x", "[0-9]{3}"),
  ]

  @Test(arguments: patterns)
  func patternsAreChosen(
    _ before: String, _ after: String, _ exception: String, _ pattern: String
  ) throws {
    let cells = (0..<200).map { "\(before)\(10 + $0 * 7 % 60)\(after)" } + [exception]
    #expect(try ProfiledTable(column: cells).column.pattern?.pattern == pattern)
  }

  /// The shape of one text shows nothing about others.
  @Test func patternsOfOneTextAreSuggestions() throws {
    for (cells, isSuggestion) in [
      ((0..<300).map { "AL-\(1000 + $0 * 7 % 50)" }, false),
      ((0..<300).map { _ in "AL-1000" }, true),
    ] {
      let rules = Draft(try ProfiledTable(column: cells).analysis, Draft.Options(form: "t")).rules
      #expect(rules.first { $0.id == "x.pattern" }?.isSuggestion == isSuggestion)
    }
  }

  /// A short word in the place of another one is not its misspelling.
  @Test func shortWordsHaveNoMisspellings() throws {
    for (word, other, isMatched) in [("Vol", "Col", true), ("Volume", "Volyme", false)] {
      let cells = (0..<100).map { "\(word) \($0 * 7 % 30)" } + ["\(other) 7"]
      let pattern = try #require(ProfiledTable(column: cells).column.pattern)
      let matches = pattern.matches("\(other) 7".utf8.span)
      #expect(matches == isMatched, "\(other)")
    }
  }
}
