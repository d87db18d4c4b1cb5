import FormRules
import FormTestSupport
import Testing

@testable import FormProfile

@Suite struct EvidenceTests {
  /// The expected type, the values of most cells, and exceptions.
  static let types: [(String, [String], [String])] = [
    ("integer", ["1", "-2", "30"], []),
    ("integer", ["1", "2", "30"], ["3x", "x7"]),
    // A single decimal makes it a column of decimals.
    ("decimal", ["1", "2"], ["2.5"]),
    ("decimal", ["1,234.50", "12.00"], []),
    ("decimal", ["12,5", "0,25"], []),
    // Leading zeros indicate a code.
    ("text", ["01234", "55555"], []),
    ("boolean", ["yes", "no", "Yes"], ["yxs"]),
    // A third word that repeats is a category.
    ("text", ["yes", "no"], ["unsure", "unsure", "unsure", "unsure", "unsure"]),
    ("text", ["1", "2"], ["at large", "at large", "at large", "at large", "at large"]),
    // Exceptions with a unit are numbers; letters before a number make it a code.
    ("integer", ["1", "2"], (0..<30).map { "\($0) kg" }),
    ("text", ["1", "2"], (0..<30).map { "R+\($0)" }),
    ("text", ["1", "2"], (0..<30).map { "0\($0)A" }),
    ("text", ["1", "2"], (0..<30).map { "\($0)A" }),
    ("text", ["5", "6"], (0..<30).map { "<\($0)" }),
    ("date", ["2026-01-31", "2026-02-01"], []),
    ("date", ["31.01.2026", "01.02.2026"], ["2026-02-01"]),
    ("time", ["8:30", "10:45"], []),
    ("time", ["7:16 a.m.", "9:32 p.m."], ["12/02/2011 6:55 a.m."]),
    ("datetime", ["2026-01-31T10:00:00Z", "2026-01-31 10:00"], []),
    ("text", ["a", "b"], []),
    ("number", ["1.5e3", "2"], []),
  ]

  @Test(arguments: types)
  func typesAreChosen(_ type: String, _ values: [String], _ exceptions: [String]) throws {
    let cells = (0..<300).map { values[$0 % values.count] } + exceptions
    #expect(try ProfiledTable(column: cells).column.type.type.name == type)
  }

  /// A column without a name is called by its position.
  @Test func namelessColumnsHaveLabels() throws {
    let rows = (1...300).map { ["\($0)", $0 == 7 ? "x" : "\($0)"] }
    let analysis = try ProfiledTable([["a", ""]] + rows).analysis
    #expect(analysis.columns.map(\.label) == ["a", "column 2"])
    #expect(analysis.findings.first?.column == "column 2")
  }

  @Test func columnsWithFewCellsHaveNoExceptions() throws {
    #expect(try ProfiledTable(column: (1...38).map(String.init) + ["x"]).column.type.type == .text)
    #expect(try ProfiledTable(column: (1...39).map(String.init)).column.type.type == .integer)
  }

  @Test func daysAndMonthsCanBeAmbiguous() throws {
    let ambiguous = try ProfiledTable(column: (1...60).map { "\($0 % 12 + 1)/\($0 % 11 + 1)/2026" })
    #expect(ambiguous.column.type.isAmbiguous)
    let certain = try ProfiledTable(column: (1...60).map { "\($0 % 28 + 1)/\($0 % 11 + 1)/2026" })
    #expect(!certain.column.type.isAmbiguous)
    #expect(certain.column.type.type.firstPattern == "d/M/yyyy")
  }

  /// Hours beyond 24 have the shape of times but are not times.
  @Test func impossibleValuesAreTypeExceptions() throws {
    let hours = (0..<1000).map { "\(10 + $0 % 20):15" }
    #expect(try ProfiledTable(column: hours).column.type.type == .text)
  }

  @Test func wordsForMissingValuesAreFound() throws {
    let table = try ProfiledTable(
      [["n", "t"]] + (0..<300).map { ["\($0 % 9 == 0 ? "NA" : "\($0)")", $0 % 2 == 0 ? "-" : "b"] })
    #expect(table.analysis.missingWords == ["NA"])
    #expect(table.column.blank == 34)
    #expect(table.column.type.type == .integer)
  }

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

  /// The records of a group resemble each other, so that few groups are little evidence.
  @Test(arguments: [(10, true, true), (60, false, true), (200, false, false)])
  func sortedFilesNeedManyGroups(
    _ groups: Int, _ isSuggestion: Bool, _ mayLackValues: Bool
  ) throws {
    let rows = (0..<1000).map {
      ["d\(1000 + $0 * groups / 1000)", ["red", "green"][$0 * 7 % 13 % 2]]
    }
    let analysis = try ProfiledTable([["day", "colour"]] + rows).analysis
    #expect(analysis.sorting?.column == 0 && analysis.sorting?.groups == groups)
    let draft = Draft(analysis, Draft.Options(form: "t"))
    #expect(draft.rules.first { $0.id == "colour.in" }?.isSuggestion == isSuggestion)
    #expect(draft.fields[1].field.required == !mayLackValues)
    #expect((analysis.sortingNote != nil) == mayLackValues)
  }

  /// One frequent value between rare ones does not sort a file.
  @Test func rareValuesDoNotSortAFile() throws {
    let cells = (0..<1000).map { $0 == 500 || $0 == 501 ? "pool" : "no" }
    #expect(try ProfiledTable(column: cells).analysis.sorting == nil)
  }

  /// A value that begins or ends within the file may be followed by others.
  @Test func driftingValuesAreNotClosed() throws {
    let colours = ["red", "green", "blue"]
    let steady = (0..<3_000).map { colours[$0 * 7 % 3] }
    let ending = steady.enumerated().map { $0 % 40 == 1 && $0 < 1_200 ? "black" : $1 }
    for (cells, drifts) in [(steady, false), (ending, true)] {
      let analysis = try ProfiledTable(column: cells).analysis
      #expect(analysis.columns[0].list != nil && analysis.columns[0].drifts == drifts)
      let rules = Draft(analysis, Draft.Options(form: "t")).rules
      #expect(rules.map(\.isSuggestion) == [drifts])
    }
  }

  /// Missing values follow the measurements by which a file is sorted.
  @Test func sortedMeasurementsMayEndWithMissingValues() throws {
    let values = (0..<2_000).map { "\(Double($0 / 4) / 8 + 0.0625)" }
    let sorted = try ProfiledTable(column: values).analysis
    #expect(sorted.missingWords == ["NA", "NaN"] && !sorted.columns[0].isRequired)
    let mixed = try ProfiledTable(column: (0..<2_000).map { values[$0 * 7 % 2_000] }).analysis
    #expect(mixed.missingWords.isEmpty && mixed.columns[0].isRequired)
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

  /// The cells, and whether numbers without a unit are suggested.
  static let units: [([String], Bool)] = [
    (["12 oz", "16.5 oz.", "12 ounce"], true), (["5 %", "6%", "7 percent"], false),
    (["2013FAIL", "2012PASS"], false), (["8 hours", "4 or less hours"], false),
  ]

  @Test(arguments: units) func unitsAreSuggested(_ values: [String], _ isSuggested: Bool) throws {
    let cells = (0..<300).map { values[$0 * 7 % values.count] }
    let finding = try ProfiledTable(column: cells).column.findings.first { $0.kind == .unit }
    #expect((finding?.yaml != nil) == isSuggested)
    // A deviation from the usual spelling is something else.
    let usual = (0..<300).map { $0 % 100 == 0 ? "5 okg" : "\($0) oz" }
    #expect(try ProfiledTable(column: usual).column.findings.allSatisfy { $0.yaml == nil })
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

  private static func towns(_ change: (Int, inout [String]) -> Void) -> [[String]] {
    [["zip", "town", "note"]]
      + (0..<600).map { record in
        let zip = record * 7 % 30
        var row = [
          "z\(zip)", "town \(Character(UnicodeScalar(UInt8(97 + zip % 26))))", "\(record)",
        ]
        change(record, &row)
        return row
      }
  }

  /// Readers must not take a search that was left out for one that found nothing.
  @Test func skippedSearchIsReported() throws {
    let header = (0..<800).map { "c\($0)" }
    let table = try ProfiledTable(
      [header] + (0..<300).map { row in header.indices.map { "v\((7 * row + $0) % 50)" } })
    let analysis = table.analysis
    #expect(!analysis.searchesDependencies && analysis.dependencies.isEmpty)
    #expect(analysis.dependencyNote?.contains("not searched") == true)
    let json = analysis.json(top: 1, malformed: []).text
    #expect(json.contains("\"dependenciesSearched\":false"))
    #expect(try ProfiledTable([["a"], ["b"]]).analysis.dependencyNote == nil)
  }

  @Test func dependenciesAreFound() throws {
    let analysis = try ProfiledTable(
      Self.towns { record, row in if [100, 200, 333].contains(record) { row[1] = "?\(record)" } }
    ).analysis
    let drafted = analysis.draftedDependencies.filter { $0.dependent == 1 }
    #expect(drafted.map(\.determinants) == [[0]])
    #expect(drafted.first?.minority == 3)
    #expect(analysis.examples(of: drafted[0]).map(\.location.line) == [102, 202, 335])
  }

  /// A dependent value that few records leave out is an error; one that many leave out is optional.
  @Test(arguments: [(50, "depends: {on: [zip], missing: fail}"), (3, "depends: [zip]")])
  func missingDependentsAreFound(_ step: Int, _ yaml: String) throws {
    let analysis = try ProfiledTable(
      Self.towns { record, row in if record % step == 1 { row[1] = "" } }
    ).analysis
    let drafted = try #require(analysis.draftedDependencies.first { $0.dependent == 1 })
    #expect(analysis.yaml(of: drafted) == yaml)
    #expect(drafted.blanks == (step == 50 ? 12 : 0))
  }

  /// Reports of sources about objects: `source` and `value` are derived from the numbers of the
  /// source and the object.
  private static func reports(
    sources: Int, perSource: Int = 30, _ source: (Int) -> String, _ value: (Int, Int) -> String
  ) throws -> [Dependency] {
    var rows = [["source", "object", "a", "b", "c"]]
    for number in 0..<sources {
      for object in 0..<30 where (number + object) % 30 < perSource {
        let cells = (1...3).map { column in
          let wrong = (number * 7 + object * 3 + column) % 4 == 0 ? 1 : 0
          return "\(column)" + value(number * wrong, object)
        }
        rows.append([source(number), "o\(object)"] + cells)
      }
    }
    return try ProfiledTable(rows).analysis.draftedDependencies.filter(\.isContested)
  }

  @Test func reportsOfSourcesAreContested() throws {
    func value(_ source: Int, _ object: Int) -> String { "v\(object % 21)/\(source % 2)" }
    let found = try Self.reports(sources: 20, { "s\($0)" }, value)
    #expect(found.map(\.dependent) == [2, 3, 4])
    #expect(found.allSatisfy { $0.determinants == [1] })
    // Years are no sources: the values of an object change.
    #expect(try Self.reports(sources: 20, { "\(2000 + $0)" }, value).isEmpty)
    // Trips visit few stops each.
    #expect(try Self.reports(sources: 200, perSource: 4, { "t\($0)" }, value).isEmpty)
    // A flag does not describe its object.
    #expect(
      try Self.reports(sources: 20, { "s\($0)" }) { "\(($1 + ($0 > 0 ? 1 : 0)) % 3)" }.isEmpty)
  }

  /// The minority depends only on the multiset of records.
  @Test func orderOfRecordsDoesNotMatter() throws {
    let rows = Self.towns { record, row in if record % 97 == 5 { row[1] = "other" } }
    var random = SeededGenerator(seed: 3)
    let shuffled = [rows[0]] + rows.dropFirst().shuffled(using: &random)
    let found = try [rows, shuffled].map { rows in
      try ProfiledTable(rows).analysis.dependencies.map {
        [$0.determinants[0], $0.dependent, $0.minority, $0.modes.agreeing, $0.modes.groups]
      }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(found[0] == found[1])
    #expect(!found[0].isEmpty)
  }

  /// A third column that explains the minority becomes part of the determinant.
  @Test func hiddenDeterminantsAreAdded() throws {
    var rows = [["measure", "state", "average"]]
    for record in 0..<1200 {
      let measure = record % 24
      let state = record % 50 < 2 ? "ak" : "al"
      rows.append(["m\(measure)", state, "\(state)_m\(measure)"])
    }
    let drafted = try ProfiledTable(rows).analysis.draftedDependencies
    #expect(!drafted.contains { $0.dependent == 2 && $0.determinants == [0] && $0.minority > 0 })
  }

  /// Measurements are often missing, so the records without one must be many more.
  @Test func numbersAreRequiredOnlyInLongFiles() throws {
    for (records, isRequired) in [(300, false), (1_000, true)] {
      let rows = (0..<records).map { ["\($0 * 7 % 90).5", "w\($0 * 7 % 90)"] }
      let columns = try ProfiledTable([["number", "word"]] + rows).analysis.columns
      #expect(columns.map(\.isRequired) == [isRequired, true])
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

  /// The timestamp precedes the date in every record.
  @Test func aDateIsNotComparedWithATimestamp() throws {
    let days = (1...28).map { $0 < 10 ? "0\($0)" : "\($0)" }
    let rows = (0..<300).map { ["2026-03-\(days[$0 % 28])", "2026-02-\(days[$0 % 28])T10:00:00Z"] }
    let analysis = try ProfiledTable([["due", "created"]] + rows).analysis
    #expect(analysis.columns.map(\.type.type.name) == ["date", "datetime"])
    #expect(analysis.dateOrders.isEmpty)
  }

  @Test func dateOrdersAreFound() throws {
    func day(_ number: Int) -> String {
      let date = CalendarDate(daysSinceEpoch: Int32(20_000 + number))
      return date.description
    }
    let rows =
      [["from", "to"]]
      + (0..<400).map { [day($0 * 31 % 365), day($0 * 31 % 365 + ($0 == 77 ? -5 : $0 % 9))] }
    let orders = try ProfiledTable(rows).analysis.dateOrders
    #expect(orders.map(\.exceptions) == [1])
    #expect(orders.first?.earlier == 0)
  }

  @Test(arguments: [
    (500, 500, 400, 500, true), (500, 500, 499, 500, false), (0, 1000, 5, 1000, false),
    (0, 1000, 60, 1000, true), (1, 2, 0, 2, false),
  ])
  func randomVariationIsNotDrift(_ a: Int, _ n: Int, _ b: Int, _ m: Int, _ expected: Bool) {
    #expect(Drift.isChange(a, of: n, b, of: m) == expected)
  }
}
