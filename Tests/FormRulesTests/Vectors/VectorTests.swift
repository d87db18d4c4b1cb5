import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// Judges other projects' vectors by our rules. `RECORD=1` writes the results to
/// `docs/conformance.md`.
@Suite(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
struct VectorTests {
  @Test(arguments: VectorTables.all)
  func rulesAgreeWithTheVectors(_ table: VectorTable) throws {
    let report = try VectorRunner(table: table).run()
    print(VectorListing.line(table, report))
    #expect(report.percent >= table.floor)
    for vector in report.unexplained {
      Issue.record(
        """
        \(vector.source) \(vector.options) says \(vector.isValid ? "valid" : "invalid"): \
        \(vector.input.debugDescription)
        """)
    }
    for known in table.disagreements where report.disagreed[known.reason] == nil {
      Issue.record("nothing disagrees because: \(known.reason)")
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["RECORD"] == "1"))
  func conformancePageIsRecorded() throws {
    var entries: [(VectorTable, VectorRunner.Report)] = []
    for table in VectorTables.all.sorted(by: { $0.rule < $1.rule }) {
      entries.append((table, try VectorRunner(table: table).run()))
    }
    let page = VectorListing.document(
      entries, seeds: try SeedRunner.run(), brands: try CardBrandReport())
    try Data(page.utf8).write(to: Repository.root.appendingPathComponent("docs/conformance.md"))
  }
}
