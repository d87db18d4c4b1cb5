import ArgumentParser
import FormBytes
import FormRecorder
import FormRules

struct HistoryCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show a submission with its cells, verdicts, errors and corrections.",
    discussion: """
      Sensitive fields are masked unless --no-mask is given. Columns that are not fields of the \
      form are masked too if the form has sensitive fields or specifies columns: mask. With \
      --show-values, messages contain the value that failed; masked values also require \
      --no-mask.

      A submission is identified by its number, by file and line, or by field values. The text \
      output shows the submissions one after the other. The JSON output is an object for a \
      number, otherwise an array.

      --key finds all submissions of a record or person, as 'formrec purge' does: deliveries \
      with the value in any column that was ever mapped to the field, malformed records with the \
      value in a cell or in their bytes, other deliveries of the same record by the form's key, \
      and the corrections of all of these, most recent first. 'why' shows how each was found. \
      With --no-mask and --format json the output can answer a subject access request.

      formrec history 4711
      formrec history --line contacts.csv:123
      formrec history --key id=4711 --form contacts
      formrec history --key email=ana@example.com --no-mask --format json
      formrec history 4711 --language de
      formrec history 4711 --format json | jq '.verdicts[-1].errors'
      """)

  @Argument(help: "The submission's number.") var submission: Int64?
  @Option(help: ArgumentHelp("The name of a file and a line in it.", valueName: "file:line"))
  var line: String?
  @Option(
    help: ArgumentHelp(
      "The value of a field; may be repeated to match all of them.", valueName: "field=value"))
  var key: [String] = []
  @Option(help: "With --key: the form, if there are several.") var form: String?
  @Option(help: "The maximum number of submissions. Default: all.") var limit: Int?
  @Flag(help: "Show the values that failed in messages. Masked values require --no-mask.")
  var showValues = false
  @Flag(help: "Do not mask sensitive fields and columns that are not fields of the form.")
  var noMask = false
  @OptionGroup var messages: MessageOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard [submission != nil, line != nil, !key.isEmpty].count(where: { $0 }) == 1 else {
      throw ValidationError("specify the submission by its number, --line or --key")
    }
    if key.isEmpty { try require("--key", for: ["--form": form != nil]) }
    for entry in key { try NameValue.checkCondition(entry, option: "--key") }
    if let line, Self.location(line) == nil {
      throw ValidationError("--line '\(line)' must be written FILE:LINE")
    }
    try require("--limit", limit, in: 1...(.max))
  }

  private static func location(_ text: String) -> (file: String, line: Int)? {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let line = Int(text[text.index(after: colon)...]), line > 0
    else { return nil }
    return (String(text[..<colon]), line)
  }

  /// The submissions to show, each with the reason it was found.
  private func submissions(
    _ recorder: Recorder
  ) throws -> [(id: Int64, reason: FoundSubmission.Reason?)] {
    if let submission { return [(submission, nil)] }
    if let location = line.flatMap(Self.location) {
      return try recorder.submissions(ofFile: location.file, line: location.line).map {
        ($0, nil)
      }
    }
    let search = RecordSearch(form: form, try recorder.conditions(key, ofForm: form))
    let found = try recorder.reasons(search)
    guard !found.isEmpty else {
      let fields = search.conditions.map(\.field.displayText).joined(separator: ", ")
      throw RecorderError(.missing(.other), "no submission has these values: \(fields)")
    }
    return found.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
  }

  func run(_ console: Console) throws -> ExitCode {
    let localization = try messages.localization()
    let recorder = try store.reader(console)
    let all = try submissions(recorder)
    let shown = all.prefix(limit ?? .max)
    let isArray = submission == nil && output.format == .json
    if isArray { try console.append { $0.append(UInt8(ascii: "[")) } }
    let histories = try recorder.histories(
      showsValues: showValues, showsSensitive: noMask, in: localization)
    for (index, found) in shown.enumerated() {
      var history = try histories.history(of: found.id)
      history.searchReason = found.reason
      switch output.format {
      case .json:
        // They are read one by one, because the submissions of a person may not fit in memory.
        try console.append { bytes in
          if index > 0 { bytes += ",\n".utf8 }
          history.json.write(to: &bytes)
        }
      case .text:
        if index > 0 { try console.print("") }
        try console.print(
          HistoryText.lines(history, in: localization),
          highlighting: .good(localization.term("verdict accepted")),
          .bad(localization.term("verdict rejected")))
      }
    }
    if output.format == .json { try console.print(isArray ? "]" : "") }
    if shown.count < all.count {
      console.note(
        "\((all.count - shown.count).counted("more submission")); --limit \(all.count) shows all")
    }
    return .success
  }
}
