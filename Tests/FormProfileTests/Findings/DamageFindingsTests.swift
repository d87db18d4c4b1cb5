import Testing

@testable import FormProfile

@Suite struct DamageFindingsTests {
  /// The kind of damage, the damaged cells, and the others.
  static let damages: [(Finding.Kind, [String], [String])] = [
    (.spreadsheetError, ["#REF!", "#DIV/0!"], (0..<300).map { "n\($0 % 40)" }),
    (
      .roundedNumber, ["35181600000000", "3.51816E+13"],
      (0..<300).map { "\(35_181_612_345_679 + $0 * 7_919)" }
    ),
    (.lostZero, ["4400", "1300"], (0..<300).map { "\(49_000 + $0 % 90)" }),
    (.sentinel, ["999.999", "999.999"], (0..<300).map { "\($0 * 7 % 90).25" }),
  ]

  @Test(arguments: damages) func damagedCellsAreFound(
    _ kind: Finding.Kind, _ cells: [String], _ others: [String]
  ) throws {
    let column = try ProfiledTable(column: others + cells).column
    let finding = column.damageFindings.first { $0.kind == kind }
    #expect(finding?.count == 2 && finding?.examples.first?.location.line == 302)
    #expect(try ProfiledTable(column: others).column.damageFindings.isEmpty)
  }

  @Test func rowsThatAreNoRecordsAreFound() throws {
    let header = ["place", "amount"]
    let rows = (0..<100).map { ["p\($0 % 9)", "\($0)"] }
    #expect(try ProfiledTable([header] + rows).analysis.rowFindings.isEmpty)
    let table = try ProfiledTable([header] + rows + [header] + rows + [["Total:", "9900"]])
    let findings = table.analysis.rowFindings
    #expect(findings.map(\.kind) == [.repeatedHeader, .totals])
    #expect(findings.map { $0.examples.map(\.location.line) } == [[102], [203]])
  }

  /// A list that contains the usual value is not an error.
  @Test(arguments: [("a;b", false), ("c", true)]) func listsAreNoConflicts(
    _ other: String, _ isFound: Bool
  ) throws {
    let rows = (0..<1000).map {
      ["k\($0 % 40)", $0 % 200 == 7 ? other : "ab".map(String.init)[$0 % 40 % 2]]
    }
    let analysis = try ProfiledTable([["name", "kind"]] + rows).analysis
    #expect(analysis.findings.contains { $0.kind == .dependency } == isFound)
  }
}
