public import ArgumentParser
public import FormRecorder

struct Export: NotingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write stored submissions with their errors, to be read, mended or handed on.",
    discussion: """
      CSV has the original columns in their order, then _submission, _line and _errors, and _warnings if \
      a rule warns; it has the file's own delimiter and encoding. Files of several encodings become UTF-8, \
      and UTF-8 begins with a byte order mark, without which Excel reads it wrongly (--no-bom). Cells that \
      a spreadsheet would run get an apostrophe in front, sensitive fields are masked, and bytes that \
      could not be decoded are escaped (\\xF1). All of these may stay when the file comes back: 'formrec \
      import --corrections' knows them. --raw gives every byte back, with commas and in plain UTF-8 for \
      programs. A malformed record has the cells that could be read; NDJSON also has its raw line. Imports \
      with different columns share a file: it has the columns of all of them.

      --xlsx makes a workbook of the same columns: all cells are text, so that leading zeros stay, those \
      that fail are red with the reasons as comments, and it comes back like the CSV.

      --to makes a SQLite file of plain tables for people and BI tools: one a form, named like it, with \
      typed columns, verdicts and origins, and the tables errors, imports and runs. Dates are ISO, \
      words for missing are NULL, decimals are doubles with the exact text beside them; what is not \
      of its field's type stands in _raw. docs/store.md has the columns.

      A submission is current unless a correction or a later delivery of the same record (by the form's \
      key) has replaced it. Purged submissions have no cells and are left out.

      formrec export -o open.csv
      formrec export --current --format ndjson
      formrec export --rejected --import 12 --format ndjson | jq .errors
      formrec export --open --split-by source -o outbox
      formrec export -o open.xlsx
      formrec export --to tables.sqlite
      """)

  @Flag(help: ArgumentHelp("Which submissions; --open unless said, in a SQLite file --all."))
  var scope: SubmissionScope?
  @OptionGroup var selection: SelectionOptions
  @Option(
    help: "csv, ndjson, json, xlsx or sqlite; unless said that of the file's extension, or csv.")
  var format: ExportFormat?
  @Flag(help: "A workbook, for people: --format xlsx.") var xlsx = false
  @Flag(help: "Every byte as it came: nothing masked, no formula defused.") var raw = false
  @Flag(help: "Show sensitive fields as they are.") var noMask = false
  @Flag(help: "Leave cells that a spreadsheet would run as they are.") var noDefuse = false
  @Option(help: "One character between CSV cells, or tab; the file's own unless said.")
  var delimiter: String?
  @Option(help: "The encoding of CSV, such as utf-8; the file's own unless said.")
  var encoding: String?
  @Flag(
    inversion: .prefixedNo,
    help: "Begin CSV with a byte order mark, which Excel needs; UTF-8 and UTF-16 do unless said.")
  var bom: Bool?
  @OptionGroup var messages: MessageOptions
  @Option(help: "A file for each form, source, batch or import, in the folder of -o.")
  var splitBy: ExportPart?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file, or with --split-by the folder; else the output.", valueName: "path")
  )
  var output: String?
  @Option(
    help: ArgumentHelp(
      "A SQLite file of plain tables: --format sqlite -o PATH.", valueName: "path"))
  var to: String?
  @Flag(help: "Replace files that are there already.") var force = false
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
    if force, output == nil, to == nil { throw ValidationError("--force is for -o and --to") }
    if xlsx, format != nil, format != .xlsx {
      throw ValidationError("--xlsx and --format \(format?.rawValue ?? "") contradict")
    }
    if [.xlsx, .sqlite].contains(chosenFormat), to == nil, output == nil || output == "-" {
      let kind = chosenFormat == .xlsx ? "workbook" : "SQLite file"
      throw ValidationError("a \(kind) needs a file: -o FILE.\(chosenFormat.rawValue)")
    }
    guard let to else {
      if splitBy != nil, output == nil {
        throw ValidationError("--split-by needs a folder: -o FOLDER")
      }
      return
    }
    for (option, isGiven) in [
      ("-o", output != nil), ("--format", format != nil), ("--xlsx", xlsx),
      ("--split-by", splitBy != nil),
    ] where isGiven {
      throw ValidationError("--to makes a SQLite file; \(option) cannot be given with it")
    }
    if to == "-" {
      throw ValidationError("--to needs the name of a file: SQLite does not write to the output")
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
    if report.purged > 0 { console.note("left out, purged: \(report.purged.grouped)") }
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
extension ExportPart: ExpressibleByArgument {}

extension SubmissionScope: EnumerableFlag {
  /// The description of a scope in help.
  public static func help(for value: SubmissionScope) -> ArgumentHelp? {
    switch value {
    case .open: "What is to be mended: rejected and current, without those that are waived."
    case .current: "What is valid now: accepted and current, one submission a record."
    case .rejected: "All that are rejected, also those that were replaced or waived."
    case .accepted: "All that are accepted, also those that were replaced."
    case .warned: "All with a warning, accepted or not, also those that were replaced."
    case .all: "All with a verdict: several of a record that was corrected or delivered again."
    }
  }
}
