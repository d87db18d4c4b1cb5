import ArgumentParser
import FormRecorder
import FormRules

struct Verify: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that nothing in the database was damaged or altered.",
    discussion: """
      Checks the file with SQLite's own means, then recomputes the digests of all versions, of every \
      finished run and the hash chain over them. A receipt that an import printed shows that \
      nothing was cut off since.

      formrec verify
      formrec verify --against 5b3c… --format json
      """)

  @Option(help: ArgumentHelp("A receipt (head) that was printed before.", valueName: "digest"))
  var against: String?
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let report = try store.recorder.verify(against: against) {
      console.progress("\($0.grouped) submissions")
    }
    console.clearProgress()
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      if let problem = report.problem {
        try console.out("not ok: \(problem.words)")
      } else {
        try console.out(
          "ok: \(report.runs.grouped) runs, \(report.submissions.grouped) submissions judged")
        if !report.head.isEmpty { try console.out("head: \(report.head)") }
      }
    }
    return report.isOK ? .success : .failure
  }
}
