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

      A submission is named by its number, by the file and line that it came from, or by what a field \
      of it has; with several the text shows one after the other, JSON an array.

      formrec history 4711
      formrec history --line contacts.csv:123
      formrec history --key id=4711 --form contacts
      formrec history 4711 --language de
      formrec history 4711 --format json | jq '.verdicts[-1].errors'
      """)

  @Argument(help: "The submission's number.") var submission: Int64?
  @Option(help: ArgumentHelp("The file's name and a line of it.", valueName: "file:line"))
  var line: String?
  @Option(help: ArgumentHelp("What a field of it has.", valueName: "field=value")) var key: String?
  @Option(help: "With --key: the form, if there are several.") var form: String?
  @Flag(help: "Show the value at fault in messages; masked ones only with --no-mask.")
  var showValues = false
  @Flag(help: "Show sensitive fields, and columns that the form does not name, as they are.")
  var noMask = false
  @OptionGroup var messages: MessageOptions
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard [submission != nil, line != nil, key != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("name the submission by its number, or by --line, or by --key")
    }
    if form != nil, key == nil { throw ValidationError("--form is for --key") }
    if let key, !key.dropFirst().contains("=") {
      throw ValidationError("--key '\(key)' must be written FIELD=VALUE")
    }
    if let line, Self.place(line) == nil {
      throw ValidationError("--line '\(line)' must be written FILE:LINE")
    }
  }

  private static func place(_ text: String) -> (file: String, line: Int)? {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let line = Int(text[text.index(after: colon)...]), line > 0
    else { return nil }
    return (String(text[..<colon]), line)
  }

  /// The submissions that are meant.
  private func submissions() throws -> [Int64] {
    if let submission { return [submission] }
    if let place = line.flatMap(Self.place) {
      return try store.recorder.submissions(ofFile: place.file, line: place.line)
    }
    guard let key, let sign = key.firstIndex(of: "=") else { return [] }
    return try store.recorder.submissions(
      form: form, field: String(key[..<sign]), value: String(key[key.index(after: sign)...]))
  }

  func run(_ console: Console) throws -> ExitCode {
    let localization = try messages.localization()
    let histories = try submissions().map {
      try store.recorder.history(
        of: $0, showsValues: showValues, showsSensitive: noMask, in: localization)
    }
    switch format {
    case .json:
      let all = histories.map(\.json)
      try console.out((all.count == 1 ? all[0] : .array(all)).text)
    case .text:
      for (index, history) in histories.enumerated() {
        if index > 0 { try console.out("") }
        for line in HistoryText.lines(history, in: localization) {
          try console.out(
            line, .good(localization.term("verdict accepted")),
            .bad(localization.term("verdict rejected")))
        }
      }
    }
    return .success
  }
}
