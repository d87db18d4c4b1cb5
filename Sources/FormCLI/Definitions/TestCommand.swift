import ArgumentParser
import FormBytes
import FormRecorder
import FormRules

struct TestCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the examples of rule sets without storing anything.",
    discussion: """
      Each example under 'examples' is validated independently. An accepted example must be \
      accepted, and a rejected example must be rejected for exactly the reasons that it \
      specifies.

      formrec test contacts.yaml
      formrec test forms/*.yaml --format json
      """)

  @Argument(help: "The definition files (YAML or JSON) with the rule sets and their forms.")
  var files: [String]
  @OptionGroup var output: FormatOptions<ReportFormat>

  func run(_ console: Console) throws -> ExitCode {
    let reports = try DefinitionSet(files: files).runExamples(now: try Clock.now())
    let failed = reports.flatMap(\.outcomes).count { $0.problem != nil }
    switch output.format {
    case .json: try console.print(json(reports))
    case .text:
      for report in reports {
        for outcome in report.outcomes {
          try console.print(line(outcome, report), highlighting: .bad(": failed:"), .good(": ok:"))
        }
        if report.outcomes.isEmpty {
          console.note("\(report.file): rule set '\(report.ruleSet)' has no examples")
        }
      }
      let count = reports.reduce(0) { $0 + $1.outcomes.count }
      console.note("\(count.counted("example")): \(count - failed) ok, \(failed) failed")
    }
    return failed == 0 ? .success : .rejected
  }

  private func line(_ outcome: ExampleCheck.ExampleOutcome, _ report: ExampleReport) -> String {
    let location = "\(report.file):\(outcome.location.line):\(outcome.location.column)"
    let name = "\(report.ruleSet) example \(outcome.number)"
    return outcome.problem.map { "\(location): failed: \(name) \($0)" }
      ?? "\(location): ok: \(name)"
  }

  private func json(_ reports: [ExampleReport]) -> String {
    JSON.array(
      reports.flatMap { report in
        report.outcomes.map { outcome in
          .object([
            "rules": .string(report.ruleSet), "example": .integer(outcome.number),
            "ok": .bool(outcome.problem == nil), "problem": .optional(outcome.problem),
            "file": .string(report.file), "line": .integer(outcome.location.line),
            "column": .integer(outcome.location.column),
          ])
        }
      }
    ).text
  }
}
