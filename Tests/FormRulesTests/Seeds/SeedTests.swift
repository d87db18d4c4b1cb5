import FormTestSupport
import Testing

@testable import FormRules

/// The test suites of the source libraries, judged by the presets that carry their names.
@Suite(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
struct SeedTests {
  @Test(.requiresPCRE2) func rulesAgreeWithTheSourceLibraries() throws {
    let reports = try SeedRunner.run()
    for system in SeedSystem.allCases {
      let report = reports[system] ?? SeedRunner.Report()
      print(
        "seeds \(system.rawValue): \(report.agreed) of \(report.vectors), of loops "
          + "\(report.loopAgreed) of \(report.loopVectors)")
      #expect(report.percent >= 98)
      #expect(report.loopAgreed == report.loopVectors)
      for difference in report.unexplained {
        Issue.record("\(difference)")
      }
      for known in SeedDeviation.all where known.system == system {
        #expect(report.deviations[known.reason] != nil, "nothing differs because: \(known.reason)")
      }
    }
  }
}
