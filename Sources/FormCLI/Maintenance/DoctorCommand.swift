import ArgumentParser
import FormRecorder

struct DoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Show the state of the database and give advice.",
    discussion: """
      Shows versions, settings, sizes, free space, the current writer, unfinished imports and \
      the last seal, without changing anything. To detect alterations, use 'formrec verify'. In \
      JSON, sizes are in bytes.

      formrec doctor
      """)

  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let report = try store.recorder.diagnose()
    let table = TextTable(report.properties.map { [.text($0.name), .text("\($0.value)")] })
    try console.printReport(
      output.format, report, lines: table.lines + report.advice.map { "advice: \($0.text)" })
    return .success
  }
}
