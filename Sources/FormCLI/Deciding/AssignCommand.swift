import ArgumentParser
import FormBytes
import FormRecorder
import FormRules

struct AssignCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign", abstract: "Assign open failures to an operator.",
    discussion: """
      Submissions are specified by number or selected like those of an export; of these, the open \
      ones are assigned. A submission has at most one assignee, whom its corrections keep while \
      they are rejected. 'formrec audit' counts the open failures of each assignee, and 'formrec \
      export --assigned NAME' exports them. The name 'nobody' ends an assignment.

      formrec assign --form orders --field quantity --to ben --by ana
      formrec assign 17 18 --to nobody --by ana
      """)

  @Argument(help: "The submissions by number, instead of options that select them.")
  var submissions: [Int64] = []
  @Option(help: ArgumentHelp("The operator who gets them, or nobody.", valueName: "name"))
  var to: String
  @Option(help: "Only submissions with an open failure at this field.") var field: String?
  @OptionGroup var change: ChangeOptions
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws {
    _ = try change.requiredBy()
    try ChangeOptions.requireText(["--to": to])
  }

  func run(_ console: Console) throws -> ExitCode {
    let selection = try selection.failures(
      of: submissions, for: "assignments", isNarrowed: selection.origin.form != nil || field != nil,
      by: "--form, --rule, --field")
    let report = try change.recorder(store, console).assign(
      selection, to: to == "nobody" ? nil : to, field: field, by: change.requiredBy(),
      reason: change.reason)
    let line = "\(report.submissions.counted("submission")) assigned to \(to.displayText)"
    try console.printReport(
      output.format, report,
      lines: [line].withReceipt(of: "assignment", report.assignmentID, report.head))
    return .success
  }
}
