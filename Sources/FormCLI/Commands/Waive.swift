import ArgumentParser
import FormRecorder

struct Waive: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "waive", abstract: "Let failures be, with a reason and a name.",
    discussion: """
      Submissions are named by number, or chosen like those of an export. With --rule only failures of \
      that rule are waived, else all that reject them. A submission all of whose failures are waived is \
      no longer open; it stays rejected. Replays leave waivers as they are, and a rule that fails newly \
      opens the submission again.

      formrec waive 17 18 --reason 'confirmed by phone' --by ana
      formrec waive --rule phone.phone --import 12 --reason 'fax numbers' --by ana
      """)

  @OptionGroup var decision: DecisionOptions
  @OptionGroup var selection: SelectionOptions
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    try decision.run(selection.selection, "waived", format, store, console) {
      try $0.waive($1, reason: $2, by: $3)
    }
  }
}
