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
      imported file; a file .tsv is tab-separated. If files with several encodings are exported together, the output is UTF-8. \
      UTF-8 output begins with a byte order mark, which Excel requires; --no-bom omits it. Cells \
      that a spreadsheet would evaluate are prefixed with an apostrophe, sensitive fields are \
      masked, and bytes that could not be decoded are escaped (\\xF1). 'formrec correct' \
      recognizes all of these when the file is imported. --raw writes all bytes \
      as received; its CSV has commas and is UTF-8 without a byte order mark. For malformed \
      records, the cells that could be read are exported; NDJSON also contains the raw line. A \
      file with imports that have different columns has the columns of all of them.

      The format xlsx is a workbook with the same columns. All cells are text, so leading zeros are \
      preserved. Cells with errors are red, with the messages as comments. A workbook can be \
      imported as corrections like CSV.

      The format sqlite is a SQLite file of plain tables for other programs: a table per form, named \
      after it, with typed columns, verdicts and origins, and the tables errors, imports and \
      runs. Dates are in ISO 8601 format, words for missing values are NULL, decimals are \
      doubles with the exact text in a second column, and values that do not match the type of \
      their field are in _raw. docs/store.md describes the columns.

      A submission is current unless a correction or a later delivery of the same record (by the \
      form's key) has replaced it. Purged submissions have no cells and are omitted.

      The log contains each export (formrec log --kind activity), because purges do not reach it.

      formrec export -o open.csv
      formrec export --current --format ndjson
      formrec export --rejected --import 12 --format ndjson | jq .errors
      formrec export --open --split-by source -o outbox
      formrec export -o open.xlsx
      formrec export -o tables.sqlite
      """)

  @Flag(help: "The submissions to export. Default: --open; for a SQLite file --all.")
  var scope: SubmissionScope?
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var output: ExportOutputOptions
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
  @OptionGroup var copy: CopyOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    try OutputFile.check(output.tables ?? output.output, isNoneOf: messages.files)
    var request = ExportRequest()
    request.format = try output.format
    request.scope = scope ?? request.format.properties.defaultScope
    request.selection = selection.selection
    request.isRaw = raw
    request.showsSensitive = noMask
    request.keepsFormulas = noDefuse
    request.delimiter =
      delimiter ?? (request.format.properties.hasCSVOptions ? output.delimiter : nil)
    request.encoding = encoding
    request.hasByteOrderMark = bom
    request.localization = try messages.localization()
    request.isRecorded = true
    (request.by, request.reason) = (try copy.by, copy.reason)
    let report = try store.reader(console).export(
      request, to: output.destination(console), shouldStop: StopSignals.shouldStop)
    for file in report.files {
      console.note("\(file.path): submissions: \(file.submissions.grouped)")
    }
    if let note = maskedNote(report) { console.note(note) }
    CopyOptions.note(report.isRecorded, console)
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
