import ArgumentParser
import FormRecorder

struct ReopenCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Reopen waived failures, with a reason and an operator.",
    discussion: """
      formrec reopen 17 --reason 'the number was wrong after all' --by ana
      formrec reopen --rule phone.phone --reason 'fax numbers are not accepted' --by ana
      """)

  @OptionGroup var decision: DecisionOptions
  @OptionGroup var selection: SelectionOptions
  @Option(help: "The output format.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    try decision.run(selection.selection, "reopened", format, store, console) {
      try $0.reopen($1, reason: $2, by: $3)
    }
  }
}
