import ArgumentParser
import FormBytes
import FormRecorder
import FormRules

struct PurgeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Delete the cells of submissions permanently, with a reason and an operator.",
    discussion: """
      Submissions are specified by number, selected by age, form, import, source and batch, or \
      found by the values of a record or person. Their numbers, verdicts, errors and counts are \
      kept. The seal stays valid: the submissions are verified before the deletion, and the rest \
      is sealed again. The pages that contained the cells are overwritten and the WAL is \
      emptied, so that no traces remain in the database files. The file keeps its size unless \
      --compact is given, which rewrites it and requires space for two more copies. Temporary \
      copies that killed processes left next to the database are deleted. Backups, also those \
      that formrec made before an update of the database and that the command names, exports \
      and imported files are not changed; delete them yourself.

      --key and --where find all submissions with the value in a field, in any column that was \
      ever mapped to it and in any notation of the same number or date; malformed records with \
      the value in a cell or in their bytes; other deliveries of the same record by the form's \
      key; and the corrections of all of these. --dry-run lists each with the reason.

      A submission that is specified by number is refused if its corrections, or the submission \
      it corrects, are not specified too; --with-corrections includes them.

      formrec purge --key id=4711 --reason 'erasure request 12/2026' --by ana --dry-run
      formrec purge --where email=ana@example.com --form signups --reason 'erasure request' --by \
      ana
      formrec purge 4711 --with-corrections --reason 'erasure request 12/2026' --by ana
      formrec purge --form signups --before 2025-01-01 --reason 'two years are over' --by ana \
      --dry-run
      formrec purge --form signups --before 2025-01-01 --reason 'two years are over' --by ana \
      --compact
      """)

  @Argument(help: "The submissions by number, instead of options that select them.")
  var submissions: [Int64] = []
  @Option(
    help: ArgumentHelp(
      "All submissions of the record with this value in a key field; specify every key field.",
      valueName: "field=value"))
  var key: [String] = []
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "All submissions of records with this value; may be repeated to match all of them.",
      valueName: "field=value"))
  var conditions: [String] = []
  @OptionGroup var origin: OriginOptions
  @Option(
    help: ArgumentHelp(
      "Only submissions that were imported or submitted before this day (UTC) or time.",
      valueName: "date"),
    transform: OptionParser.timeOrStartOfDay)
  var before: Instant?
  @Flag(help: "Include all corrections of the submissions and the submissions they correct.")
  var withCorrections = false
  @Flag(help: "Rewrite the database file afterwards to make it smaller.") var compact =
    false
  @Flag(
    help:
      "Keep the values of the submissions that errors of depends and resembles quote.")
  var keepQuotes = false
  @OptionGroup var change: ChangeOptions
  @Flag(help: "Show the affected submissions without deleting anything.") var dryRun = false
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  private var searches: Bool { !(key + conditions).isEmpty }

  private func search(_ recorder: Recorder) throws -> RecordSearch? {
    guard searches else { return nil }
    let all = try recorder.conditions(key + conditions, ofForm: origin.form)
    var search = RecordSearch(form: origin.form, all)
    if !key.isEmpty { search.keyFields = all.prefix(key.count).map(\.field) }
    return search
  }

  func validate() throws {
    _ = try change.requiredAttribution()
    for (option, entries) in [("--key", key), ("--where", conditions)] {
      for entry in entries { try NameValue.checkCondition(entry, option: option) }
    }
    let narrows =
      origin.importID != nil || origin.source != nil || origin.batch != nil || before != nil
    if searches, !submissions.isEmpty || narrows {
      throw ValidationError(
        "--key and --where cannot be combined with numbers, --import, --source, --batch or "
          + "--before")
    }
    guard searches || !submissions.isEmpty || origin.form != nil || narrows else {
      throw ValidationError(
        "specify the submissions by number, --key, --where, --form, --import, --source, --batch, "
          + "--before")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let (by, reason) = try change.requiredAttribution()
    var selection = origin.selection
    if !submissions.isEmpty { selection.submissions = submissions }
    let recorder = try change.recorder(store, console, isDryRun: dryRun)
    var request = PurgeRequest(
      try search(recorder).map { .record($0) }
        ?? .selection(selection, before: before),
      by: by, reason: reason)
    request.includesCorrections = withCorrections
    request.compacts = compact
    request.keepsQuotes = keepQuotes
    request.isDryRun = dryRun
    let report = try recorder.purge(request)
    try console.printReport(output.format, report, lines: PurgeText.lines(report, isDryRun: dryRun))
    if report.quotesErased > 0 {
      console.note(
        "\(report.quotesErased.counted("error")) quoted a value of these submissions; "
          + (dryRun ? "it would be erased" : "it is erased"))
    }
    if report.quotingErrors > 0 {
      console.note(
        "\(report.quotingErrors.counted("error")) still "
          + "\(report.quotingErrors == 1 ? "quotes" : "quote") a value of these submissions")
    }
    if report.correctionsLeft > 0 {
      console.note(
        "\(report.correctionsLeft.counted("submission")) connected to these by corrections "
          + "\(report.correctionsLeft == 1 ? "is" : "are") not selected; --with-corrections "
          + "includes them")
    }
    if !report.copies.isEmpty {
      console.note(
        "copies of the database that may contain the cells: "
          + report.copies.joined(separator: ", ") + "; delete them yourself")
    }
    if !dryRun, !compact, let note = PurgeText.unusedSpace(report) { console.note(note) }
    return .success
  }
}
