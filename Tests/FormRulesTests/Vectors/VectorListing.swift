import Foundation

@testable import FormRules

/// Formats the results of the vectors.
enum VectorListing {
  /// One line for the terminal.
  static func line(_ table: VectorTable, _ report: VectorRunner.Report) -> String {
    let sources = report.sources.sorted { $0.key < $1.key }.map {
      "\($0.key) \($0.value.agreed)/\($0.value.vectors)"
    }
    return "vectors \(table.rule): \(report.agreed) of \(report.vectors) "
      + "(\(percent(report)) %), \(report.inapplicable.values.reduce(0, +)) not applicable; "
      + sources.joined(separator: ", ")
  }

  /// `docs/conformance.md`.
  static func document(
    _ entries: [(VectorTable, VectorRunner.Report)], seeds: [SeedSystem: SeedRunner.Report],
    brands: CardBrandReport
  ) -> String {
    """
    # Conformance

    How the rules agree with the test suites of other projects. `RECORD=1 swift test --filter \
    VectorTests` writes this file; the tests check every number and every reason.

    \(SeedListing.section(seeds))
    \(brands.section)
    ## Rules

    Vectors that require an option which formrec does not have are not counted; the reason is \
    listed. Where projects contradict one another or a standard, a rule follows the standard, and \
    the reason is listed as well. Vectors that append a line feed to a valid value are counted once \
    per rule.

    | rule | vectors | agreed | percent | not applicable |
    | --- | ---: | ---: | ---: | ---: |

    """
      + entries.map { table, report in
        "| [\(table.rule)](#\(table.rule.lowercased())) | \(report.vectors) | \(report.agreed) "
          + "| \(percent(report)) | \(report.inapplicable.values.reduce(0, +)) |\n"
      }.joined()
      + entries.map(section).joined() + PostcodeComparison.section
  }

  private static func section(_ table: VectorTable, _ report: VectorRunner.Report) -> String {
    var text = "\n## \(table.rule)\n\n| source | vectors | agreed |\n| --- | ---: | ---: |\n"
    for (source, count) in report.sources.sorted(by: { $0.key < $1.key }) {
      text += "| \(source) | \(count.vectors) | \(count.agreed) |\n"
    }
    text += reasons("Differences", report.disagreed)
    text += reasons("Not applicable", report.inapplicable)
    return text
  }

  private static func reasons(_ title: String, _ counts: [String: Int]) -> String {
    guard !counts.isEmpty else { return "" }
    let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      "| \($0.value) | \($0.key) |\n"
    }
    return "\n\(title):\n\n| vectors | reason |\n| ---: | --- |\n" + rows.joined()
  }

  private static func percent(_ report: VectorRunner.Report) -> String {
    String(format: "%.1f", report.percent)
  }
}
