import FormBytes
import FormInput
import FormRules
import FormStore

/// Judges single submissions and stores them. A transaction must be open.
///
/// The requests have equal conditions (`SubmitRequest.Conditions`).
struct Intake {
  private let requests: [SubmitRequest]
  private let bound: BoundRules
  private let store: Store
  private let now: Instant
  private let start: IntakeStart
  private let setup: JudgingSetup
  private let services: Services?
  private let columns: [PreparedBatch.Column]
  /// The first request. All requests have its conditions.
  private var request: SubmitRequest { requests[0] }

  /// - Parameter setup: Includes the answers of services that are known, if the plan needs any.
  init(
    _ recorder: Recorder, _ requests: [SubmitRequest], _ bound: BoundRules, _ setup: JudgingSetup,
    _ store: Store
  ) throws(RecorderError) {
    for request in requests {
      try request.attribution.requireStorable()
      try require(
        request.idempotencyKey?.utf8.count, in: 1...255, "the length of an idempotency key")
    }
    let request = requests[0]
    try request.localization.requireKnown(by: [bound.plan])
    self.requests = requests
    self.bound = bound
    self.setup = setup
    services = recorder.settings.services
    self.store = store
    now = recorder.settings.clock()
    let start = IntakeStart(
      run: RunStart(
        kind: .intake, bound: bound, now: nil, parameters: request.parameters.sortedJSON,
        scenario: request.scenario, attribution: request.attribution,
        program: recorder.settings.program, startedAt: now.description),
      at: now.description, source: request.source)
    self.start = start
    columns = try mappingErrors { try store.intakeColumns(start) }
  }

  /// The answers of services and the open requests, or nil if the record needs none.
  var answers: ServiceAnswers? { setup.services }

  /// Judges and stores the only record. Returns nil if requests to services are open. A repeated
  /// submission needs no answers.
  func submit() throws(RecorderError) -> SubmitReport? {
    let session = try open(request.content(for: bound.plan.form))
    try readOneObject(session)
    try session.judgeRecords(services: .collect)
    var preparer = BatchPreparer(bound.plan, knownColumns: columns.count)
    let records = checkedRecords(session)
    let batch = PreparedBatch()
    preparer.fill(batch, from: session)
    if let known = try earlier(session, batch) { return known }
    if answers?.open.isEmpty == false { return nil }
    preparer.appendKeys(to: batch, session)
    return try store(batch, records, session)[0]
  }

  /// Judges and stores the records in one pass.
  ///
  /// The content of each request must be one JSON object (`isDelimitedJSONObject`).
  ///
  /// - Returns: The reports, or nil if the records must be submitted one by one: one of them is not
  ///   a valid object, or the verdict of one may depend on another.
  func submitTogether() throws(RecorderError) -> [SubmitReport]? {
    guard bound.plan.canJudgeSubmissionsTogether else { return nil }
    var content: [UInt8] = [UInt8(ascii: "[")]
    for request in requests {
      if content.count > 1 { content.append(UInt8(ascii: ",")) }
      content += request.content(for: bound.plan.form)
    }
    content.append(UInt8(ascii: "]"))
    let session = try open(content)
    guard try session.read(), session.input.records.records.count == requests.count,
      session.input.records.faults.isEmpty
    else { return nil }
    session.ignoreEarlierRecords()
    try session.judgeRecords(services: .onlyRecorded)
    var preparer = BatchPreparer(bound.plan, knownColumns: columns.count)
    let records = checkedRecords(session)
    let batch = PreparedBatch()
    preparer.fill(batch, from: session)
    preparer.appendKeys(to: batch, session)
    if batch.hasRepeatedKeys { return nil }
    // Each record is a separate text.
    batch.lines = batch.lines.map { _ in 1 }
    return try store(batch, records, session)
  }

  private func store(
    _ batch: PreparedBatch, _ records: [CheckedRecord], _ session: JudgingSession
  ) throws(RecorderError) -> [SubmitReport] {
    let senders = requests.map {
      IntakeSender(idempotencyKey: $0.idempotencyKey, attribution: $0.attribution)
    }
    let stored = try mappingErrors { try store.store(batch, start, senders, columns: columns) }
    let notes = bound.plan.exclusionNotes(
      files: request.files, hasStore: true, services: services, isAlone: true)
    return zip(stored, records).enumerated().map { index, pair in
      let (stored, record) = pair
      return SubmitReport(
        submissionID: stored.submission, runID: stored.run, form: bound.form.name,
        formVersion: bound.form.number, rules: bound.rules.name, rulesVersion: bound.rules.number,
        isRejected: record.isRejected, errors: record.errors, isAlreadySubmitted: false,
        unknownFields: unknownFields(session, index), head: stored.head, notes: notes)
    }
  }

  private func checkedRecords(_ session: JudgingSession) -> [CheckedRecord] {
    var records: [CheckedRecord] = []
    var reporter = ErrorReporter(bound.plan, in: request.localization)
    reporter.forEachRecord(of: session) { records.append($0) }
    return records
  }

  /// The keys of a record that are not fields. The intake has columns for the keys of all records.
  private func unknownFields(_ session: JudgingSession, _ index: Int) -> [String] {
    let cells = session.input.records.cells(of: session.input.records.records[index])
    return zip(session.input.mapping.columns, cells).filter {
      $0.0.field == nil && $0.1.kind != .missing
    }.map(\.0.header)
  }

  private func open(_ content: [UInt8]) throws(RecorderError) -> JudgingSession {
    var options = ReaderOptions()
    options.format = .json
    options.encoding = .utf8
    options.initialJSONColumns = columns.map(\.header)
    options.fieldOfKey = try ColumnMapping(form: bound.plan.form).field(ofKey:)
    let session = try mappingErrors(file: "the record") {
      let reader = try openReader(source: MemoryByteSource(content), options: options)
      return try JudgingSession(
        MappedInput(reader, for: bound.plan.form), bound.plan,
        setup.conditions(
          now: now, parameters: request.parameters, source: request.source,
          scenario: request.scenario))
    }
    session.add(try setup.references())
    for position in bound.plan.storeComparingPositions {
      let lookup = ClaimLookup(
        store, form: bound.form.definition, rule: bound.plan.rules[position].id)
      try mappingErrors { try lookup.refresh() }
      session.compare(rule: position, with: lookup)
    }
    return session
  }

  /// - Throws: `RecorderError` if the content is not exactly one valid JSON object.
  private func readOneObject(_ session: JudgingSession) throws(RecorderError) {
    try mappingErrors(file: "the record") {
      let isRead = try session.read(atMost: 1)
      let rest = try session.readRest()
      if let fault = session.input.records.faults.first ?? rest.faults.first {
        throw RecorderError(.refused, "the record: line \(fault.line): \(fault.message)")
      }
      guard isRead, rest.records.isEmpty else {
        throw RecorderError(.refused, "a JSON object is required", .importRecords)
      }
    }
  }

  /// The report of the earlier submission with the same idempotency key, or nil if there is none.
  ///
  /// - Throws: `RecorderError` if the earlier submission has other cells.
  private func earlier(
    _ session: JudgingSession, _ batch: PreparedBatch
  ) throws(RecorderError) -> SubmitReport? {
    guard let key = request.idempotencyKey else { return nil }
    return try mappingErrors {
      guard
        let known = try store.intakeSubmission(form: bound.form.definition, idempotencyKey: key),
        let submission = try store.submission(known.submission),
        let verdict = try store.verdicts(of: known.submission).first
      else { return nil }
      // The cells of a purged submission cannot be compared.
      guard
        try store.purge(of: known.submission) != nil
          || cells(submission.columns, submission.cells)
            == cells(session.input.mapping.storedColumns, batch.text)
      else {
        throw RecorderError(
          .idempotencyConflict(submission: known.submission),
          "the idempotency key was already used with other values, by submission \(known.submission); "
            + "nothing was stored: use a new key for a new submission")
      }
      let description = try PlanDescription(plan: verdict.plan, in: request.localization, of: store)
      return SubmitReport(
        submissionID: known.submission, runID: known.run, form: verdict.form,
        formVersion: verdict.formVersion, rules: verdict.rules, rulesVersion: verdict.rulesVersion,
        isRejected: description.reject(verdict.errors),
        errors: verdict.errors.map { description.reported($0) },
        isAlreadySubmitted: true, unknownFields: unknownFields(session, 0), head: known.head)
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

extension SubmitRequest {
  /// The properties that all requests of one pass must share.
  struct Conditions: Hashable {
    let form, rules: VersionReference?
    let source, scenario: String?
    let parameters: [String: String]
    let localization: ObjectIdentifier
  }

  var conditions: Conditions {
    Conditions(
      form: form, rules: rules, source: source, scenario: scenario, parameters: parameters,
      localization: localization.identity)
  }
}

extension Plan {
  /// Whether one pass over several submissions gives the same verdicts as separate submissions,
  /// provided that no key repeats.
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
    struct Key: Hashable {
      let rule: Int32
      let hash: Int64
    }
    var seen: Set<Key> = []
    return !recordKeys.allSatisfy { seen.insert(Key(rule: -1, hash: $0.hash)).inserted }
      || !uniqueKeys.allSatisfy { seen.insert(Key(rule: $0.rule, hash: $0.hash)).inserted }
  }
}
