import FormRules
import Testing

@testable import FormProfile

@Suite struct ColumnFindingsTests {
  /// A column without a name is called by its position.
  @Test func namelessColumnsHaveLabels() throws {
    let rows = (1...300).map { ["\($0)", $0 == 7 ? "x" : "\($0)"] }
    let analysis = try ProfiledTable([["a", ""]] + rows).analysis
    #expect(analysis.columns.map(\.label) == ["a", "column 2"])
    #expect(analysis.findings.first?.column == "column 2")
  }

  /// Variants of more than a tenth of the cells are values of their own.
  @Test(arguments: [(10, ["variants"]), (11, [])])
  func fewVariantsAreFound(_ variants: Int, _ kinds: [String]) throws {
    let cells = (0..<100).map { $0 % 9 == 1 && $0 / 9 < variants ? "red" : "Red" }
    let findings = try ProfiledTable(column: cells).column.findings
    #expect(findings.filter { $0.kind == .variants }.map(\.kind.rawValue) == kinds)
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
}
