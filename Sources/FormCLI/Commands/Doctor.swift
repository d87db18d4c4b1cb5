import ArgumentParser
import FormRecorder
import FormRules

struct Doctor: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Show the state of the database, with advice.",
    discussion: """
      Versions, settings, sizes, free space, who writes, unfinished imports, the last seal. Looks, and \
      changes nothing; what was altered shows 'formrec verify'. JSON has sizes in bytes.

      formrec doctor
      """)

  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let report = try store.recorder.diagnose()
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      var table = TextTable()
      for property in report.properties {
        table.add([.text(property.name), .text("\(property.value)")])
      }
      for line in table.lines { try console.out(line) }
      for advice in report.advice { try console.out("advice: \(advice.text)") }
    }
    return .success
  }
}
