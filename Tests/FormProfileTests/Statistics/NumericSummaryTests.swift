import FormRules
import Testing

@testable import FormProfile

@Suite struct NumericSummaryTests {
  /// In a column with a decimal comma, a point separates groups.
  @Test func groupedNumbersAreReadInTheirNotation() throws {
    let cells = (0..<400).map { "\(1 + $0 * 7 % 400).000.500,25" } + ["999.658", "-910"]
    let column = try ProfiledTable(column: cells).column
    #expect(column.type.type == .decimal(.init(point: ",", group: ["."])))
    #expect(column.numbers.smallest.first?.text == "-910")
    #expect(column.numbers.largest.first?.text == "400000500.25")
    #expect(column.numbers.quantile(0.5).map { $0 > 190_000_000 && $0 < 210_000_000 } == true)
  }

  /// The minimum and maximum are exact, also beyond the precision of binary numbers.
  @Test func extremesAreExact() throws {
    let cells = (0..<300).map { "\(900_719_925_474_099_301 + $0 * 7 % 300)" }
    let json = try ProfiledTable(column: cells).analysis.json(top: 1, malformed: []).text
    #expect(json.contains("900719925474099301") && json.contains("900719925474099600"))
    #expect(1_234_567.89.shortDescription == "1234568")
  }

  /// Sums of the greatest numbers are infinite.
  @Test func extremeNumbersAreNotSummarized() throws {
    let extremes = ["-1.7976931348623157e308", "1.7e308"]
    let table = try ProfiledTable(column: extremes + (0..<300).map { "1.\($0)" })
    let json = table.analysis.json(top: 1, malformed: []).text
    #expect(json.contains("\"deviation\":null"), "\(json)")
    #expect(table.column.numbers.histogram(bins: 10) == [])
  }

  /// All cells of an outlier are counted.
  @Test(arguments: [1, 20]) func outliersAreCountedByCell(_ count: Int) throws {
    let cells = (0..<800).map { $0 % 40 == 0 && $0 < 40 * count ? "99" : "\($0 % 3)" }
    let finding = try ProfiledTable(column: cells).column.findings.first { $0.kind == .outlier }
    #expect(finding?.count == count)
  }
}
