import FormRules
import Testing

@testable import FormProfile

/// Sorted files are little evidence of complete lists and required fields.
@Suite struct SortedFileTests {
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

  /// Missing values follow the measurements by which a file is sorted. No word for them is drafted
  /// that no cell has.
  @Test func sortedMeasurementsMayEndWithMissingValues() throws {
    let values = (0..<2_000).map { "\(Double($0 / 4) / 8 + 0.0625)" }
    let sorted = try ProfiledTable(column: values).analysis
    #expect(sorted.missingWords.isEmpty && !sorted.columns[0].isRequired)
    let mixed = try ProfiledTable(column: (0..<2_000).map { values[$0 * 7 % 2_000] }).analysis
    #expect(mixed.missingWords.isEmpty && mixed.columns[0].isRequired)
  }

  /// In a file sorted by a column, later texts are longer or begin with other letters.
  @Test(arguments: [true, false]) func patternsOfSortedColumnsAreOpen(_ isSorted: Bool) throws {
    let cells = (0..<600).map { "AB-\(1000 + (isSorted ? $0 : $0 * 7 % 600))" }
    let table = try ProfiledTable(column: cells)
    #expect(table.column.pattern?.pattern == (isSorted ? "[A-Z]+-[0-9]+" : "AB-[0-9]{4}"))
    let rule = Draft(table.analysis, Draft.Options(form: "t")).rules.first { $0.id == "x.pattern" }
    #expect(rule?.isSuggestion == isSorted)
  }

  /// Numbers that are sorted as texts are codes, of which others may contain letters.
  @Test func numbersSortedAsTextsAreTexts() throws {
    let codes = (1...500).map { "\($0)" }
    #expect(try ProfiledTable(column: codes.sorted()).column.type.type == .text)
    #expect(try ProfiledTable(column: codes).column.type.type == .integer)
  }

  /// Measurements are often missing, so the records without one must be many more.
  @Test func numbersAreRequiredOnlyInLongFiles() throws {
    for (records, isRequired) in [(300, false), (1_000, true)] {
      let rows = (0..<records).map { ["\($0 * 7 % 90).5", "w\($0 * 7 % 90)"] }
      let columns = try ProfiledTable([["number", "word"]] + rows).analysis.columns
      #expect(columns.map(\.isRequired) == [isRequired, true])
    }
  }
}
