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
    if judged != nil { return try requireNothingElse() }
    if files.isEmpty { throw ValidationError("name the files, before --definitions") }
    guard (1...10_000_000).contains(chunk) else {
      throw ValidationError("--chunk must be 1 to 10000000 records")
    }
    if let maxRejected, Limit.Amount(maxRejected) == nil {
      throw ValidationError("--max-rejected must be a number or a share such as 5%")
    }
    for (option, isGiven) in [
      ("--accept-changes", !acceptChanges.isEmpty), ("--allow-key-change", allowKeyChange),
    ] where isGiven && !corrections {
      throw ValidationError("\(option) is for --corrections")
    }
    if let now, Instant(text: now) == nil {
      throw ValidationError("--now must be a date and time such as 2026-01-31T09:30:00Z")
    }
    if corrections { try requireNone() }
    if format.listsErrors, dryRun || corrections {
      throw ValidationError(
        "\(format.rawValue) is of what an import has stored; without one there is 'formrec check'")
    }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input can be read once only")
    }
  }

  /// How a job's run was judged, it says itself.
  private func requireNothingElse() throws {
    for (option, isGiven) in [
      ("a file", !files.isEmpty), ("--form", form != nil), ("--rules", rules != nil),
      ("--definitions", !definitions.files.isEmpty), ("--source", source != nil),
      ("--param", !parameters.values.isEmpty), ("--scenario", parameters.scenario != nil),
      ("--now", now != nil),
      ("--files", namedFiles.folder != nil), ("--no-files", namedFiles.leavesOut),
      ("--max-rejected", maxRejected != nil), ("--dry-run", dryRun), ("--again", again),
      ("--corrections", corrections), ("--accept-changes", !acceptChanges.isEmpty),
      ("--allow-key-change", allowKeyChange), ("--ack", ack),
      ("--chunk", chunk != 50_000), ("--map", !reading.input.map.isEmpty),
      ("--delimiter", reading.delimiter != nil), ("--encoding", reading.encoding != nil),
      ("--header", reading.header != nil), ("--no-header", reading.noHeader),
      ("--input-format", reading.inputFormat != nil), ("--max-record", reading.maxRecord != nil),
      ("--format \(format.rawValue)", format.listsErrors),
      ("--allow-host", !remote.hosts.isEmpty),
    ] where isGiven {
      throw ValidationError(
        "how a job judged is in its folder; \(option) cannot be given with --judged")
    }
  }

  /// What corrections take from the submissions that they correct cannot be said.
  private func requireNone() throws {
    for (option, isGiven) in [
      ("--source", source != nil), ("--batch", batch != nil),
      ("--param", !parameters.values.isEmpty),
      ("--scenario", parameters.scenario != nil), ("--now", now != nil),
      ("--max-rejected", maxRejected != nil),
      ("--atomic", atomic), ("--again", again), ("--ack", ack),
      ("--chunk", chunk != ImportRequest.defaultChunk),
      ("--map", !reading.input.map.isEmpty), ("--no-header", reading.noHeader),
    ] where isGiven {
      throw ValidationError(
        "corrections are judged like what they correct, and stored whole; \(option) cannot be given "
          + "with --corrections")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    if corrections {
      return try remote.asking(console) { try correct(console, asking: $0) }
    }
    if let judged {
      var request = ExternalRunRequest(folder: judged)
      (request.by, request.reason) = (try change.by, change.reason)
      request.batch = batch
      let reports = try change.recorder(store, console).importJudged(
        request, events(judged, console))
      try print(reports, console)
      return exitCode(reports)
    }
    return try remote.asking(console) { try importFiles(console, asking: $0) }
  }

  private func importFiles(
    _ console: Console, asking services: RemoteServices?
  ) throws -> ExitCode {
    var recorder = try change.recorder(store, console, isDryRun: dryRun)
    recorder.services = services
    var request = try request()
    try recorder.requireReadable(files)
    let set = try definitions.set
    // A file that defines one form means that form, whatever else the store holds.
    request.form = request.form ?? set?.onlyForm
    // What can't be imported shall not leave new versions behind.
    if let set { try recorder.requireImportable(files, request, definitions: set) }
    let session =
      dryRun
      ? nil
      : try recorder.openForImports(
        applying: set, by: try change.by, reason: change.reason)
    for line in DefinitionReport.lines(session?.applied.filter(\.isNew) ?? [], dryRun: false) {
      console.note(line)
    }
    var reports: [ImportReport] = []
    var failed: [String] = []
    for file in files {
      request.path = file
      do {
        reports.append(
          try session?.importFile(request, events(file, console))
            ?? recorder.importDryRun(request, definitions: set, events(file, console)))
      } catch let error as RecorderError where error.kind == .failed && files.count > 1 {
        // The others are tried all the same.
        console.clearProgress()
        console.err("error: \(error)", .bad("error:"))
        failed.append(file)
      } catch {
        // What was recorded before is recorded.
        if !reports.isEmpty { try print(reports, console, isWhole: false) }
        throw error
      }
    }
    try print(reports, console, isWhole: failed.isEmpty)
    guard failed.isEmpty else {
      console.err(
        "\(failed.count) of \(files.count) files were not imported: "
          + failed.map(\.shown).joined(separator: ", "))
      return ExitCode(2)
    }
    return exitCode(reports)
  }

  private func correct(
    _ console: Console, asking services: RemoteServices?
  ) throws -> ExitCode {
    var recorder = try change.recorder(store, console, isDryRun: dryRun)
    recorder.services = services
    if let set = try definitions.set {
      let applied = try recorder.apply(set, by: try change.by, reason: change.reason)
      for line in DefinitionReport.lines(applied.filter(\.isNew), dryRun: false) {
        console.note(line)
      }
    }
    var reports: [ImportReport] = []
    defer { console.clearProgress() }
    for path in files {
      var request = CorrectionRequest(path: path)
      request.form = form
      request.rules = rules
      request.input = reading.input
      (request.by, request.reason) = (try change.by, change.reason)
      request.files = try namedFiles.named()
      request.acceptedColumns = acceptChanges
      request.acceptsKeyChanges = allowKeyChange
      request.isDryRun = dryRun
      request.localization = try messages.localization()
      reports.append(try recorder.importCorrections(request, events(path, console)))
    }
    console.clearProgress()
    for corrections in reports {
      for line in CorrectionText.notes(corrections) { console.note(line) }
      for line in CorrectionText.stop(corrections) { console.err(line, .bad("error:")) }
    }
    try print(format == .text ? reports.filter { !$0.isRefused } : reports, console)
    let hasRefused = reports.contains { !($0.corrections?.refused.isEmpty ?? true) }
    return hasRefused && failOn == .rejected ? .failure : exitCode(reports)
  }

  private func print(
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

  /// What is asked for of each file.
  private func request() throws -> ImportRequest {
    var request = ImportRequest(path: "-")
    request.form = form
    request.rules = rules
    request.input = reading.input
    request.source = source
    request.batch = batch
    (request.by, request.reason) = (try change.by, change.reason)
    request.parameters = parameters.values
    request.scenario = parameters.scenario
    request.now = now.flatMap(Instant.init(text:))
    request.files = try namedFiles.named()
    request.maximumRejected = maxRejected.flatMap { Limit.Amount($0) }
    request.isAtomic = atomic
    request.chunk = chunk
    request.again = again
    request.localization = try messages.localization()
    return request
  }

  private func events(_ file: String, _ console: Console) -> ImportEvents {
    let line = ProgressLine(console, file, unit: "records")
    return ImportEvents(
      committed: { count in
        guard ack else { return }
        try? console.out("{\"committed\":\(count)}")
        try? console.flush()
      },
      progress: line.show,
      note: { console.note($0) }, shouldStop: { StopSignals.number != 0 })
  }

  private func exitCode(_ reports: [ImportReport]) -> ExitCode {
    if reports.contains(where: \.isRefused) { return ExitCode(2) }
    return switch failOn {
    case .never: .success
    case .limit: reports.contains { !$0.passedLimits.isEmpty } ? .failure : .success
    case .rejected:
      reports.contains { $0.rejected > 0 || !$0.passedLimits.isEmpty } ? .failure : .success
    }
  }
}
