import ArgumentParser
import FormRecorder
import FormRules
import Foundation

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
      formrec import in/*.csv --source-from '^([a-z]+)_'
      formrec import week35.csv --source north --map 'E-Mail Adresse=email' --remember
      cat more.csv | formrec import - --form contacts@2 --rules contacts@5
      formrec import week35.csv --now 2026-08-30T18:00:00Z
      """)

  @Argument(help: "The files to import; - is standard input.") var files: [String] = []
  @Option(help: ArgumentHelp("The form, if there are several.", valueName: "form[@version]"))
  var form: VersionReference?
  @Option(help: ArgumentHelp("The rule set, if there are several.", valueName: "rules[@version]"))
  var rules: VersionReference?
  @OptionGroup var definitions: DefinitionOptions
  @OptionGroup var reading: ReadingOptions
  @Option(help: "The sender of the records. The settings of a defined source apply.")
  var source: String?
  @Option(
    help: ArgumentHelp(
      "Take the source from the name of each file: the first group of a regular expression, or the text that it matches.",
      valueName: "pattern"),
    transform: { try SourcePattern($0) })
  var sourceFrom: SourcePattern?
  @Flag(help: "Store --map and the format of the file in the definition of the source.")
  var remember = false
  @Flag(help: "Map columns to the fields that are suggested for them.")
  var acceptMapping = false
  @Option(help: "The batch that the records belong to.") var batch: String?
  @OptionGroup var finish: FinishOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var runOptions: RunOptions
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
  @Flag(help: "Import the records of an export as new ones.") var asRecords = false
  @Flag(help: "Import a file even if it was imported before.") var again = false
  @Flag(help: "Do not apply corrections of earlier deliveries of the same records.")
  var noCarry = false
  @Option(help: "The number of records per commit.") var chunk = ImportRequest.defaultChunk
  @Flag(help: "Print a line {\"committed\":n} after each commit.") var ack = false
  @OptionGroup var messages: MessageOptions
  @OptionGroup var output: FormatOptions<ImportReporter.Format>
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    try ChangeOptions.requireText(["--source": source, "--batch": batch])
    if files.isEmpty {
      throw ValidationError("specify the files before --definitions, or after --")
    }
    if sourceFrom != nil { try exclude(["--source": source != nil], with: "--source-from") }
    if source == nil { try require("--source", for: ["--remember": remember]) }
    if dryRun { try exclude(["--remember": remember], with: "--dry-run") }
    try require("--chunk", chunk, in: ImportRequest.chunks, unit: "records")
    if dryRun { try output.format.requireReport() }
    try requireOneStandardInput(files)
  }

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    var recorder = try change.recorder(store, console, isDryRun: dryRun, reading: files)
    recorder.settings.services = remote.services(console, shouldStop: StopSignals.shouldStop)
    return try importFiles(recorder, reporter(console))
  }

  private func reporter(_ console: Console) -> ImportReporter {
    var reporter = ImportReporter(
      output.format, finish: finish, messages: messages, store: store, console: console)
    reporter.isDryRun = dryRun
    reporter.acknowledgesCommits = ack
    return reporter
  }
}

/// A regular expression that finds the source of a file in its name.
struct SourcePattern {
  private let regex: Regex<AnyRegexOutput>

  init(_ pattern: String) throws(ValidationError) {
    do {
      regex = try Regex(pattern)
    } catch {
      throw ValidationError("it must be a regular expression: \(error)")
    }
  }

  /// The first group of the pattern, or the text that it matches if it has no group.
  ///
  /// - Throws: `RecorderError` if the pattern does not match the name of the file, if the result is
  ///   empty, or for standard input.
  func source(ofFile path: String) throws(RecorderError) -> String {
    let name = URL(fileURLWithPath: path).lastPathComponent
    guard path != "-", let match = name.firstMatch(of: regex),
      let source = match.output[match.output.count > 1 ? 1 : 0].substring, !source.isEmpty
    else {
      throw RecorderError(
        .usage,
        path == "-"
          ? "standard input has no name for --source-from"
          : "\(path): the name does not match the pattern of --source-from")
    }
    return String(source)
  }
}
