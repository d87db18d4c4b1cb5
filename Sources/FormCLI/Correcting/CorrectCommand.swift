import ArgumentParser
import FormRecorder
import FormRules

struct CorrectCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "correct", abstract: "Import exports whose cells were corrected.",
    discussion: """
      Reads files that 'formrec export' wrote: CSV, TSV, NDJSON and workbooks; - is standard input. \
      Each record with changed cells becomes a correction of its submission, and closes the \
      failure if it is accepted. It is validated under the settings of the submission. An unchanged \
      ••• keeps the original value.

      A correction may change the cells that a failure or warning concerns. If other cells were \
      changed, for example by sorting one column or by a spreadsheet program that rewrote numbers, \
      nothing is stored and the exit code is 2. The error has a line for each column, and two \
      answers: --keep COLUMN keeps the original values, --accept COLUMN stores the changes. \
      --preview prints every change that would be stored.

      formrec export -o open.csv
      formrec correct open.csv --by ana
      formrec correct open.csv --keep postcode --accept phone
      formrec correct open.csv --preview
      """)

  @Argument(help: "The files to import; - is standard input.") var files: [String]
  @Option(help: ArgumentHelp("The form, if there are several.", valueName: "form[@version]"))
  var form: VersionReference?
  @Option(help: ArgumentHelp("The rule set, if there are several.", valueName: "rules[@version]"))
  var rules: VersionReference?
  @OptionGroup var definitions: DefinitionOptions
  @OptionGroup var reading: FileOptions
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Keep the original values of cells without a failure in these columns; 'all' for every column.",
      valueName: "column"))
  var keep: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Store the changes of cells without a failure in these columns; 'all' for every column.",
      valueName: "column"))
  var accept: [String] = []
  @Flag(help: "Print the changes that would be stored, without storing anything.")
  var preview = false
  @Flag(help: "Validate and report without storing anything.") var dryRun = false
  @OptionGroup var finish: FinishOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var namedFiles: NamedFileOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var failOn: FailOnOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws { try requireOneStandardInput(files) }

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    var recorder = try change.recorder(
      store, console, isDryRun: dryRun || preview, reading: files)
    recorder.settings.services = remote.services(console, shouldStop: StopSignals.shouldStop)
    let reporter = reporter(console)
    let reports = try definitions.applying(
      to: recorder, change: change, isDryRun: dryRun || preview, on: console
    ) { recorder, _ in try correct(recorder, reporter) }
    try reporter.print(corrections: reports, isList: files.count > 1)
    return failOn.exitCode(reports.map(\.result))
  }

  private func reporter(_ console: Console) -> ImportReporter {
    var reporter = ImportReporter(
      output.format == .json ? .json : .text, finish: finish, messages: messages, store: store,
      console: console)
    reporter.isDryRun = dryRun || preview
    return reporter
  }

  private func correct(
    _ recorder: Recorder, _ reporter: ImportReporter
  ) throws -> [ImportReport] {
    var reports: [ImportReport] = []
    var dryRunContent = DryRunContent()
    defer { reporter.console.clearProgress() }
    for path in files {
      var request = CorrectionRequest(path: path)
      request.form = form
      request.rules = rules
      request.input = reading.input
      (request.by, request.reason) = (try change.by, change.reason)
      request.files = try namedFiles.named()
      request.keptColumns = keep
      request.acceptedColumns = accept
      request.isDryRun = dryRun || preview
      request.listsChanges = preview
      request.localization = try messages.localization()
      do {
        reports.append(
          try recorder.importCorrections(request, after: &dryRunContent, reporter.callbacks(path)))
      } catch {
        // Report the corrections that are already stored.
        if !reports.isEmpty { try reporter.print(corrections: reports, isList: true) }
        throw error
      }
    }
    return reports
  }
}
