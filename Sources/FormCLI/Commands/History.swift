import ArgumentParser
import FormRecorder
import FormRules

struct History: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show one submission: its cells, every verdict with its errors, and corrections.",
    discussion: """
      Sensitive fields are masked unless --no-mask, and so are columns that the form does not name if it \
      has such a field, or says columns: mask. Messages show the value at fault only with --show-values, \
      that of a masked cell only with both.

      A submission is named by its number, by the file and line that it came from, or by what its fields \
      have. The text shows one after the other, JSON is an object for a number, else an array.

      --key finds everything of a record or person, as 'formrec purge' does: all deliveries by any column \
      that ever filled the field, malformed records that have the value in a cell or in their bytes, other \
      deliveries of the same record by the key of the form, and the corrections of all of these, the last \
      one first; 'why' says how each was found. With --no-mask and --format json it answers a subject \
      access request.

      formrec history 4711
      formrec history --line contacts.csv:123
      formrec history --key id=4711 --form contacts
      formrec history --key email=ana@example.com --no-mask --format json
      formrec history 4711 --language de
      formrec history 4711 --format json | jq '.verdicts[-1].errors'
      """)

  @Argument(help: "The submission's number.") var submission: Int64?
  @Option(help: ArgumentHelp("The file's name and a line of it.", valueName: "file:line"))
  var line: String?
  @Option(
    help: ArgumentHelp(
      "What a field of it has; several must all hold.", valueName: "field=value"))
  var key: [String] = []
  @Option(help: "With --key: the form, if there are several.") var form: String?
  @Option(help: "At most so many submissions; all unless said.") var limit: Int?
  @Flag(help: "Show the value at fault in messages; masked ones only with --no-mask.")
  var showValues = false
  @Flag(help: "Show sensitive fields, and columns that the form does not name, as they are.")
  var noMask = false
  @OptionGroup var messages: MessageOptions
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard [submission != nil, line != nil, !key.isEmpty].count(where: { $0 }) == 1 else {
      throw ValidationError("name the submission by its number, or by --line, or by --key")
    }
    if form != nil, key.isEmpty { throw ValidationError("--form is for --key") }
    for entry in key { try RecordSearch.Condition.check(entry, "--key") }
    if let line, Self.place(line) == nil {
      throw ValidationError("--line '\(line)' must be written FILE:LINE")
    }
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more") }
  }

  private static func place(_ text: String) -> (file: String, line: Int)? {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let line = Int(text[text.index(after: colon)...]), line > 0
    else { return nil }
    return (String(text[..<colon]), line)
  }

  /// The submissions to show, each with the reason it was found.
  private func submissions() throws -> [(id: Int64, reason: FoundSubmission.Reason?)] {
    if let submission { return [(submission, nil)] }
    if let place = line.flatMap(Self.place) {
      return try store.recorder.submissions(ofFile: place.file, line: place.line).map { ($0, nil) }
    }
    let search = RecordSearch(form: form, key.compactMap(RecordSearch.Condition.init))
    let found = try store.recorder.reasons(search)
    guard !found.isEmpty else {
      let fields = search.conditions.map(\.field.shown).joined(separator: ", ")
      throw RecorderError(.missing(.other), "no submission has that \(fields)")
    }
    return found.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
  }

  func run(_ console: Console) throws -> ExitCode {
    let localization = try messages.localization()
    let all = try submissions()
    let shown = all.prefix(limit ?? .max)
    let isArray = submission == nil && format == .json
    if isArray { try console.out { $0.append(UInt8(ascii: "[")) } }
    for (index, one) in shown.enumerated() {
      var history = try store.recorder.history(
        of: one.id, showsValues: showValues, showsSensitive: noMask, in: localization)
      history.whyFound = one.reason
      switch format {
      case .json:
        // They are read one by one, because the submissions of a person may not fit in memory.
        try console.out { output in
          if index > 0 { output += ",\n".utf8 }
          history.json.write(to: &output)
        }
      case .text:
        if index > 0 { try console.out("") }
        for line in HistoryText.lines(history, in: localization) {
          try console.out(
            line, .good(localization.term("verdict accepted")),
            .bad(localization.term("verdict rejected")))
        }
      }
    }
    if format == .json { try console.out(isArray ? "]" : "") }
    if shown.count < all.count {
      console.note(
        "\((all.count - shown.count).counted("more submission")); --limit \(all.count) shows all")
    }
    return .success
  }
}
