import ArgumentParser
import FormRecorder
import FormRules

struct DoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Show the state of the database and give advice.",
    discussion: """
      Shows versions, settings, sizes, free space, the current writer, unfinished imports and \
      the last seal, without changing anything. To detect alterations, use 'formrec verify'. In \
      JSON, sizes are in bytes.

      formrec doctor
      """)

  @Option(help: "The output format.") var format = ReportFormat.text
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
