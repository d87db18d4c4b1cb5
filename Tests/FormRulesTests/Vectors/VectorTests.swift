import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// Other projects' vectors, judged by our rules. Skipped when `../shared` is not beside this
/// checkout. `RECORD=1` writes what came out to `docs/conformance.md`.
@Suite struct VectorTests {
  @Test(arguments: VectorTables.all)
  func agrees(_ table: VectorTable) throws {
    guard let report = try VectorRunner(table: table).run() else { return }
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
  func record() throws {
    var entries: [(VectorTable, VectorRunner.Report)] = []
    for table in VectorTables.all.sorted(by: { $0.rule < $1.rule }) {
      guard let report = try VectorRunner(table: table).run() else { return }
      entries.append((table, report))
    }
    guard let seeds = try SeedRunner.run(), let brands = try CardBrandReport() else { return }
    try Data(VectorListing.document(entries, seeds: seeds, brands: brands).utf8).write(
      to: Repository.root.appendingPathComponent("docs/conformance.md"))
  }
}
