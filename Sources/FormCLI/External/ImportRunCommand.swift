import ArgumentParser
import FormRecorder

struct ImportRunCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-run", abstract: "Import a run that other machines validated.",
    discussion: """
      The folder was written by formrec.spark. It contains the rejected records, which are validated \
      again, the counts of all records, and the settings of the run.

      formrec import-run runs/2026-11
      """)

  @Argument(help: "The folder of the run.") var folder: String
  @Option(help: "The batch that the records belong to.") var batch: String?
  @OptionGroup var finish: FinishOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var failOn: FailOnOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    let reporter = ImportReporter(
      output.format == .json ? .json : .text, finish: finish, messages: messages, store: store,
      console: console)
    var request = ExternalRunRequest(folder: folder)
    (request.by, request.reason) = (try change.by, change.reason)
    request.batchLabel = batch
    let reports = try change.recorder(store, console).importExternalRun(
      request, reporter.callbacks(folder))
    try reporter.print(reports.map { .imported($0) }, isList: true)
    return failOn.exitCode(reports.map(\.result))
  }
}
