import Testing

@testable import FormProfile

@Suite struct CompositeKeyTests {
  /// Each station reports once a day; the values repeat.
  private static func rows(stations: Int, days: Int) -> [[String]] {
    (0..<stations * days).map {
      ["S\($0 % stations)", "2026-03-\(10 + $0 / stations)", "\($0 * 7 % 13)"]
    }
  }

  @Test func twoColumnsIdentifyRecords() throws {
    let header = ["station", "day", "value"]
    let rows = Self.rows(stations: 30, days: 20)
    let analysis = try ProfiledTable([header] + rows).analysis
    #expect(analysis.compositeKey == CompositeKey(columns: [0, 1]))
    let yaml = Draft(analysis, Draft.Options(form: "t")).yaml
    #expect(yaml.contains("\n# key: [station, day]\n"))
    let repeated = try ProfiledTable([header] + rows + [rows[5]]).analysis
    #expect(repeated.compositeKey == nil)
  }

  /// A column that identifies the records alone needs no other.
  @Test func singleKeysArePreferred() throws {
    let rows = Self.rows(stations: 30, days: 20).enumerated().map { ["K\($0)"] + $1 }
    let analysis = try ProfiledTable([["id", "station", "day", "value"]] + rows).analysis
    #expect(analysis.compositeKey == nil)
  }
}
