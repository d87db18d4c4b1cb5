import ArgumentParser
import FormRecorder
import FormRules

struct Purge: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Delete the cells of submissions for good, with a reason and a name.",
    discussion: """
      Submissions are named by number, or chosen by age, form, import, source and batch, or found by the \
      values of a record or person. Their numbers, verdicts, errors and counts stay, and so does the seal: \
      what is to go is verified first, and what is left is sealed anew. The pages that held the cells are \
      overwritten and the WAL is emptied, so that nothing remains in the file or beside it. The file keeps its \
      size; --compact rewrites it, which takes time for the whole file and room for two more copies. Backups, exports and the files that came in are out of reach: they are yours \
      to delete.

      --key and --where find what has the value in a field, by all columns that ever filled it and as any \
      text of the same number or date; malformed records that have it in a cell or in their bytes; other \
      deliveries of the same record by the key of the form; and the corrections of all of these. --dry-run \
      shows each with the reason.

      A submission that is named by number is refused while corrections of it, or what it corrects, are \
      not; --with-corrections takes them along.

      formrec purge --key id=4711 --reason 'erasure request 12/2026' --by ana --dry-run
      formrec purge --where email=ana@example.com --form signups --reason 'erasure request' --by ana
      formrec purge 4711 --with-corrections --reason 'erasure request 12/2026' --by ana
      formrec purge --form signups --before 2025-01-01 --reason 'two years are over' --by ana --dry-run
      formrec purge --form signups --before 2025-01-01 --reason 'two years are over' --by ana --compact
      """)

  @Argument(help: "Submissions by number; else those that the options choose.")
  var submissions: [Int64] = []
  @Option(
    help: ArgumentHelp(
      "All of the record whose key field has that value; one for each field of the key.",
      valueName: "field=value"))
  var key: [String] = []
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "All of the records in which a field has that value; several must all hold.",
      valueName: "field=value"))
  var conditions: [String] = []
  @Option(help: "Only submissions of that form; with --key and --where the form that is searched.")
  var form: String?
  @Option(name: .customLong("import"), help: ArgumentHelp("Only of that import.", valueName: "n"))
  var importID: Int64?
  @Option(help: "Only of that source.") var source: String?
  @Option(help: "Only of that batch.") var batch: String?
  @Option(
    help: ArgumentHelp(
      "Only of imports that began, or single ones that came, before that day (UTC) or time.",
      valueName: "date"))
  var before: String?
  @Flag(help: "Also the chains of corrections that the submissions stand in.")
  var withCorrections = false
  @Flag(help: "Rewrite the database file afterwards, so that it becomes smaller.") var compact =
    false
  @OptionGroup var change: ChangeOptions
  @Flag(help: "Only say which submissions it would be.") var dryRun = false
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  private var search: RecordSearch? {
    let all = key + conditions
    return all.isEmpty ? nil : RecordSearch(form: form, all.compactMap(RecordSearch.Condition.init))
  }

  func validate() throws {
    _ = try change.requiredAttribution()
    if let before, SelectionOptions.instant(before) == nil {
      throw ValidationError("--before must be written 2026-01-31 or 2026-01-31T09:30:00Z")
    }
    for (option, entries) in [("--key", key), ("--where", conditions)] {
      for entry in entries { try RecordSearch.Condition.check(entry, option) }
    }
    let narrows = importID != nil || source != nil || batch != nil || before != nil
    if search != nil, !submissions.isEmpty || narrows {
      throw ValidationError(
        "--key and --where find all of a record; leave numbers, --import, --source, --batch and "
          + "--before out")
    }
    guard search != nil || !submissions.isEmpty || form != nil || narrows else {
      throw ValidationError(
        "say which submissions: by number, or --key, --where, --form, --import, --source, --batch, "
          + "--before")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let (by, reason) = try change.requiredAttribution()
    var selection = SubmissionSelection.all
    if !submissions.isEmpty { selection.submissions = submissions }
    selection.form = form
    selection.importID = importID
    selection.source = source
    selection.batch = batch
    var request = PurgeRequest(
      search.map { .record($0) }
        ?? .selection(selection, before: before.flatMap(SelectionOptions.instant)),
      reason: reason, by: by)
    request.includesCorrections = withCorrections
    request.compacts = compact
    request.isDryRun = dryRun
    let report = try change.recorder(store, console, isDryRun: dryRun).purge(request)
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      for line in PurgeText.lines(report, isDryRun: dryRun) { try console.out(line) }
    }
    if report.correctionsLeft > 0 {
      console.note(
        "\(report.correctionsLeft.counted("submission")) in chains of corrections with these "
          + "\(report.correctionsLeft == 1 ? "is" : "are") not among them; --with-corrections takes "
          + "them along")
    }
    if !dryRun, !compact, let note = PurgeText.unusedSpace(report) { console.note(note) }
    return .success
  }
}

extension RecordSearch.Condition {
  /// Parses `field=value`.
  init?(_ entry: String) {
    guard let sign = entry.dropFirst().firstIndex(of: "=") else { return nil }
    self.init(field: String(entry[..<sign]), value: String(entry[entry.index(after: sign)...]))
  }

  /// - Throws: If an entry of an option has another format.
  static func check(_ entry: String, _ option: String) throws {
    // The message omits the value, which may be personal data.
    guard let condition = Self(entry) else {
      throw ValidationError("\(option) must be written FIELD=VALUE")
    }
    if condition.value.isEmpty {
      throw ValidationError("\(option) \(condition.field.shown)= needs a value")
    }
  }
}
