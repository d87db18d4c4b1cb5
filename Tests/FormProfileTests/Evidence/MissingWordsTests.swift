import FormRules
import Testing

@testable import FormProfile

@Suite struct MissingWordsTests {
  /// `NA` is a missing number in one column and the code of Namibia in another.
  @Test func wordsBelongToColumns() throws {
    let codes = ["DE", "FR", "NA", "NO", "PL"]
    let rows = (0..<500).map { [codes[$0 * 7 % 5], $0 % 9 == 0 ? "NA" : "\($0 * 7 % 500)"] }
    let analysis = try ProfiledTable([["country", "amount"]] + rows).analysis
    #expect(analysis.columns.map(\.missingWords) == [[], ["NA"]])
    #expect(analysis.columns.map(\.blank) == [0, 56])
    let draft = Draft(analysis, Draft.Options(form: "t"))
    #expect(draft.fields.map(\.field.missing) == [nil, ["NA"]])
    #expect(draft.options.file.missing.isEmpty && !draft.yaml.contains("file:"))
  }

  /// A column of countries' codes accepts the codes that do not occur, such as NA.
  @Test(arguments: [
    (["DE", "FR", "NE", "NO"], "countryCode"), (["AM", "PM"], "in: [AM, PM]"),
    (["A", "B", "C"], "in: [A, B, C]"),
  ])
  func codesOfCountriesAreOneRule(_ values: [String], _ yaml: String) throws {
    let cells = (0..<400).map { values[$0 * 7 % values.count] }
    let draft = Draft(try ProfiledTable(column: cells).analysis, Draft.Options(form: "t"))
    #expect(draft.rules.map(\.yaml) == [yaml])
  }

  /// A word that does not match the column's pattern is not a value.
  @Test func wordsBesidePatternsAreMissing() throws {
    let cells = (0..<300).map { $0 % 50 == 0 ? "NA" : "A1\($0 * 7 % 9)" }
    #expect(try ProfiledTable(column: cells).column.missingWords == ["NA"])
  }
}
