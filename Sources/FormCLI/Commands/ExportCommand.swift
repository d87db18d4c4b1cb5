public import ArgumentParser
import FormBytes
public import FormRecorder

struct ExportCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export stored submissions with their errors.",
    discussion: """
      CSV output has the original columns in their order, followed by _submission, _line and \
      _errors, and _warnings if a rule warns. It keeps the delimiter and encoding of the \
      imported file. If files with several encodings are exported together, the output is UTF-8. \
      UTF-8 output begins with a byte order mark, which Excel requires; --no-bom omits it. Cells \
      that a spreadsheet would evaluate are prefixed with an apostrophe, sensitive fields are \
      masked, and bytes that could not be decoded are escaped (\\xF1). 'formrec import \
      --corrections' recognizes all of these when the file is imported. --raw writes all bytes \
      as received; its CSV has commas and is UTF-8 without a byte order mark. For malformed \
      records, the cells that could be read are exported; NDJSON also contains the raw line. A \
      file with imports that have different columns has the columns of all of them.

      --xlsx writes a workbook with the same columns. All cells are text, so leading zeros are \
      preserved. Cells with errors are red, with the messages as comments. A workbook can be \
      imported as corrections like CSV.

      --to writes a SQLite file of plain tables for other programs: a table per form, named \
      after it, with typed columns, verdicts and origins, and the tables errors, imports and \
      runs. Dates are in ISO 8601 format, words for missing values are NULL, decimals are \
      doubles with the exact text in a second column, and values that do not match the type of \
      their field are in _raw. docs/store.md describes the columns.

      A submission is current unless a correction or a later delivery of the same record (by the \
      form's key) has replaced it. Purged submissions have no cells and are omitted.

      formrec export -o open.csv
      formrec export --current --format ndjson
      formrec export --rejected --import 12 --format ndjson | jq .errors
      formrec export --open --split-by source -o outbox
      formrec export -o open.xlsx
      formrec export --to tables.sqlite
      """)

  @Flag(help: ArgumentHelp("The submissions to export. Default: --open; for a SQLite file --all."))
  var scope: SubmissionScope?
  @OptionGroup var selection: SelectionOptions
  @Option(
    help: "The output format. Default: by the extension of the file, or csv.")
  var format: ExportFormat?
  @Flag(help: "Write a workbook; short for --format xlsx.") var xlsx = false
  @Flag(help: "Export all bytes as received, without masking or escaping.") var raw = false
  @Flag(help: "Do not mask sensitive fields.") var noMask = false
  @Flag(help: "Do not escape cells that a spreadsheet would evaluate.") var noDefuse = false
  @Option(help: "The delimiter of CSV: a character, or tab. Default: that of the imported file.")
  var delimiter: String?
  @Option(help: "The encoding of CSV, such as utf-8. Default: that of the imported file.")
  var encoding: String?
  @Flag(
    inversion: .prefixedNo,
    help: "Begin CSV with a byte order mark, which Excel requires. Default for UTF-8 and UTF-16.")
  var bom: Bool?
  @OptionGroup var messages: MessageOptions
  @Option(help: "Write a file per form, source, batch or import to the folder of -o.")
  var splitBy: ExportGrouping?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, or the folder with --split-by. Default: standard output.",
      valueName: "path")
  )
  var output: String?
  @Option(
    help: ArgumentHelp(
      "Write a SQLite file of plain tables; short for --format sqlite -o PATH.", valueName: "path"))
  var to: String?
  @Flag(help: "Replace existing files.") var force = false
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  /// The format of the options, or of the file's extension.
  private var chosenFormat: ExportFormat {
    if to != nil { return .sqlite }
    if let format = xlsx ? .xlsx : format { return format }
    let ending = splitBy == nil ? output?.split(separator: ".").last : nil
    return ending.flatMap { ExportFormat(rawValue: $0.lowercased()) } ?? .csv
  }

  func validate() throws {
    if force, output == nil, to == nil { throw ValidationError("--force requires -o or --to") }
    if xlsx {
      try exclude(
        ["--format \(format?.rawValue ?? "")": format ?? .xlsx != .xlsx], with: "--xlsx")
    }
    if [.xlsx, .sqlite].contains(chosenFormat), to == nil, output == nil || output == "-" {
      let kind = chosenFormat == .xlsx ? "workbook" : "SQLite file"
      throw ValidationError("a \(kind) requires a file: -o FILE.\(chosenFormat.rawValue)")
    }
    guard let to else {
      if splitBy != nil, output == nil {
        throw ValidationError("--split-by requires a folder: -o FOLDER")
      }
      return
    }
    try exclude(
      [
        "-o": output != nil, "--format": format != nil, "--xlsx": xlsx,
        "--split-by": splitBy != nil,
      ], with: "--to")
    if to == "-" {
      throw ValidationError("--to requires a file, because SQLite cannot write to standard output")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    var request = ExportRequest()
    request.scope = scope ?? (chosenFormat == .sqlite ? .all : .open)
    request.selection = selection.selection
    request.format = chosenFormat
    request.isRaw = raw
    request.showsSensitive = noMask
    request.keepsFormulas = noDefuse
    request.delimiter = try delimiter.map { try InputOptions.delimiter($0) }
    request.encoding = encoding
    request.hasByteOrderMark = bom
    request.localization = try messages.localization()
    let report = try store.recorder.export(
      request, to: destination(console), shouldStop: { StopSignals.number != 0 })
    for file in report.files {
      console.note("\(file.path): submissions: \(file.submissions.grouped)")
    }
    if let note = maskedNote(report) { console.note(note) }
    if report.purged > 0 { console.note("omitted, purged: \(report.purged.grouped)") }
    return .success
  }

  private func maskedNote(_ report: ExportReport) -> String? {
    var masked = report.maskedFields
    if report.maskedRecords > 0 {
      masked.append("malformed records (\(report.maskedRecords.grouped))")
    }
    return masked.isEmpty ? nil : "masked: \(masked.joined(separator: ", ")); --no-mask shows them"
  }

  private func destination(_ console: Console) -> ExportDestination {
    switch (to ?? output, splitBy) {
    case (nil, _), ("-", nil): .stream(console.out)
    case (let path?, nil): .file(path, replacing: force)
    case (let path?, let part?): .folder(path, part, replacing: force)
    }
  }
}

extension ExportFormat: ExpressibleByArgument {}
extension ExportGrouping: ExpressibleByArgument {}

extension SubmissionScope: EnumerableFlag {
  /// The description of a scope in help.
  public static func help(for value: SubmissionScope) -> ArgumentHelp? {
    switch value {
    case .open: "Rejected and current submissions that are not waived, which need a correction."
    case .current: "Accepted and current submissions: one per record."
    case .rejected: "All rejected submissions, including replaced and waived ones."
    case .accepted: "All accepted submissions, including replaced ones."
    case .warned: "All submissions with a warning, including rejected and replaced ones."
    case .all:
      "All submissions with a verdict; several per record after corrections or redeliveries."
    }
  }
}
