import FormRules
import FormStore

/// A correction file in progress.
struct Correction {
  let recorder: Recorder
  let request: CorrectionRequest
  let store: Store
  let events: ImportEvents
  let file: CorrectionFile
  let bound: BoundRules
  let setup: JudgingSetup
  let now: Instant
  /// The answers of services, or nil if no services are requested.
  var answers: ServiceAnswers? { setup.services }

  var counts = CorrectionCounts()
  /// The messages of failures, if the report lists verdicts.
  let messages: PlanMessages?
  let submissions: CorrectedSubmissions
  let openFields: OpenFields
  let checksum: SubmissionChecksum
  /// The columns with content that exist in no submission and map to no field.
  var ignoredColumns: Set<Int> = []
  /// The columns of the file that may have the name of a missing column in another encoding.
  var renamedColumns: Set<Int> = []
  /// The changed records, in the order of their lines.
  var candidates: [Candidate] = []
  var groups: CorrectionGroups
  /// In a dry run, what the corrections so far would store.
  var dryRunContent = DryRunContent()

  /// - Parameter answers: The answers of services from an earlier attempt.
  init(
    _ recorder: Recorder, from input: CorrectionInput, in store: Store, events: ImportEvents,
    answers: ServiceAnswers?
  ) throws {
    let request = input.request
    self.recorder = recorder
    self.request = request
    self.store = store
    self.events = events
    var form = request.form
    for row in input.readings[0].rows where form == nil {
      form = try row.submission.flatMap { try store.submission($0) }.flatMap {
        VersionReference($0.form)
      }
    }
    bound = try recorder.bind(form: form, rules: request.rules, in: store)
    try request.localization.requireKnown(by: [bound.plan])
    file = try input.file(correcting: store, bound.plan.form)
    submissions = try CorrectedSubmissions(of: file, in: store, judgedBy: bound.plan.form)
    openFields = OpenFields(bound.plan, store)
    groups = CorrectionGroups(bound.plan, store)
    checksum = SubmissionChecksum(try store.hashKey())
    setup = try JudgingSetup(
      bound.plan, in: store, files: request.files.orDefault(of: recorder.settings),
      answers: answers,
      services: recorder.settings.services)
    now = try recorder.settings.now()
    messages = request.listsVerdicts ? PlanMessages(bound.plan, in: request.localization) : nil
    counts.refused = file.malformed
  }

  /// Judges and stores the corrections in one transaction. Returns nil, and stores nothing, if
  /// requests to services are open.
  mutating func run() throws -> ImportReport? {
    try readCandidates()
    counts.protectedChanges = try protectedChanges()
    guard counts.protectedChanges.allSatisfy({ $0.decision != nil }) else {
      return refused(self.report())
    }
    try store.snapshot { try selectCandidates() }
    let correctsAccepted = candidates.contains { $0.chain.isRejected == false }
    candidates = []
    let transaction = (store as? WritableStore).map { WriteTransaction($0, isBulk: true) }
    defer { transaction?.rollback() }
    var report = try judgeGroups(transaction)
    guard answers?.open.isEmpty != false else { return nil }
    // The accepted submission stays in effect.
    if report.rejected > 0, correctsAccepted { return refused(report) }
    try transaction?.commit()
    for line in bound.plan.exclusionNotes(
      files: request.files, hasStore: true, services: recorder.settings.services)
    {
      events.note(line)
    }
    counts.closed = report.accepted
    report.corrections = counts
    return report
  }

  private mutating func judgeGroups(_ transaction: WriteTransaction?) throws -> ImportReport {
    var report = report()
    for group in groups.all {
      try events.throwIfStopped(request.path)
      try judge(group, transaction, report: &report)
    }
    return report
  }

  private func refused(_ report: ImportReport) -> ImportReport {
    var report = report
    report.isRefused = true
    report.corrections = counts
    return report
  }

  private func report() -> ImportReport {
    ImportReport(
      file: request.path, form: bound.form.name, formVersion: bound.form.number,
      rules: bound.rules.name, rulesVersion: bound.rules.number, by: request.by,
      reason: request.reason, sha256: file.digest.hexadecimal,
      unknownColumns: ignoredColumns.sorted().map { file.header[$0] })
  }

  mutating func refuse(_ row: CorrectionFile.Row, _ reason: CorrectionRefusal) {
    counts.refused.append(.init(line: row.line, reason: reason))
  }
}
