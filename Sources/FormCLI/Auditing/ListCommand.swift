import ArgumentParser
import FormBytes
import FormRecorder
import FormRules

struct ListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List forms, rule sets, sources, imports, runs and submissions.",
    discussion: """
      Forms, rule sets and sources are listed with their current versions; imports and runs are listed in \
      descending order. Submissions are listed only on request, in ascending order, and are \
      selected like those of an export; --after continues after a page. If the limit omits \
      entries, a note shows their number.

      formrec list
      formrec list imports --form contacts --limit 5
      formrec list runs --format json
      formrec list submissions --open --rule email.email --source north
      """)

  @Argument(help: "What to list. Default: everything except submissions.")
  var what: ListingText.Subject?
  @Flag(help: "The submissions to list. Default: --all.") var scope: SubmissionScope?
  @OptionGroup var selection: SelectionOptions
  @Option(help: ArgumentHelp("List only submissions after this number.", valueName: "n"))
  var after: Int64?
  @Option(help: "The maximum number of imports, runs and submissions. Default: 20; in JSON 10000.")
  var limit: Int?
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws {
    try require("--limit", limit, in: 1...1_000_000)
    guard what != .submissions else { return }
    try require(
      "'formrec list submissions'",
      for: [
        "--\(scope?.rawValue ?? "")": scope != nil, "--after": after != nil,
        "--import": selection.origin.importID != nil, "--source": selection.origin.source != nil,
        "--batch": selection.origin.batch != nil, "--since": selection.since != nil,
        "--rule": selection.rule != nil, "--run": selection.run != nil,
      ])
  }

  func run(_ console: Console) throws -> ExitCode {
    let limit = limit ?? (output.format == .text ? 20 : 10_000)
    let recorder = try store.reader(console)
    if what == .submissions { return try listSubmissions(recorder, limit: limit, console) }
    let listing = try recorder.list(form: selection.origin.form, limit: limit)
    switch output.format {
    case .json:
      try console.print(
        what.map { ListingText.json(listing, $0) }?.text
          ?? JSON.object(
            ListingText.Subject.listed.map { .init($0.rawValue, ListingText.json(listing, $0)) }
          ).text)
    case .text:
      for (index, part) in (what.map { [$0] } ?? ListingText.Subject.listed).enumerated() {
        if index > 0 { try console.print("") }
        if what == nil { try console.print(part.rawValue) }
        try console.print(ListingText.lines(listing, part))
      }
    }
    for (part, listed, count) in [
      (ListingText.Subject.imports, listing.imports.count, listing.importCount),
      (.runs, listing.runs.count, listing.runCount),
    ] where listed < count && (what == nil || what == part) {
      console.note("\((count - listed).grouped) more \(part.rawValue); --limit \(count) lists them")
    }
    return .success
  }

  private func listSubmissions(
    _ recorder: Recorder, limit: Int, _ console: Console
  ) throws -> ExitCode {
    let (scope, selection) = (self.scope ?? .all, self.selection.selection)
    let found = try recorder.submissions(scope, selection, after: after ?? 0, limit: limit)
    try console.printReport(output.format, found, lines: ListingText.lines(found))
    if found.count == limit, let last = found.last {
      let more = try recorder.submissionCount(scope, selection, after: last.submissionID)
      if more > 0 {
        console.note("\(more.counted("more submission")); --after \(last.submissionID) continues")
      }
    }
    return .success
  }
}
