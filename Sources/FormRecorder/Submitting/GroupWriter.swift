import FormRules
import FormStore

/// Judges the records of a group and stores them, or answers a repeated submission. A transaction
/// must be open.
struct GroupWriter {
  let group: SubmissionGroup
  private let bound: BoundVersions
  let store: WritableStore
  private let clock: RunClock
  private let start: IntakeStart
  private let setup: JudgingSetup
  private let services: Services?
  private let uploads: SubmittedFiles
  /// The submission that the only request repeats.
  private let earlier: EarlierSubmission?
  private var request: SubmissionRequest { group.request }

  /// - Parameter answers: The answers of services that are known, or nil if there are none yet.
  init(
    _ recorder: Recorder, _ group: SubmissionGroup, answers: ServiceAnswers?, bound: BoundVersions,
    in store: WritableStore
  ) throws {
    setup = try JudgingSetup(
      bound.plan, in: store, files: group.request.files.orDefault(of: recorder.settings),
      answers: answers, services: recorder.settings.services)
    for record in group.records { try record.request.requireStorable() }
    let request = group.request
    try request.localization.requireKnown(by: [bound.plan])
    (self.bound, self.store) = (bound, store)
    services = recorder.settings.services
    uploads = SubmittedFiles(database: recorder.database)
    let now = try recorder.settings.now()
    var start = IntakeStart(
      request, bound, columns: group.columns, at: now, program: recorder.settings.program)
    clock = try (start.offsets?.clock(now) ?? RunClock(now)).requireTimestamp()
    let earlier: EarlierSubmission? =
      if group.records.count == 1, let key = IdempotencyKey(request),
        let intake = try store.intakeSubmission(
          formID: bound.form.definitionID, idempotencyKey: key)
      {
        (intake: intake, stored: try store.submission(intake.submissionID))
      } else {
        nil
      }
    let sharesColumn =
      if let earlier {
        earlier.stored?.columns.contains(group.layout.sharedColumn) == true
      } else {
        try group.needsSharedColumn(maximumNames: recorder.settings.maximumOwnNames)
          || !store.accepts(start, maximumIntakes: recorder.settings.maximumOwnIntakes)
      }
    self.earlier = earlier
    self.group = sharesColumn ? group.withSharedColumn : group
    start.columns = self.group.columns
    self.start = start
  }

  /// The answers of services and the open requests, or nil if the record needs none.
  var answers: ServiceAnswers? { setup.services }

  /// Judges and stores the only record. Returns nil if requests to services are open. A repeated
  /// submission needs no answers.
  func submit() throws -> SubmissionReport? {
    let judge = try open()
    let (batch, checked) = try self.judge(
      judge, services: earlier == nil ? .collect : .onlyRecorded)
    if let earlier { return try report(of: earlier, cells: batch.text) }
    if try replacesProtectedRecord(batch) {
      let line = group.request.line
      let known = "an accepted record\(line == nil ? "" : ", or an earlier line of the request,")"
      let error = RecorderError(
        .keyExists,
        "\(known) has the same key, and form '\(bound.form.name)' lets only known senders replace "
          + "it", stored: 0)
      throw line.map(error.inLine) ?? error
    }
    if answers?.open.isEmpty == false { return nil }
    return try insert(batch, checked)[0]
  }

  /// Judges and stores the records together.
  ///
  /// Their idempotency keys must be neither stored nor repeated.
  ///
  /// - Returns: The reports, or nil if the records must be submitted one by one, because the
  ///   verdict of one may depend on another.
  func submitTogether() throws -> [SubmissionReport]? {
    guard bound.plan.canJudgeSubmissionsTogether else { return nil }
    let judge = try open()
    judge.ignoreEarlierRecords()
    let (batch, checked) = try self.judge(judge, services: .onlyRecorded)
    if batch.hasRepeatedKeys { return nil }
    if try replacesProtectedRecord(batch) { return nil }
    return try insert(batch, checked)
  }

  /// Judges the records that were read, and prepares them with their keys.
  private func judge(
    _ judge: InputJudge, services: ServiceAnswers.Mode
  ) throws(RecorderError) -> (batch: PreparedBatch, checked: [CheckedRecord]) {
    try judge.judgeRecords(services: services)
    var preparer = BatchPreparer(bound.plan, knownColumns: start.columns.count)
    let checked = checkedRecords(judge)
    let batch = PreparedBatch()
    preparer.fill(batch, from: judge)
    preparer.appendKeys(to: batch, judge)
    return (batch, checked)
  }

  /// Whether an unknown sender would replace an accepted record that only known senders may
  /// replace.
  private func replacesProtectedRecord(_ batch: PreparedBatch) throws -> Bool {
    guard request.isAnonymous, bound.plan.form.supersession == .signedIn else { return false }
    return try batch.recordKeys.contains {
      try store.hasAcceptedRecord(ofForm: bound.form.definitionID, key: $0.hash)
    }
  }

  private func insert(
    _ batch: PreparedBatch, _ checked: [CheckedRecord]
  ) throws -> [SubmissionReport] {
    for record in group.records { try uploads.require(record.request.uploads) }
    let origins = group.records.map {
      (key: IdempotencyKey($0.request), attribution: $0.request.attribution)
    }
    let stored = try store.store(batch, start, origins: origins)
    let notes = bound.plan.exclusionNotes(
      files: request.files, hasStore: true, services: services, isAlone: true)
    return stored.indices.map { index in
      SubmissionReport(
        submissionID: stored[index].submissionID, runID: stored[index].runID, form: bound.form.name,
        formVersion: bound.form.number, rules: bound.rules.name, rulesVersion: bound.rules.number,
        isRejected: checked[index].isRejected, errors: checked[index].errors,
        isAlreadySubmitted: false, unknownFields: group.records[index].unknownFields,
        head: stored[index].head, notes: notes)
    }
  }

  private func checkedRecords(_ judge: InputJudge) -> [CheckedRecord] {
    var records: [CheckedRecord] = []
    var reporter = ErrorReporter(bound.plan, in: request.localization)
    reporter.forEachRecord(of: judge) { records.append($0) }
    return records
  }

  /// A judge that has read the records.
  private func open() throws(RecorderError) -> InputJudge {
    let judge = try InputJudge(
      MappedInput(group, group.layout.mapping), bound.plan,
      configuration: setup.configuration(
        at: clock, parameters: request.parameters, source: request.source,
        scenario: request.scenario))
    judge.add(try setup.references())
    try StoredClaims(
      bound.plan, formID: bound.form.definitionID, in: store, except: .deliveries { _ in false }
    )?.refresh(judge)
    _ = try judge.read()
    return judge
  }
}

extension IntakeStart {
  fileprivate init(
    _ request: SubmissionRequest, _ bound: BoundVersions, columns: [ImportColumn],
    at now: Instant, program: String
  ) {
    var run = RunStart(
      kind: .intake, bound: bound, attribution: request.attribution, program: program,
      startedAt: now.description)
    (run.parameters, run.scenario) = (request.parameters.sortedJSON, request.scenario)
    self.init(run: run, source: request.source, columns: columns)
    offsets = bound.plan.form.zone.map { DayOffsets($0, dayOf: now) }
  }
}

extension Plan {
  /// Whether submissions that are judged together get the same verdicts as separate ones, provided
  /// that no key repeats.
  ///
  /// With a key and `unique: ever`, a submission can release the values of an earlier version of
  /// its record for the next submission.
  fileprivate var canJudgeSubmissionsTogether: Bool {
    externalInputs.isEmpty && (form.key.isEmpty || storeComparingPositions.isEmpty)
  }
}

extension PreparedBatch {
  /// Whether two records have the same key.
  fileprivate var hasRepeatedKeys: Bool {
    var records: Set<Int64> = []
    var values: [Int32: Set<Int64>] = [:]
    return !recordKeys.allSatisfy { records.insert($0.hash).inserted }
      || !uniqueKeys.allSatisfy { values[$0.rule, default: []].insert($0.hash).inserted }
  }
}
