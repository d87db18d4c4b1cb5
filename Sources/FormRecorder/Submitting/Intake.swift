import FormBytes
import FormInput
import FormRules
import FormStore

/// Evaluates one record and stores it. A transaction must be open.
struct Intake {
  private let request: SubmitRequest
  private let bound: BoundRules
  private let store: Store
  private let now: Instant
  private let start: IntakeStart
  private let setup: JudgingSetup
  private let services: Services?
  private let columns: [PreparedBatch.Column]
  private let content: [UInt8]

  /// - Parameter setup: Includes the answers of services that are known, if the plan needs any.
  init(
    _ recorder: Recorder, _ request: SubmitRequest, _ bound: BoundRules, _ setup: JudgingSetup,
    _ store: Store
  ) throws(RecorderError) {
    try request.attribution.requireStorable()
    try require(request.idempotencyKey?.utf8.count, in: 1...255, "the length of an idempotency key")
    try request.localization.requireKnown(by: [bound.plan])
    self.request = request
    self.bound = bound
    self.setup = setup
    services = recorder.services
    self.store = store
    content = request.content(for: bound.plan.form)
    now = recorder.clock()
    let start = IntakeStart(
      run: RunStart(
        kind: .intake, form: bound.form, rules: bound.rules, plan: bound.plan,
        latestForm: bound.latestForm, now: nil, parameters: request.parameters.sortedJSON,
        scenario: request.scenario,
        attribution: request.attribution,
        program: recorder.program, startedAt: now.description),
      at: now.description, source: request.source,
      idempotencyKey: request.idempotencyKey)
    self.start = start
    columns = try explaining { try store.intakeColumns(start) }
  }

  /// The answers of services and the open requests, or nil if the record needs none.
  var answers: ServiceAnswers? { setup.services }

  /// Evaluates and stores the record. Returns nil if requests to services are open. A repeated
  /// submission needs no answers.
  func submit() throws(RecorderError) -> SubmitReport? {
    let session = try judge()
    var record: CheckedRecord?
    var reporter = ErrorReporter(bound.plan, in: request.localization)
    reporter.forEachRecord(of: session) { record = $0 }
    guard let record else {
      throw RecorderError(.refused, "the submission could not be read")
    }
    var preparer = BatchPreparer(bound.plan, knownColumns: columns.count)
    let batch = PreparedBatch()
    preparer.fill(batch, from: session)
    if let known = try earlier(session, batch) { return known }
    if answers?.open.isEmpty == false { return nil }
    preparer.appendKeys(to: batch, session)
    let stored = try explaining { try store.store(batch, start, columns: columns) }
    return SubmitReport(
      submission: stored.submission, run: stored.run, form: bound.form.name,
      formVersion: bound.form.number, rules: bound.rules.name, rulesVersion: bound.rules.number,
      isRejected: record.isRejected, errors: record.errors, isAlreadySubmitted: false,
      unknownFields: unknownFields(session), head: stored.head,
      notes: bound.plan.leftOutNotes(
        files: request.files, hasStore: true, services: services))
  }

  /// The keys of this record that are not fields. The columns of the intake also include those of
  /// other records.
  private func unknownFields(_ session: JudgingSession) -> [String] {
    zip(session.mapping.columns, session.records.cells).filter {
      $0.0.field == nil && $0.1.kind != .missing
    }.map(\.0.header)
  }

  /// Reads and evaluates the record.
  private func judge() throws(RecorderError) -> JudgingSession {
    let session = try open()
    for position in bound.plan.storeComparingPositions {
      let lookup = ClaimLookup(
        store, form: bound.form.definition, rule: bound.plan.rules[position].id)
      try explaining { try lookup.refresh() }
      session.compare(rule: position, with: lookup)
    }
    try readOneObject(session)
    try session.judgeRecords(services: .collect)
    return session
  }

  private func open() throws(RecorderError) -> JudgingSession {
    var options = ReaderOptions()
    options.format = .json
    options.encoding = .utf8
    options.knownColumns = columns.map(\.header)
    let session = try explaining(file: "the record") {
      try JudgingSession(
        try openReader(source: MemoryByteSource(content), options: options), bound.plan,
        setup.conditions(
          now: now, parameters: request.parameters, source: request.source,
          scenario: request.scenario))
    }
    session.add(try setup.references())
    return session
  }

  /// - Throws: If the content is not exactly one valid JSON object.
  private func readOneObject(_ session: JudgingSession) throws(RecorderError) {
    try explaining(file: "the record") {
      let isRead = try session.read(atMost: 1)
      let rest = try session.readRest()
      if let fault = session.records.faults.first ?? rest.faults.first {
        let words = Localization.english.words(
          ofReader: fault.code.rawValue, fault.messageArguments)
        throw RecorderError(.refused, "the record: line \(fault.line): \(words)")
      }
      guard isRead, rest.records.isEmpty else {
        throw RecorderError(.refused, "a JSON object is required", .importRecords)
      }
    }
  }

  /// The report of the earlier submission with the same idempotency key, or nil if there is none.
  ///
  /// - Throws: If the earlier submission has other cells.
  private func earlier(
    _ session: JudgingSession, _ batch: PreparedBatch
  ) throws(RecorderError) -> SubmitReport? {
    guard let key = request.idempotencyKey else { return nil }
    return try explaining {
      guard
        let known = try store.intakeSubmission(
          form: bound.form.definition, idempotencyKey: key),
        let submission = try store.submission(known.submission),
        let verdict = try store.verdicts(of: known.submission).first
      else { return nil }
      // The cells of a purged submission cannot be compared.
      guard
        try store.purge(of: known.submission) != nil
          || cells(submission.columns, submission.cells)
            == cells(session.mapping.storedColumns, batch.text)
      else {
        throw RecorderError(
          .idempotencyConflict(submission: known.submission),
          "the idempotency key was already used with other values, by submission \(known.submission); "
            + "nothing was stored: use a new key for a new submission")
      }
      let words = try PlanWords(plan: verdict.plan, in: request.localization, of: store)
      return SubmitReport(
        submission: known.submission, run: known.run, form: verdict.form,
        formVersion: verdict.formVersion, rules: verdict.rules, rulesVersion: verdict.rulesVersion,
        isRejected: words.reject(verdict.errors), errors: verdict.errors.map { words.reported($0) },
        isAlreadySubmitted: true, unknownFields: unknownFields(session), head: known.head)
    }
  }

  /// The cells of a record by column name, except missing ones.
  private func cells(_ columns: [PreparedBatch.Column], _ json: [UInt8]) -> [[UInt8]: [UInt8]] {
    var records = RecordBatch()
    guard (try? StoredCells.append(json.span, to: &records)) != nil else { return [:] }
    var cells: [[UInt8]: [UInt8]] = [:]
    for (column, cell) in zip(columns, records.cells) where cell.kind != .missing {
      cells[Array(column.header.utf8)] =
        [cell.kind.rawValue] + records.bytes[Int(cell.start)..<Int(cell.end)]
    }
    return cells
  }
}
