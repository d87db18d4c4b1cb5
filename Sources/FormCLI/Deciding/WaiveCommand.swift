import ArgumentParser
import FormRecorder

struct WaiveCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "waive", abstract: "Accept failures as they are, with a reason and an operator.",
    discussion: """
      Submissions are specified by number or selected like those of an export. With --rule, only \
      failures of that rule are waived, otherwise all failures that reject the submissions. A \
      submission is no longer open when all of its failures are waived; its verdict remains \
      rejected. Replays keep waivers. If another rule fails later, the submission is open again.

      formrec waive 17 18 --reason 'confirmed by phone' --by ana
      formrec waive --rule phone.phone --import 12 --reason 'fax numbers' --by ana
      """)

  @OptionGroup var decision: DecisionOptions

  func run(_ console: Console) throws -> ExitCode {
    try decision.run(.waive, console)
  }
}
