import ArgumentParser
import FormRecorder
import FormRules

struct ImportCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import files: validate and store every record.",
    discussion: """
      Reads CSV, TSV, NDJSON, JSON arrays and sheets of workbooks (xlsx), plain or compressed \
      with gzip, zstd, xz, lzma, bzip2 or zip; - is standard input. A file that was already imported \
      is not stored again. If an import is interrupted, the same command resumes it; on Ctrl-C, \
      an import stores what it has read before it stops. An interrupted import cannot be resumed \
      with other options: discard it with 'formrec discard', or start a new import with --again.

      formrec import contacts.csv --definitions contacts.yaml
      formrec import week35.csv.gz --form contacts --source north --batch 2026-35
      cat more.csv | formrec import - --form contacts@2 --rules contacts@5
      formrec import week35.csv --now 2026-08-30T18:00:00Z

      --corrections imports files that 'formrec export' wrote and whose cells were corrected. \
      Each record with changed cells becomes a correction of its submission, and closes the \
      failure if it is accepted. An unchanged ••• keeps the original value. Changes that look \
      unintended stop the import with exit code 2 before anything is stored: columns that were \
      sorted or shifted independently of _submission, text in a wrong encoding, and numbers and \
      dates that a spreadsheet program rewrote. The error names the column, the cause and the lines; \
      --accept-changes accepts the changes of a column. Records with a changed key are refused \
      unless --accept-key-changes is given.

      formrec export -o open.csv
      formrec import --corrections open.csv --by ana
      formrec import --corrections open.csv --accept-changes postcode phone

      --external-run imports an external run, which validated the files on other machines: a folder \
      written by formrec.spark with its rejected records, which are validated again, and its counts.

      formrec import --external-run runs/2026-11
      """)

  @Argument(help: "The files to import; - is standard input.") var files: [String] = []
  @Option(help: ArgumentHelp("The form, if there are several.", valueName: "form[@version]"))
  var form: VersionReference?
  @Option(help: ArgumentHelp("The rule set, if there are several.", valueName: "rules[@version]"))
  var rules: VersionReference?
  @OptionGroup var definitions: DefinitionOptions
  @OptionGroup var reading: ReadingOptions
  @Option(help: "The sender of the records.") var source: String?
  @Option(help: "The batch that the records belong to.") var batch: String?
  @OptionGroup var finish: FinishOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var conditions: ConditionOptions
  @Option(
    help: ArgumentHelp(
      "The time that rules use instead of the current time.", valueName: "date-time"),
    transform: OptionParser.dateTime)
  var now: RunClock?
  @OptionGroup var timeZone: ZoneOptions
  @OptionGroup var namedFiles: NamedFileOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var failOn: FailOnOptions
  @Option(
    help: ArgumentHelp(
      "The limit of rejected records. An import that exceeds it is marked as failed; with --atomic, nothing is stored.",
      valueName: "N or P%"),
    transform: OptionParser.amount)
  var maxRejected: Limit.Amount?
  @Flag(help: "Store a file completely or not at all.") var atomic = false
  @Flag(help: "Validate and report without storing anything.") var dryRun = false
  @Flag(help: "Import exports with corrected cells.") var corrections = false
  @Flag(help: "Import the records of an export as new ones.") var asRecords = false
  @Option(
    help: ArgumentHelp(
      "Import the rejected records of an external run from this folder.", valueName: "folder"))
  var externalRun: String?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Accept changes of these columns that look unintended.",
      valueName: "column"))
  var acceptChanges: [String] = []
  @Flag(help: "Accept corrections that change the key of the submission.")
  var acceptKeyChanges = false
  @Flag(help: "Import a file even if it was imported before.") var again = false
  @Option(help: "The number of records per commit.") var chunk = ImportRequest.defaultChunk
  @Flag(help: "Print a line {\"committed\":n} after each commit.") var ack = false
  @OptionGroup var messages: MessageOptions
  @Option(help: "The output format: a report as text or json, or the errors as sarif or junit.")
  var format = Format.text
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  enum Format: String, OutputFormat { case text, json, sarif, junit }

  func validate() throws {
    try requireOptionsOfMode()
    if externalRun != nil { return }
    if files.isEmpty { throw ValidationError("specify the files before --definitions") }
    try require("--chunk", chunk, in: ImportRequest.chunks, unit: "records")
    if format == .sarif || format == .junit, dryRun || corrections {
      throw ValidationError(
        "\(format.rawValue) requires a stored import; use 'formrec check' instead")
    }
    try requireOneStandardInput(files)
  }

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    if let externalRun { return try importExternalRun(externalRun, console) }
    return try remote.withServices(console) { services in
      var recorder = try change.recorder(store, console, isDryRun: dryRun)
      recorder.settings.services = services
      return corrections
        ? try importCorrections(recorder, console) : try importFiles(recorder, console)
    }
  }

  func print(
    _ reports: [ImportReport], _ console: Console, isWhole: Bool = true
  ) throws {
    console.clearProgress()
    switch format {
    case .text:
      for report in reports {
        try console.print(ImportText.lines(report), highlighting: ImportText.highlight(report))
      }
    case .json:
      let all = reports.map(\.json)
      try console.print((files.count == 1 ? all[0] : .array(all)).text)
    case .sarif:
      try printErrors(of: reports, CheckSARIF(rules(of: reports)), console, isWhole: isWhole)
    case .junit:
      try printErrors(of: reports, CheckJUnit(rules(of: reports)), console, isWhole: isWhole)
    }
    if !dryRun { for report in reports { try finish.run(report.json, console) } }
  }

  func events(_ file: String, _ console: Console) -> ImportEvents {
    let line = ProgressLine(console, file, unit: "records")
    return ImportEvents(
      committed: { count in
        guard ack else { return }
        // The console keeps an error of its stream and throws it at the next output.
        try? console.print(JSON.object(["committed": .integer(count)]).text)
        try? console.flush()
      },
      progress: line.show,
      note: { console.note($0.text) }, shouldStop: { StopSignals.number != 0 })
  }
}
