import ArgumentParser
import FormRecorder
import FormRules

struct Purge: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Delete the cells of submissions for good, with a reason and a name.",
    discussion: """
      Submissions are named by number, or chosen by age, form, import, source and batch. Their numbers, \
      verdicts, errors and counts stay, and so does the seal: what is to go is verified first, and what is \
      left is sealed anew. The file is rewritten, so that nothing remains in free pages or the WAL, which \
      takes room for a second copy. Backups, exports and the files that came in are yours to delete.

      formrec purge --form signups --before 2025-01-01 --reason 'two years are over' --by ana --dry-run
      formrec purge 4711 --reason 'erasure request 12/2026' --by ana
      """)

  @Argument(help: "Submissions by number; else those that the options choose.")
  var submissions: [Int64] = []
  @Option(help: "Only submissions of that form.") var form: String?
  @Option(name: .customLong("import"), help: ArgumentHelp("Only of that import.", valueName: "n"))
  var importID: Int64?
  @Option(help: "Only of that source.") var source: String?
  @Option(help: "Only of that batch.") var batch: String?
  @Option(
    help: ArgumentHelp(
      "Only of imports that began, or single ones that came, before that day (UTC) or time.",
      valueName: "date"))
  var before: String?
  @Option(help: "Why.") var reason: String
  @Option(help: "Who decides.") var by: String
  @Flag(help: "Only say how many submissions it would be.") var dryRun = false
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if let before, SelectionOptions.instant(before) == nil {
      throw ValidationError("--before must be written 2026-01-31 or 2026-01-31T09:30:00Z")
    }
    guard
      !submissions.isEmpty || form != nil || importID != nil || source != nil || batch != nil
        || before != nil
    else {
      throw ValidationError(
        "say which submissions: by number, or --form, --import, --source, --batch, --before")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    var request = PurgeRequest(.all, reason: reason, by: by)
    if !submissions.isEmpty { request.selection.submissions = submissions }
    request.selection.form = form
    request.selection.importID = importID
    request.selection.source = source
    request.selection.batch = batch
    request.before = before.flatMap(SelectionOptions.instant)
    request.isDryRun = dryRun
    let report = try store.recorder.purge(request)
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      try console.out(
        "\(report.submissions.counted("submission")) \(dryRun ? "would be purged" : "purged")"
          + (report.purgedBefore > 0 ? ", \(report.purgedBefore.grouped) were before" : ""))
      if let purge = report.purge, let head = report.head {
        try console.out("  receipt: purge \(purge), \(head)")
      }
    }
    return .success
  }
}
