import ArgumentParser
import FormPages
import FormProfile
import FormRecorder
import FormRules

struct ProfileCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Summarize the columns of files and report suspicious values.",
    discussion: """
      Shows for each column its type, the share of cells with a value, the number of distinct values, \
      their shape (9 for a digit, a for a letter, + for a run of any length), and the most frequent \
      values, or the minimum, median and maximum of numbers. Findings with line numbers follow: 'high' \
      findings are very probably errors, 'decide' findings require a decision, and 'note' findings are \
      for information. If a rule detects a finding, it is shown.

      The files are read once, in bounded memory. Counts of cells are exact; '~' marks an estimate of \
      the number of distinct values.

      The report shows values, which may be personal data; --no-values omits them.

      formrec profile contacts.csv
      formrec profile visits.csv.gz --html visits.html
      formrec profile contacts.csv --format json --top 50

      With --form, profiles stored submissions, and shows the changes from one import of a source to \
      the next. Values of sensitive fields are masked.

      formrec profile --form contacts --source north
      """)

  @OptionGroup var input: ProfileInputOptions
  @Flag(help: "Show no values, only counts, shapes and lines.") var noValues = false
  @Option(
    help: ArgumentHelp(
      "The maximum number of frequent values per column in JSON and HTML.", valueName: "n"))
  var top = 10
  @Option(name: .customLong("format"), help: "The output format. Default: text.")
  var formatOption: ReportFormat?
  @Option(help: ArgumentHelp("Write an HTML page; - is standard output.", valueName: "file"))
  var html: String?
  @Flag(help: "Replace an existing file.") var force = false
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    try require("--top", top, in: 1...1_000)
    if html != nil { try exclude(["--format": formatOption != nil], with: "--html") }
    if html == nil { try require("--html", for: ["--force": force]) }
  }

  func run(_ console: Console) throws -> ExitCode {
    try OutputFile.check(html, isNoneOf: input.files)
    if let selection = input.selection { return try profileStore(selection, console) }
    var profile = try TableProfile(input.files, input.reading.input) {
      console.progress("\($0) records")
    }
    console.clearProgress()
    for note in profile.notes { console.note(note.text) }
    if noValues { profile.maskAll() }
    return try write(profile, nil, on: console)
  }

  private func profileStore(
    _ selection: SubmissionSelection, _ console: Console
  ) throws -> ExitCode {
    var profile = try store.recorder.profile(selection, showsSensitive: input.noMask) {
      console.progress("\($0) records")
    }
    console.clearProgress()
    let drift = try store.recorder.drift(selection, showsSensitive: input.noMask)
    if noValues { profile.maskAll() }
    return try write(profile, drift, on: console)
  }

  private func write(
    _ profile: TableProfile, _ drift: [ImportDrift]?, on console: Console
  ) throws -> ExitCode {
    if let html {
      let page = ProfilePage.html(profile, top: top)
      try console.write(Array(page.utf8), to: html) {
        if input.selection == nil {
          try OutputFile.write(page, to: html, replacing: force)
        } else {
          try store.recorder.write(page: page, to: html, replacing: force)
        }
      }
      return .success
    }
    switch formatOption ?? .text {
    case .json: try console.print(profile.json(top: top, drift).prettyText)
    case .text:
      for line in ProfileText(profile, width: console.textWidth).lines {
        // Only the titles are highlighted.
        if line == "FINDINGS" || line.hasPrefix("COLUMN") {
          try console.print(line, highlighting: .title(line))
        } else {
          try console.print(line)
        }
      }
      try console.print(DriftText.lines(drift ?? [], showsValues: !noValues))
    }
    return .success
  }
}
