import ArgumentParser
import FormRecorder
import FormRules

struct Check: NotingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Judge the records of files without a database.",
    discussion: """
      The verdicts are those that an import would give; nothing is stored. On a terminal it prints a \
      line for each thing that is wrong, FILE:LINE:COLUMN and the message, where COLUMN counts the \
      fields; in a pipe a line of JSON for each record; sarif is for code hosts and editors, junit for \
      build servers: a suite a file, with a test a rule.

      formrec check contacts.csv --definitions contacts.yaml
      formrec check *.csv --definitions contacts.yaml --format ndjson --only rejected
      formrec check contacts.csv --definitions contacts.yaml --language de
      cat contacts.csv | formrec check - --definitions contacts.yaml --format sarif
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
  @OptionGroup var given: GivenOptions
  @OptionGroup var namedFiles: NamedFileOptions
  @Option(help: "rejected: leave accepted records out, with their warnings.") var only: Only?
  @Flag(help: "Show the text of the fields at fault, sensitive ones too.")
  var showValues = false
  @OptionGroup var messages: MessageOptions
  @Option(help: "text, ndjson, sarif or junit; else text on a terminal and ndjson in a pipe.")
  var format: Format?

  enum Only: String, ExpressibleByArgument, CaseIterable { case rejected }
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, ndjson, sarif, junit }

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if files.isEmpty { throw ValidationError("name the files, before --definitions") }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input can be read once only")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    // Nothing is half-done when a check is broken off.
    StopSignals.uninstall()
    var check = try FileCheck(
      DefinitionSet(files: definitions), form: form, rules: rules, now: Clock.current(),
      in: messages.localization())
    check.input = reading.input
    check.source = source
    check.given = given.values
    check.scenario = given.scenario
    check.files = try namedFiles.named()
    for line in check.leftOutNotes { console.note(line) }
    check.showsValues = showValues
    switch format ?? (console.outputIsTerminal ? .text : .ndjson) {
    case .text: return try run(check, CheckText(), console)
    case .ndjson: return try run(check, CheckNDJSON(namesFile: files.count > 1), console)
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
        let summary = try check.check(file, note: { notes.append($0) }) { record in
          if only != nil, !record.isRejected { return }
          try console.out { output.append(record, of: file, to: &$0) }
        }
        try console.out { output.finish(file, records: summary.records, to: &$0) }
        try console.flush()
        for line in notes + CheckText.lines(summary, of: file) { console.note(line) }
        if summary.rejected > 0 || !summary.passedLimits.isEmpty { code = .failure }
      }
    } catch let error as RecorderError {
      try console.out { output.end(&$0, isWhole: false) }
      throw error
    }
    try console.out { output.end(&$0, isWhole: true) }
    return code
  }
}
