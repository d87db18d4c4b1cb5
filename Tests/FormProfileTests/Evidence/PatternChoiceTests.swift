import FormRules
import Testing

@testable import FormProfile

/// The pattern of a column.
@Suite struct PatternChoiceTests {
  /// The text before and after a number, an exception, and the expected pattern.
  static let patterns: [(String, String, String, String)] = [
    ("AL-10", "", "AL1000", "AL-[0-9]{4}"), ("", "#", "9x#", "[0-9]{2}#"),
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

  /// Numbers with a prefix: `distinct` values in `cells` cells.
  private static func codes(
    _ cells: Int, distinct: Int = 60, prefix: String = "AL-"
  ) -> [(value: String, count: Int)] {
    (0..<distinct).map {
      ("\(prefix)\(100 + $0)", cells / distinct + ($0 < cells % distinct ? 1 : 0))
    }
  }

  /// Exceptions that all have different shapes.
  private static func slips(_ counts: Int...) -> [(value: String, count: Int)] {
    zip("!#%&+/:;<=>@^|~", counts).map { ("\($0)x", $1) }
  }

  private static func slips(each count: Int) -> [(value: String, count: Int)] {
    "!#%&+/:;<=>@^|~".prefix(count).map { ("\($0)x", 1) }
  }

  /// Texts just within and just outside of each bound, with the number of shapes of the pattern, or
  /// nil if there is no pattern.
  static let bounds: [(name: String, counts: [(value: String, count: Int)], shapes: Int?)] = [
    ("100 cells", codes(100), 1),
    ("99 cells", codes(99), nil),
    ("three shapes", codes(60) + codes(60, prefix: "") + codes(60, prefix: "x"), 3),
    (
      "four shapes",
      codes(60) + codes(60, prefix: "") + codes(60, prefix: "x") + codes(60, prefix: "/"), nil
    ),
    ("a shape of 2 %", codes(196) + codes(4, distinct: 2, prefix: "/"), 2),
    ("a shape of 1.5 %", codes(197) + codes(3, distinct: 3, prefix: "/"), 1),
    ("95 %", codes(190) + slips(each: 10), 1),
    ("94.5 %", codes(189) + slips(each: 11), nil),
    ("99.9 % of different texts", codes(999, distinct: 899) + slips(1), 1),
    ("99.8 % of different texts", codes(998, distinct: 898) + slips(1, 1), nil),
    ("1.5 cells per value", codes(148, distinct: 98) + slips(1, 1), 1),
    ("1.49 cells per value", codes(148, distinct: 99) + slips(1, 1), nil),
    ("2 cells per exception", codes(300) + slips(2, 2), 1),
    ("2.5 cells per exception", codes(300) + slips(3, 2), nil),
    ("an exception in 4 cells", codes(400) + slips(4, 1, 1), 1),
    ("an exception in 5 cells", codes(400) + slips(5, 1, 1, 1), nil),
  ]

  @Test(arguments: bounds)
  func boundsAreInclusive(
    _ name: String, _ counts: [(value: String, count: Int)], _ shapes: Int?
  ) throws {
    let column = try ProfiledTable.column(counts)
    #expect(PatternChoice(column, considered: column.present)?.shapes.count == shapes)
  }

  /// A length is fixed in 99.5 % of the cells, a word in 90 %. Cells with another word do not match
  /// the pattern, of which at least 95 % must.
  static let fixedParts: [(counts: [(value: String, count: Int)], pattern: String?)] = [
    ([("AL-10", 100), ("AL-11", 99), ("AL-123", 1)], "AL-[0-9]{2}"),
    ([("AL-10", 100), ("AL-11", 98), ("AL-123", 2)], "AL-[0-9]+"),
    ([("Volume 11", 95), ("Volyme 12", 5)], "Volume [0-9]{2}"),
    ([("Volume 11", 94), ("Volyme 12", 6)], nil),
    ([("Volume 11", 90), ("Volyme 12", 10)], nil),
    ([("Volume 11", 89), ("Volyme 12", 11)], "V[a-z]{5} [0-9]{2}"),
  ]

  @Test(arguments: fixedParts)
  func partsAreFixed(_ counts: [(value: String, count: Int)], _ pattern: String?) throws {
    let column = try ProfiledTable.column(counts)
    #expect(PatternChoice(column, considered: column.present)?.pattern == pattern)
  }
}
