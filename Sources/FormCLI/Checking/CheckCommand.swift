import ArgumentParser
import FormRecorder
import FormRules

struct CheckCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Validate the records of files without a database.",
    discussion: """
      The verdicts are those of an import; nothing is stored. On a terminal each error is a line \
      with FILE:LINE:COLUMN and the message, where COLUMN is the number of the field. In a pipe \
      each record is a line of JSON. The formats for other tools are sarif for code hosts and \
      editors, and junit for build servers, with a test suite per file and a test per rule.

      formrec check contacts.csv --definitions contacts.yaml
      formrec check *.csv --definitions contacts.yaml --format ndjson --only rejected
      formrec check contacts.csv --definitions contacts.yaml --language de
      cat contacts.csv | formrec check - --definitions contacts.yaml --format sarif

      A part of a file is checked with --columns, without checking limits. 'formrec split' finds \
      the parts of a file; --describe prints the information with which a program checks a file in parts.

      formrec split contacts.csv --parts 8 --definitions contacts.yaml
      formrec check contacts.csv --definitions contacts.yaml --columns id,name,age --range \
      512-1024 --first-record 17 --first-line 19 --unique none

      With --range, standard input begins at byte A and may end anywhere after byte B.

      Rules that compare each record with all records ('depends', 'resembles') require the counts of \
      the whole input: --print-counts prints those of a part, and --counts reads them.
      """)

  @Argument(help: "The files to check; - is standard input.") var files: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The definition files (YAML or JSON).", valueName: "file"))
  var definitions: [String]
  @Option(help: "The form, if the definitions contain several.") var form: String?
  @Option(help: "The rule set, if the definitions contain several.") var rules: String?
  @OptionGroup var reading: ReadingOptions
  @Option(help: "The sender of the records. The settings of a defined source apply.")
  var source: String?
  @OptionGroup var runOptions: RunOptions
  @OptionGroup var timeZone: ZoneOptions
  @OptionGroup var namedFiles: NamedFileOptions
  @OptionGroup var remote: RemoteOptions
  @Option(
    help:
      "The records to print: rejected, or flagged for rejected records and those with warnings.")
  var only: Only?
  @Flag(help: "Show the values that failed. Sensitive values require --no-mask.")
  var showValues = false
  @Flag(help: "With --show-values: also show sensitive values.") var noMask = false
  @OptionGroup var messages: MessageOptions
  @Option(
    name: .customLong("format"),
    help: "The output format. Default: text on a terminal, ndjson in a pipe.")
  var formatOption: Format?

  @OptionGroup var part: PartOptions
  @OptionGroup var failOn: FailOnOptions
  @Flag(help: "Print all cells of records with errors, including sensitive ones.")
  var cells = false
  @Flag(
    help: ArgumentHelp(
      "After each batch, print the number of validated records as a line of JSON, and the totals "
        + "at the end."))
  var progress = false
  @Flag(help: "Print the information for checking a file in parts, as JSON. Checks nothing.")
  var describe = false

  enum Only: String, ExpressibleByArgument, CaseIterable { case rejected, flagged }
  enum Format: String, OutputFormat { case text, ndjson, json, sarif, junit }

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if describe {
      if !files.isEmpty { throw ValidationError("--describe requires definitions, and no files") }
      return
    }
    if files.isEmpty {
      throw ValidationError("specify the files before --definitions, or after --")
    }
    if part.columns != nil {
      if files.count > 1 { throw ValidationError("--columns requires a single file") }
      try exclude(
        ["--header": reading.file.header != nil, "--no-header": reading.noHeader], with: "--columns"
      )
      if let name = reading.file.inputFormat, !InputPart.formats.contains(name) {
        throw ValidationError("--columns requires the format \(InputPart.formats.listed)")
      }
    }
    if files.count > 1, part.fileName != nil {
      throw ValidationError("--file-name requires a single file")
    }
    if requiresNDJSON, formatOption ?? .ndjson != .ndjson {
      throw ValidationError("--progress, --cells and --unique keys require --format ndjson")
    }
    if part.printCounts, formatOption != nil || files.count > 1 {
      throw ValidationError("--print-counts requires a single file and no --format")
    }
    if !showValues { try require("--show-values", for: ["--no-mask": noMask]) }
    try requireOneStandardInput(files)
  }

  /// Whether options are specified whose output only NDJSON contains.
  private var requiresNDJSON: Bool { progress || cells || part.unique == .keys }

  func run(_ console: Console) throws -> ExitCode {
    var check = try fileCheck(remote.services(console))
    if describe {
      let columns = try part.columns.map(InputPart.init(header:))?.columns
      try console.print(check.description(columns: columns).text)
      return .success
    }
    try part.apply(to: &check)
    for note in check.exclusionNotes { console.note(note.text) }
    return part.printCounts
      ? try printCounts(check, console) : try checkRecords(check, console)
  }

  private func fileCheck(_ services: Services?) throws -> FileCheck {
    let set = try DefinitionSet(files: definitions)
    var check = try FileCheck(
      set, form: form ?? source.flatMap(set.source(named:))?.onlyForm, rules: rules,
      now: try part.now?.instant ?? Clock.now(), in: messages.localization())
    (check.zone, check.offset) = (timeZone.zone, part.now?.offset ?? 0)
    check.input = reading.input
    check.source = source
    check.parameters = runOptions.parameters.values
    check.scenario = runOptions.scenario
    check.files = try namedFiles.named()
    check.showsContent = cells
    check.showsValues = showValues
    check.showsSensitive = noMask
    check.computesDigest = progress
    check.services = services
    return check
  }

  private func printCounts(_ check: FileCheck, _ console: Console) throws -> ExitCode {
    for file in files { try check.writeCounts(of: file, to: console.write) }
    return .success
  }

  private func checkRecords(_ check: FileCheck, _ console: Console) throws -> ExitCode {
    let lines = CheckNDJSON(check, namesFile: files.count > 1 || part.fileName != nil)
    let standard: Format = console.outputIsTerminal && !requiresNDJSON ? .text : .ndjson
    return switch formatOption ?? standard {
    case .text: try checkRecords(check, CheckText(), on: console)
    case .ndjson: try checkRecords(check, lines, on: console)
    case .json: try checkRecords(check, CheckJSON(lines), on: console)
    case .sarif: try checkRecords(check, CheckSARIF(check.rules), on: console)
    case .junit: try checkRecords(check, CheckJUnit(check.rules), on: console)
    }
  }

  private func checkRecords(
    _ check: FileCheck, _ output: some CheckOutput, on console: Console
  ) throws -> ExitCode {
    var output = output
    var results: [FileResult] = []
    var unread: [String] = []
    try console.append { output.begin(&$0) }
    for file in files {
      do {
        results.append(try checkRecords(file, check, output: &output, on: console))
      } catch let error as RecorderError {
        try console.append { output.interrupt(&$0) }
        guard files.count > 1, error.concernsOneFile else {
          try console.append { output.end(&$0, isWhole: false) }
          throw error
        }
        // Continue with the remaining files.
        try console.flush()
        console.printError(error.category, error.text, asJSON: isJSON)
        results.append(.failed)
        unread.append(file.displayText)
      }
    }
    try console.append { output.end(&$0, isWhole: unread.isEmpty) }
    if !unread.isEmpty, !isJSON {
      try console.flush()
      console.printError(
        "\(unread.count) of \(files.count) files were not read completely: "
          + unread.joined(separator: ", "))
    }
    return failOn.exitCode(results)
  }

  private func checkRecords(
    _ file: String, _ check: FileCheck, output: inout some CheckOutput, on console: Console
  ) throws -> FileResult {
    var notes: [String] = []
    let name = part.fileName ?? file
    let summary = try check.check(
      file, note: { notes.append($0.text) },
      progress: { summary in
        console.showNotes()
        guard progress else { return }
        try console.print(CheckNDJSON.progress(summary, after: check.input.part))
        try console.flush()
      }
    ) { record in
      guard isShown(record) else { return }
      try console.append { output.append(record, of: name, to: &$0) }
    }
    try console.append {
      output.finish(name, records: summary.records, limits: summary.exceededLimits, to: &$0)
    }
    if progress { try console.print(CheckNDJSON.end(summary, of: name)) }
    try console.flush()

    for line in notes + CheckText.lines(summary, of: file, check.rules) {
      console.note(line, highlighting: CheckText.highlight(summary))
    }
    return summary.result
  }

  /// Whether errors are JSON.
  private var isJSON: Bool { formatOption == .json || formatOption == .ndjson }

  private func isShown(_ record: CheckedRecord) -> Bool {
    switch only {
    case nil: true
    case .rejected: record.isRejected || !record.keys.isEmpty
    case .flagged: !record.errors.isEmpty || !record.keys.isEmpty
    }
  }
}
