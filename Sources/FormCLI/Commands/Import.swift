import ArgumentParser
import FormRecorder
import FormRules

struct Import: NotingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Read files, judge every record, and record all of it.",
    discussion: """
      Takes CSV, TSV, NDJSON, JSON arrays and sheets of workbooks (xlsx), plain or packed with gzip, zstd, \
      xz, bzip2 or zip; - is standard input. The same file again \
      records nothing. An import that was broken off, by a kill or by Ctrl-C, which lets it finish what \
      it has read, is resumed by the same command; under other options it is refused: then give it up \
      with 'formrec discard', or begin anew beside it with --again.

      formrec import contacts.csv --definitions contacts.yaml
      formrec import week35.csv.gz --form contacts --source north --batch 2026-35
      cat more.csv | formrec import - --form contacts@2 --rules contacts@5
      formrec import week35.csv --now 2026-08-30T18:00:00Z

      With --corrections the file is one that 'formrec export' wrote, with corrected cells: each record \
      with changed cells becomes a correction of its submission and closes the failure when it is \
      accepted. A cell that shows ••• means what it hides. Changes that look unintended stop the import \
      with exit code 2 before anything is recorded: columns that were sorted or shifted apart from \
      _submission, text in a wrong encoding, and what spreadsheet programs do to numbers and dates. The \
      error names column, cause and lines; --accept-changes accepts the changes of a column. A record \
      whose key was changed is refused by line unless --allow-key-change is given.

      formrec export -o open.csv
      formrec import --corrections open.csv --by ana
      formrec import --corrections open.csv --accept-changes postcode phone

      With --judged the run of a job on other machines comes in, a folder that formrec-spark wrote: only \
      the records that it rejected, which are judged again here, and what it counted.

      formrec import --judged runs/2026-11
      """)

  @Argument(help: "The files; - is standard input.") var files: [String] = []
  @Option(help: ArgumentHelp("The form, if there are several.", valueName: "form[@version]"))
  var form: VersionReference?
  @Option(help: ArgumentHelp("The rule set, if there are several.", valueName: "rules[@version]"))
  var rules: VersionReference?
  @OptionGroup var definitions: DefinitionOptions
  @OptionGroup var reading: ReadingOptions
  @Option(help: "Who sent the records.") var source: String?
  @Option(help: "The delivery that they belong to.") var batch: String?
  @OptionGroup var change: ChangeOptions
  @OptionGroup var parameters: ParameterOptions
  @Option(
    help: ArgumentHelp(
      "The clock that rules read, in place of the present time.", valueName: "date-time"))
  var now: String?
  @OptionGroup var namedFiles: NamedFileOptions
  @OptionGroup var remote: RemoteOptions
  @Option(help: "What makes the exit code 1: rejected, limit or never.") var failOn = FailOn
    .rejected
  @Option(
    help: ArgumentHelp(
      "More rejected records mark the import as failed; with --atomic nothing is stored.",
      valueName: "N or P%"))
  var maxRejected: String?
  @Flag(help: "Commit all of a file or none of it.") var atomic = false
  @Flag(help: "Judge and report, and store nothing.") var dryRun = false
  @Flag(help: "The files are exports with corrected cells.") var corrections = false
  @Option(
    help: ArgumentHelp("The folder of a job's run: its rejected records.", valueName: "folder"))
  var judged: String?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Accept the changes of these columns although they look unintended.",
      valueName: "column"))
  var acceptChanges: [String] = []
  @Flag(help: "Accept corrections whose key differs from that of the submission.")
  var allowKeyChange = false
  @Flag(help: "Record a file even if it was imported before.") var again = false
  @Option(help: "Records a commit.") var chunk = ImportRequest.defaultChunk
  @Flag(help: "A line {\"committed\":n} on the output after each commit.") var ack = false
  @OptionGroup var messages: MessageOptions
  @Option(
    help: "text or json; what is wrong as sarif, for code hosts, or junit, for build servers.")
  var format = Format.text
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, sarif, junit }
  enum FailOn: String, ExpressibleByArgument, CaseIterable { case rejected, limit, never }

  func validate() throws {
    try requireOptionsOfJob()
    if judged != nil { return }
    if files.isEmpty { throw ValidationError("name the files, before --definitions") }
    guard (1...10_000_000).contains(chunk) else {
      throw ValidationError("--chunk must be 1 to 10000000 records")
    }
    if let maxRejected, Limit.Amount(maxRejected) == nil {
      throw ValidationError("--max-rejected must be a number or a share such as 5%")
    }
    if let now, Instant(text: now) == nil {
      throw ValidationError("--now must be a date and time such as 2026-01-31T09:30:00Z")
    }
    if format.listsErrors, dryRun || corrections {
      throw ValidationError(
        "\(format.rawValue) is of what an import has stored; without one there is 'formrec check'")
    }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input can be read once only")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    if let judged { return try importJudged(judged, console) }
    return try remote.withServices(console) { services in
      var recorder = try change.recorder(store, console, isDryRun: dryRun)
      recorder.services = services
      return corrections
        ? try importCorrections(recorder, console) : try importFiles(recorder, console)
    }
  }

  func print(
    _ reports: [ImportReport], _ console: Console, isWhole: Bool = true
  ) throws {
    console.clearProgress()
    switch format {
    case .sarif, .junit: try printErrors(of: reports, console, isWhole: isWhole)
    case .json:
      let all = reports.map(\.json)
      try console.out((files.count == 1 ? all[0] : .array(all)).text)
    case .text:
      for report in reports {
        let highlight = ImportText.highlight(report)
        for line in ImportText.lines(report) { try console.out(line, highlight) }
      }
    }
  }

  func events(_ file: String, _ console: Console) -> ImportEvents {
    let line = ProgressLine(console, file, unit: "records")
    return ImportEvents(
      committed: { count in
        guard ack else { return }
        try? console.out("{\"committed\":\(count)}")
        try? console.flush()
      },
      progress: line.show,
      note: { console.note($0.text) }, shouldStop: { StopSignals.number != 0 })
  }

  func exitCode(_ reports: [ImportReport]) -> ExitCode {
    if reports.contains(where: \.isRefused) { return ExitCode(2) }
    return switch failOn {
    case .never: .success
    case .limit: reports.contains { !$0.passedLimits.isEmpty } ? .failure : .success
    case .rejected:
      reports.contains { $0.rejected > 0 || !$0.passedLimits.isEmpty } ? .failure : .success
    }
  }
}
