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

  func run(_ console: Console) throws -> ExitCode {
    try decision.run(.reopen, console)
  }
}
