import ArgumentParser
import FormRecorder
import FormRules

struct History: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show one submission: its cells, every verdict with its errors, and corrections.",
    discussion: """
      Sensitive fields are masked unless --show-values.

      formrec history 4711
      formrec history 4711 --language de
      formrec history 4711 --format json | jq '.verdicts[-1].errors'
      """)

  @Argument(help: "The submission's number.") var submission: Int64
  @Flag(help: "Show sensitive fields, and values in messages.") var showValues = false
  @OptionGroup var messages: MessageOptions
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let localization = try messages.localization()
    let history = try store.recorder.history(
      of: submission, showsValues: showValues, in: localization)
    switch format {
    case .json: try console.out(history.json.text)
    case .text: for line in HistoryText.lines(history, in: localization) { try console.out(line) }
    }
    return .success
  }
}
