import Testing

@testable import FormProfile

@Suite struct TitleRowTests {
  private static let table =
    [["id", "name", "city"]] + (0..<50).map { ["\($0)", "n\($0 % 7)", "c\($0 % 5)"] }

  /// The rows above the header, and the line of the header.
  static let titles: [([[String]], Int?)] = [
    ([], nil), ([["Visits 2026"]], 2), ([["Visits 2026", "", ""]], 2),
    ([["Visits 2026"], ["January"]], 3),
  ]

  @Test(arguments: titles) func titlesAreNotHeaders(_ rows: [[String]], _ line: Int?) throws {
    #expect(try ProfiledTable(rows + Self.table).statistics.headerBelowTitle == line)
  }

  @Test func columnsWithoutNamesAreNoTitle() throws {
    let rows = [["id", ""]] + (0..<50).map { ["\($0)", "n"] }
    #expect(try ProfiledTable(rows).statistics.headerBelowTitle == nil)
    #expect(try ProfiledTable(column: ["a", "b"]).statistics.headerBelowTitle == nil)
  }
}
