import ArgumentParser
import FormRecorder
import FormRules

struct Check: NotingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Judge the records of files without a database.",
    discussion: """
      The verdicts are those that an import would give; nothing is stored. On a terminal it prints a \
      line for each thing that is wrong, FILE:LINE:COLUMN and the message, where COLUMN counts the \
      fields; in a pipe a line of JSON for each record; sarif is for code hosts and editors, junit for \
      build servers: a suite a file, with a test a rule.

      formrec check contacts.csv --definitions contacts.yaml
      formrec check *.csv --definitions contacts.yaml --format ndjson --only rejected
      formrec check contacts.csv --definitions contacts.yaml --language de
      cat contacts.csv | formrec check - --definitions contacts.yaml --format sarif

      A part of a whole is judged with --columns, and says nothing of limits: 'formrec split' finds the \
      parts of a file, --describe says what a program must know that judges in parts.

      formrec split contacts.csv --parts 8 --definitions contacts.yaml
      formrec check contacts.csv --definitions contacts.yaml --columns id,name,age --range 512-1024 \
      --first-record 17 --first-line 19 --unique none

      With --range, standard input begins with byte A and ends anywhere behind byte B.
      """)

  @Argument(help: "The files; - is standard input.") var files: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Definition files, YAML or JSON.", valueName: "file"))
  var definitions: [String]
  @Option(help: "The form, if the definitions have several.") var form: String?
  @Option(help: "The rule set, if the definitions have several.") var rules: String?
  @OptionGroup var reading: ReadingOptions
  @Option(help: "Who sent the records.") var source: String?
  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var namedFiles: NamedFileOptions
  @OptionGroup var remote: RemoteOptions
  @Option(
    help:
      "rejected: leave accepted records out, with their warnings; flagged: only those without any.")
  var only: Only?
  @Flag(help: "Show the text of the fields at fault; of sensitive ones only with --no-mask.")
  var showValues = false
  @Flag(help: "With --show-values: show the text of sensitive fields too.") var noMask = false
  @OptionGroup var messages: MessageOptions
  @Option(help: "text, ndjson, json, sarif or junit; else text on a terminal and ndjson in a pipe.")
  var format: Format?

  @OptionGroup var part: PartOptions
  @Option(
    name: .customLong("fail-on"),
    help: "rejected (default) or never: then the exit code is 0 also when records are rejected.")
  var failOn = FailOn.rejected
  @Flag(help: "Records with errors come with all of their cells, sensitive ones too.")
  var cells = false
  @Flag(
    help: ArgumentHelp(
      "After each batch a line of JSON says up to which record all is judged, at the end one what it "
        + "came to."))
  var progress = false
  @Flag(help: "Judge nothing; print as JSON what a program must know that judges in parts.")
  var describe = false

  enum Only: String, ExpressibleByArgument, CaseIterable { case rejected, flagged }
  enum FailOn: String, ExpressibleByArgument, CaseIterable { case rejected, never }
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, ndjson, json, sarif, junit }

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if describe {
      if !files.isEmpty { throw ValidationError("--describe is about definitions, not files") }
      return
    }
    if files.isEmpty { throw ValidationError("name the files, before --definitions") }
    if part.columns != nil {
      if files.count > 1 { throw ValidationError("--columns is for one part at a time") }
      if reading.noHeader || reading.header != nil {
        throw ValidationError("--columns says the header; leave --header and --no-header out")
      }
      if let name = reading.inputFormat, !["csv", "tsv", "ndjson"].contains(name) {
        throw ValidationError("--columns is for csv, tsv and ndjson")
      }
    }
    if files.count > 1, part.fileName != nil {
      throw ValidationError("--file-name is about one file; name one")
    }
    if let format, format != .ndjson, progress || cells || part.unique == .keys {
      throw ValidationError("--progress, --cells and --unique keys are for --format ndjson")
    }
    if noMask, !showValues { throw ValidationError("--no-mask is for --show-values") }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input can be read once only")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    try remote.withServices(console) { try check(console, with: $0) }
  }

  private func check(
    _ console: Console, with services: Services?
  ) throws -> ExitCode {
    var check = try FileCheck(
      DefinitionSet(files: definitions), form: form, rules: rules,
      now: part.now.flatMap(Instant.init(text:)) ?? Clock.current(),
      in: messages.localization())
    check.input = reading.input
    check.source = source
    check.parameters = parameters.values
    check.scenario = parameters.scenario
    check.files = try namedFiles.named()
    check.showsContent = cells
    check.digests = progress
    check.services = services
    if describe {
      try console.out(
        check.description(columns: try part.columns.map(InputPart.init(header:))?.columns).text)
      return .success
    }
    try part.apply(to: &check)
    for note in check.leftOutNotes { console.note(note.text) }
    check.showsValues = showValues
    check.showsSensitive = noMask
    let needsJSON = progress || cells || part.unique == .keys
    switch format ?? (console.outputIsTerminal && !needsJSON ? .text : .ndjson) {
    case .text: return try run(check, CheckText(), console)
    case .ndjson:
      return try run(
        check, CheckNDJSON(check, namesFile: files.count > 1 || part.fileName != nil), console)
    case .json:
      return try run(
        check, CheckJSON(CheckNDJSON(check, namesFile: files.count > 1 || part.fileName != nil)),
        console)
    case .sarif: return try run(check, CheckSARIF(check.rules), console)
    case .junit: return try run(check, CheckJUnit(check.rules), console)
    }
  }

  private func run(
    _ check: FileCheck, _ output: some CheckOutput, _ console: Console
  ) throws -> ExitCode {
    var output = output
    var code = ExitCode.success
    try console.out { output.begin(&$0) }
    do {
      for file in files {
        var notes: [String] = []
        let name = part.fileName ?? file
        let summary = try check.check(
          file, note: { notes.append($0.text) },
          progress: { summary in
            guard progress else { return }
            try console.out(CheckNDJSON.progress(summary, after: check.input.part))
            try console.flush()
          }
        ) { record in
          guard isShown(record) else { return }
          try console.out { output.append(record, of: name, to: &$0) }
        }
        try console.out { output.finish(name, records: summary.records, to: &$0) }
        if progress { try console.out(CheckNDJSON.end(summary, of: name)) }
        try console.flush()

        for line in notes + CheckText.lines(summary, of: file, check.rules) {
          console.note(line, CheckText.highlight(summary))
        }
        if failOn != .never, summary.rejected > 0 || !summary.passedLimits.isEmpty {
          code = .failure
        }
      }
    } catch let error as RecorderError {
      try console.out { output.end(&$0, isWhole: false) }
      throw error
    }
    try console.out { output.end(&$0, isWhole: true) }
    return code
  }

  private func isShown(_ record: CheckedRecord) -> Bool {
    switch only {
    case nil: true
    case .rejected: record.isRejected || !record.keys.isEmpty
    case .flagged: !record.errors.isEmpty || !record.keys.isEmpty
    }
  }
}
