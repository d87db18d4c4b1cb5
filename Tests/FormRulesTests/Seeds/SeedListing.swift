import Foundation

/// Formats the results of the seeds for `docs/conformance.md`.
enum SeedListing {
  static func section(_ reports: [SeedSystem: SeedRunner.Report]) -> String {
    let known = SeedSystem.allCases.compactMap { system in reports[system].map { (system, $0) } }
    return """
      ## Source libraries

      The test suites of the libraries whose rules are available as presets (such as `use: \
      atg.email`), evaluated with these presets through plans, as in a run. A vector agrees if the \
      verdict, the names and number of errors, the messages that the test sets, and the type of a \
      card are those of the library. Vectors of loops over numbers and files are counted separately.

      | library | vectors | agreed | percent | in loops | agreed |
      | --- | ---: | ---: | ---: | ---: | ---: |

      """
        + known.map { system, report in
          "| \(system.rawValue) | \(report.vectors) | \(report.agreed) "
            + "| \(String(format: "%.1f", report.percent)) | \(report.loopVectors) "
            + "| \(report.loopAgreed) |\n"
        }.joined() + "\n"
        + known.map { deviations($0, $1) }.joined()
  }

  private static func deviations(_ system: SeedSystem, _ report: SeedRunner.Report) -> String {
    guard !report.deviations.isEmpty else { return "" }
    return "Where \(system.rawValue) differs:\n\n| vectors | reason |\n| ---: | --- |\n"
      + report.deviations.sorted { $0.key < $1.key }.map { "| \($0.value) | \($0.key) |\n" }
      .joined()
      + "\n"
  }
}
