import ArgumentParser
import FormRecorder

struct CommentCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Add a comment to a submission or to one of its failures.",
    discussion: """
      'formrec history', the page of the submission and the page for failures show comments. They \
      cannot be changed. A purge of the submission deletes the text; the reason is kept.

      formrec comment 17 'is 200 really the age?' --rule age.range --by ana
      """)

  @Argument(help: "The submission by number.") var submission: Int64
  @Argument(help: "The text, at most 2,000 characters.") var text: String
  @Option(help: ArgumentHelp("The rule of the failure that the comment is about.", valueName: "id"))
  var rule: String?
  @OptionGroup var change: ChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws { _ = try change.requiredBy() }

  func run(_ console: Console) throws -> ExitCode {
    let report = try change.recorder(store, console).comment(
      on: submission, rule: rule, text: text, by: change.requiredBy(), reason: change.reason)
    try console.printReport(
      output.format, report,
      lines: ["comment on submission \(report.submissionID)"]
        .withReceipt(of: "comment", report.commentID, report.head))
    return .success
  }
}
