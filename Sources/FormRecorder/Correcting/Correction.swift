import FormRules
import FormStore

/// A correction file, and the plan that judges its records.
struct Correction {
  let recorder: Recorder
  let request: CorrectionRequest
  let access: StoreAccess
  let callbacks: ImportCallbacks
  let file: CorrectionFile
  let bound: BoundVersions
  let setup: JudgingSetup
  /// The fields that may have masked cells, or nil if no record that is judged has one.
  private(set) var maskedColumns: MaskedColumns?
  let clock: RunClock
  var now: Instant { clock.instant }
  var store: Store { access.store }
  /// The answers of services, or nil if no services are requested.
  var answers: ServiceAnswers? { setup.services }
  var hasOpenRequests: Bool { answers?.open.isEmpty == false }
  let submissions: CorrectedSubmissions

  /// - Parameter answers: The answers of services from an earlier attempt.
  init(
    _ recorder: Recorder, from input: CorrectionInput, in access: StoreAccess,
    callbacks: ImportCallbacks, answers: ServiceAnswers?
  ) throws {
    let (request, store) = (input.request, access.store)
    self.recorder = recorder
    self.request = request
    self.access = access
    self.callbacks = callbacks
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
    setup = try JudgingSetup(
      bound.plan, in: store, files: request.files.orDefault(of: recorder.settings),
      answers: answers,
      services: recorder.settings.services)
    clock = try RunClock(recorder.settings.now(), in: bound.plan.form.zone).requireTimestamp()
  }

  /// Reads the fields that may have masked cells, before groups are judged. This binds every plan
  /// of the form, so it is omitted if no record contains an asterisk.
  mutating func readMaskedColumns(for groups: [CorrectionGroup]) throws {
    // Rules that count also read other records of an import.
    guard
      !bound.plan.countingRulePositions.isEmpty
        || groups.contains(where: { $0.records.text.contains(UInt8(ascii: "*")) })
    else { return }
    maskedColumns = try MaskedColumns(ofForm: bound.form.definitionID, in: store)
  }

  /// Judges and stores the corrections in one transaction. Returns nil, and stores nothing, if
  /// requests to services are open.
  ///
  /// - Parameter dryRunContent: What the files before it would store; a dry run of the file adds to
  ///   it.
  func run(after dryRunContent: inout DryRunContent) throws -> ImportReport? {
    let records = try ChangedRecords(of: self, after: dryRunContent)
    guard records.areDecided else { return records.report.refused(records.counts) }
    // The records are not needed once their groups are known.
    let selected = try SelectedCorrections(from: consume records)
    if access.writable == nil, !selected.groups.all.isEmpty {
      // What `setup` reads first is what all groups are compared with.
      _ = try dryRunContent.references(of: setup)
    }
    let transaction = access.writable.map { WriteTransaction($0, isBulk: true) }
    defer { transaction?.rollback() }
    let judged = try JudgedCorrections(selected, in: transaction, after: dryRunContent)
    guard !hasOpenRequests else { return nil }
    var (report, counts) = (judged.report, judged.counts)
    // The accepted submission stays in effect.
    if report.rejected > 0, selected.correctsAccepted { return report.refused(counts) }
    try SubmittedFiles(database: recorder.database).require(request.uploads)
    try transaction?.commit()
    for line in bound.plan.exclusionNotes(
      files: request.files, hasStore: true, services: recorder.settings.services)
    {
      callbacks.note(line)
    }
    counts.closed = report.accepted
    report.corrections = counts
    dryRunContent = judged.dryRunContent
    return report
  }
}

extension ImportReport {
  /// The report on a file of which nothing is stored.
  fileprivate func refused(_ counts: CorrectionCounts) -> ImportReport {
    var report = self
    (report.isRefused, report.corrections) = (true, counts)
    return report
  }
}
