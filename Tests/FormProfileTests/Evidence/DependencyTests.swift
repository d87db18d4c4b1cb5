import FormRules
import FormTestSupport
import Testing

@testable import FormProfile

/// Columns that determine others.
@Suite struct DependencyTests {
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

  /// Groups of records: the number of groups, and the counts of the values in each group. A group
  /// has its own values.
  struct Groups: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var groups: [(count: Int, values: [Int])]
    /// Whether the dependency is found, and if so, whether it is convincing.
    var isConvincing: Bool?

    init(_ name: String, _ groups: (Int, [Int])..., isConvincing: Bool?) {
      testDescription = name
      self.groups = groups
      self.isConvincing = isConvincing
    }
  }

  static let bounds = [
    Groups("20 groups", (20, [3]), isConvincing: true),
    Groups("19 groups", (19, [3]), isConvincing: nil),
    Groups("groups of 2", (30, [2]), isConvincing: nil),
    Groups("20 groups of 3", (20, [3]), (1, [2]), isConvincing: true),
    Groups("19 groups of 3", (19, [3]), (2, [2]), isConvincing: nil),
    Groups("agreement 0.9", (20, [18, 2]), isConvincing: true),
    Groups("agreement 0.8975", (19, [18, 2]), (1, [17, 2, 1]), isConvincing: false),
    // The agreement is 0.9 as well, but small groups agree more by chance.
    Groups("strength 0.79", (20, [9, 1]), isConvincing: false),
    Groups("agreement 0.75", (20, [15, 1, 1, 1, 1, 1]), isConvincing: false),
    Groups(
      "agreement 0.7475", (19, [15, 1, 1, 1, 1, 1]), (1, [14, 1, 1, 1, 1, 1, 1]),
      isConvincing: nil),
    Groups("0.5 % of the groups have two values", (199, [5]), (1, [3, 2]), isConvincing: true),
    Groups("more groups have two values", (198, [5]), (1, [3, 2]), isConvincing: false),
    Groups("a second value of a quarter", (100, [9]), (1, [8, 2]), isConvincing: true),
    Groups("a second value above a quarter", (100, [9]), (1, [7, 2]), isConvincing: false),
  ]

  @Test(arguments: bounds) func boundsAreInclusive(_ groups: Groups) throws {
    var rows: [[String]] = []
    var group = 0
    for kind in groups.groups {
      for _ in 0..<kind.count {
        for (value, count) in kind.values.enumerated() {
          rows += (0..<count).map { _ in ["g\(group)", "v\(group).\(value)"] }
        }
        group += 1
      }
    }
    let table = try ProfiledTable([["group", "value"]] + rows).statistics
    let found = try #require(DependencySearch(table, types: [.text, .text]).run())
    #expect(found.first { $0.dependent == 1 }?.isConvincing == groups.isConvincing)
  }
}
