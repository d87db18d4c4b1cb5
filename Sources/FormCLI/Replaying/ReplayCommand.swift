import ArgumentParser
import FormRecorder
import FormRules

struct ReplayCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Validate stored submissions again and compare the verdicts with the current ones.",
    discussion: """
      By default, uses the current versions of the form and the rule set, and the time and \
      parameters of each import. Rules that have not changed since the last run are evaluated \
      again only with --full. The exit code is 1 if a verdict differs.

      formrec replay --form contacts --rules contacts@4 --dry-run
      formrec replay --form contacts --import 12 --only rejected
      formrec replay --definitions contacts-2.yaml --form contacts
      formrec replay --definitions contacts-2.yaml --dry-run

      With --dry-run, definitions are not stored either; the report shows their effect.
      """)

  @Option(help: ArgumentHelp("The form, if there are several.", valueName: "form[@version]"))
  var form: VersionReference?
  @Option(help: ArgumentHelp("The rule set.", valueName: "rules[@version]"))
  var rules: VersionReference?
  @OptionGroup var definitions: DefinitionOptions
  @Option(name: .customLong("import"), help: "Only submissions of this import.")
  var importID: Int64?
  @Option(help: "Only submissions whose current verdict is rejected.") var only: Only?
  @Flag(help: "Show the result without storing anything.") var dryRun = false
  @Option(
    help: ArgumentHelp(
      "The time that rules use instead of the time of each import.", valueName: "date-time"),
    transform: OptionParser.dateTime)
  var now: RunClock?
  @OptionGroup var timeZone: ZoneOptions
  @OptionGroup var parameters: RunParameterOptions
  @Flag(
    help: "Evaluate all rules, including unchanged ones.")
  var full = false
  @OptionGroup var namedFiles: NamedFileOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var finish: FinishOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  enum Only: String, ExpressibleByArgument, CaseIterable { case rejected }

  func validate() throws {
    // Otherwise each import keeps its own day.
    if now == nil { try require("--now", for: ["--zone": timeZone.zone != nil]) }
  }

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    var recorder = try change.recorder(store, console, isDryRun: dryRun)
    recorder.settings.services = remote.services(console, shouldStop: StopSignals.shouldStop)
    var request = ReplayRequest()
    request.form = form
    request.rules = rules
    request.importID = importID
    request.onlyRejected = only == .rejected
    request.isDryRun = dryRun
    (request.now, request.offset) = (now?.instant, now?.offset ?? 0)
    request.zone = timeZone.zone
    request.parameters = parameters.entries.isEmpty ? nil : parameters.values
    request.isFull = full
    (request.by, request.reason) = (try change.by, change.reason)
    request.files = try namedFiles.named()
    let progress = ProgressLine(console, unit: "submissions").show
    let report = try definitions.applying(
      to: recorder, change: change, isDryRun: dryRun, on: console
    ) { recorder, set in
      if let set { request.adopt(set) }
      defer { console.clearProgress() }
      return try recorder.replay(request, progress: progress, shouldStop: StopSignals.shouldStop)
    }
    try finish.run(dryRun ? [] : [report], console) {
      try console.printReport(output.format, report, lines: ReplayText.lines(report))
    }
    return report.newlyAccepted + report.newlyRejected > 0 ? .rejected : .success
  }
}
