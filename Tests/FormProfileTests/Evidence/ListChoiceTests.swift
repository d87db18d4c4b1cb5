import FormRules
import Testing

@testable import FormProfile

/// The list of a column, and whether it is complete.
@Suite struct ListChoiceTests {
  @Test func listsAreSuggestedOnlyForClosedSets() throws {
    let colours = ["red", "green", "blue"]
    let mixed = (0..<300).map { colours[$0 * 7 % 3] }
    #expect(try ProfiledTable(column: mixed).column.list?.values.count == 3)
    // A fourth value in the second half indicates that a fifth may follow.
    #expect(try ProfiledTable(column: mixed + ["black", "black", "black"]).column.list == nil)
    // A sorted file is not evidence that no new value follows.
    #expect(try ProfiledTable(column: mixed.sorted()).column.list == nil)
    // Nor is a file sorted by a related column.
    #expect(try ProfiledTable(column: (0..<300).map { colours[$0 / 10 % 3] }).column.list == nil)
  }

  /// The rule compares trimmed cells.
  @Test func listsContainTrimmedValues() throws {
    let cells = (0..<400).map { ["WD ", "New", "WD"][$0 * 7 % 3] }
    let rules = Draft(try ProfiledTable(column: cells).analysis, Draft.Options(form: "t")).rules
    #expect(rules.map(\.yaml) == ["in: [New, WD]"])
  }

  @Test func listsExcludeMisspellings() throws {
    let colours = ["orange", "green", "violet"]
    let cells = (0..<300).map { colours[$0 * 7 % 3] } + ["orxnge", "grexn"]
    let column = try ProfiledTable(column: cells).column
    #expect(column.list?.values.count == 3)
  }

  /// A value that begins or ends within the file may be followed by others.
  @Test func valuesThatChangeWithinTheFileAreNotClosed() throws {
    let colours = ["red", "green", "blue"]
    let steady = (0..<3_000).map { colours[$0 * 7 % 3] }
    let ending = steady.enumerated().map { $0 % 40 == 1 && $0 < 1_200 ? "black" : $1 }
    for (cells, changes) in [(steady, false), (ending, true)] {
      let analysis = try ProfiledTable(column: cells).analysis
      #expect(analysis.columns[0].list != nil && analysis.columns[0].changesWithinFile == changes)
      let rules = Draft(analysis, Draft.Options(form: "t")).rules
      #expect(rules.map(\.isSuggestion) == [changes])
    }
  }

  @Test(arguments: [
    (500, 500, 400, 500, true), (500, 500, 499, 500, false), (0, 1000, 5, 1000, false),
    (0, 1000, 60, 1000, true), (1, 2, 0, 2, false), (0, 100_000, 1_000, 100_000, true),
    (0, 100_000, 999, 100_000, false),
  ])
  func randomVariationIsNotDrift(_ a: Int, _ n: Int, _ b: Int, _ m: Int, _ expected: Bool) {
    #expect(Share(a, of: n).differs(from: Share(b, of: m)) == expected)
  }

  /// Values with their counts just within and just outside of each bound.
  static let bounds: [(name: String, counts: [(value: String, count: Int)], isList: Bool)] = [
    ("two values", ProfiledTable.values(2, 60), true),
    ("one value", ProfiledTable.values(1, 120), false),
    ("60 values", ProfiledTable.values(60, 10), true),
    ("61 values", ProfiledTable.values(61, 10), false),
    ("10 cells per value", ProfiledTable.values(20, 10), true),
    ("9.95 cells per value", ProfiledTable.values(19, 10) + [("w", 9)], false),
    ("100 cells", ProfiledTable.values(2, 50), true),
    ("99 cells", [("v", 50), ("w", 49)], false),
    ("a value of 100 bytes", [("v", 60), (String(repeating: "x", count: 100), 60)], true),
    ("a value of 101 bytes", [("v", 60), (String(repeating: "x", count: 101), 60)], false),
    ("one new value in 500 cells", [("v", 250), ("w", 249), ("once", 1)], true),
    ("one new value in 499 cells", [("v", 249), ("w", 249), ("once", 1)], false),
  ]

  @Test(arguments: bounds)
  func boundsAreInclusive(
    _ name: String, _ counts: [(value: String, count: Int)], _ isList: Bool
  ) throws {
    let column = try ProfiledTable.column(counts)
    let list = ListChoice(column, leavingOut: [], records: column.present)
    #expect((list != nil) == isList)
  }

  /// One cell in 1,000 may have a value that first occurs in the second half of the file.
  @Test(arguments: [(2_000, 1_000, true), (1_999, 1_000, false), (1_999, 998, true)])
  func lateValuesAreBounded(_ records: Int, _ first: Int, _ isList: Bool) throws {
    let cells = (0..<records).map { $0 == first || $0 == first + 1 ? "late" : "v\($0 % 3)" }
    let column = try ProfiledTable(column: cells).statistics.columns[0]
    #expect((ListChoice(column, leavingOut: [], records: records) != nil) == isList)
  }
}
