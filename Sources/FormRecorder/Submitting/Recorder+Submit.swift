import FormBytes
import FormInput
import FormRules
import FormStore
import Foundation

extension Recorder {
  /// Judges one record and stores it in the intake of its form, rules, parameters, scenario and
  /// day, sealed by a separate event.
  ///
  /// `unique` rules compare with stored submissions only (`ever`), and limits do not apply. A
  /// rejected record is stored and is not an error.
  ///
  /// - Throws: If the content is not a single JSON object, if its idempotency key was used before
  ///   with other cells, or if the store cannot be written. Nothing is stored in these cases.
  public func submit(_ request: SubmitRequest) throws(RecorderError) -> SubmitReport {
    // Without a store there is no form, so no store is created here.
    guard FileManager.default.fileExists(atPath: database) else {
      throw RecorderError(StoreError.missing(path: database))
    }
    let store = try storeForWriting(request.attribution)
    var answers: RemoteMemory?
    for _ in 0..<Self.requestAttempts {
      // The lock keeps other processes from storing a value between the lookup and the commit.
      try explaining { try store.lock?.take(wait: wait) }
      defer { store.lock?.release() }
      let intake = try intake(request, store, answers)
      if let report = try intake.submit() { return report }
      // No lock is held while services are requested.
      store.lock?.release()
      answers = intake.services
      try intake.ask()
    }
    throw RecorderError(
      .failed, reason: .busy, "the rules were changed while services were asked; submit again")
  }

  /// The maximum number of times services are requested for values that appear between the request
  /// and the lock.
  static let requestAttempts = 5

  private func intake(
    _ request: SubmitRequest, _ store: Store, _ services: RemoteMemory?
  ) throws(RecorderError) -> Intake {
    let bound = try bind(form: request.form, rules: request.rules, in: store)
    try request.localization.requireKnown(by: [bound.plan])
    var request = request
    request.content = request.content(for: bound.plan.form)
    return Intake(
      self, request, bound, store,
      bound.plan.hasRemote ? services ?? remoteMemory(of: bound.plan) : nil)
  }
}

/// A single submission in progress.
private struct Intake {
  private let request: SubmitRequest
  private let bound: BoundRules
  private let store: Store
  private let now: Instant
  private let start: IntakeStart
  /// Nil if no service is requested for the record.
  let services: RemoteMemory?

  init(
    _ recorder: Recorder, _ request: SubmitRequest, _ bound: BoundRules, _ store: Store,
    _ services: RemoteMemory?
  ) {
    self.services = services
    self.request = request
    self.bound = bound
    self.store = store
    now = recorder.clock()
    start = IntakeStart(
      run: RunStart(
        kind: .intake, form: bound.form, rules: bound.rules, plan: bound.plan,
        latestForm: bound.latestForm, now: nil, parameters: request.parameters.sortedJSON,
        scenario: request.scenario,
        attribution: request.attribution,
        program: recorder.program, startedAt: now.description),
      at: now.description, source: request.source,
      idempotencyKey: request.idempotencyKey)
  }

  /// Requests services for the record.
  func ask() throws(RecorderError) {
    try requireOneObject()
    services?.isRequesting = true
    let columns = try explaining { try store.intakeColumns(start) }
    _ = try open(columns, try setup()).next(atMost: 1)
  }

  /// Judges and stores the record. Returns nil if answers of services are missing. A repeated
  /// submission needs no answers.
  func submit() throws(RecorderError) -> SubmitReport? {
    try requireOneObject()
    services?.isRequesting = false
    services?.hasMissed = false
    let columns = try explaining { try store.intakeColumns(start) }
    let stream = try judge(columns)
    var record: CheckedRecord?
    var reporter = ErrorReporter(bound.plan, in: request.localization)
    reporter.forEachRecord(of: stream) { record = $0 }
    guard let record else {
      throw RecorderError(.failed, "the submission could not be read")
    }
    var preparer = BatchPreparer(bound.plan, knownColumns: columns.count)
    let batch = PreparedBatch()
    preparer.fill(batch, from: stream)
    if let known = try earlier(stream, batch) { return known }
    if services?.hasMissed == true { return nil }
    preparer.appendKeys(to: batch, stream)
    let stored = try explaining { try store.store(batch, start) }
    return SubmitReport(
      submission: stored.submission, run: stored.run, form: bound.form.name,
      formVersion: bound.form.number, rules: bound.rules.name, rulesVersion: bound.rules.number,
      isRejected: record.isRejected, errors: record.errors, isAlreadySubmitted: false,
      unknownFields: unknownFields(stream), head: stored.head,
      notes: bound.plan.leftOutNotes(files: request.files, hasStore: true, services: services))
  }

  /// The keys of this record that are not fields. The columns of the intake also include those of
  /// other records.
  private func unknownFields(_ stream: JudgingSession) -> [String] {
    zip(stream.mapping.columns, stream.records.cells).filter {
      $0.0.field == nil && $0.1.kind != .missing
    }.map(\.0.header)
  }

  /// Reads and judges the record. The values for `unique: ever` are looked up in the store one by
  /// one: the record is judged once to determine its keys, and again if some of them are stored.
  private func judge(
    _ columns: [PreparedBatch.Column]
  ) throws(RecorderError) -> JudgingSession {
    let setup = try setup()
    let stream = try open(columns, setup)
    _ = try stream.read(atMost: 1)
    try stream.judgeRecords(asking: false)
    var claimed: [(hash: Hash128, rule: Int)] = []
    // An earlier delivery of the same record, which this one replaces, does not count.
    let own = try explaining {
      try stream.recordKey(0).map {
        try store.standing($0.hash, form: bound.form.definition)
      } ?? []
    }
    for position in bound.plan.everUniquePositions {
      guard let hash = stream.key(ofRule: position, record: 0) else { continue }
      let isClaimed = try explaining {
        try store.isClaimed(
          hash, form: bound.form.definition, rule: bound.plan.rules[position].id, exceptBy: own)
      }
      if isClaimed { claimed.append((hash, position)) }
    }
    if claimed.isEmpty { return stream }
    let again = try open(columns, setup)
    for key in claimed { again.addStoredKey(key.hash.storedKey, rule: key.rule) }
    _ = try again.read(atMost: 1)
    try again.judgeRecords(asking: false)
    return again
  }

  private func setup() throws(RecorderError) -> JudgingSetup {
    try JudgingSetup(bound.plan, in: store, files: request.files, services: services)
  }

  private func open(
    _ columns: [PreparedBatch.Column], _ setup: JudgingSetup
  ) throws(RecorderError) -> JudgingSession {
    let stream = try explaining {
      try JudgingSession(
        try reader(columns), bound.plan,
        setup.conditions(
          now: now, parameters: request.parameters, source: request.source,
          scenario: request.scenario))
    }
    stream.add(try setup.references())
    return stream
  }

  private func reader(
    _ columns: [PreparedBatch.Column] = []
  ) throws(ReaderError) -> any RecordReader & ~Copyable {
    var options = ReaderOptions()
    options.format = .json
    options.encoding = .utf8
    options.knownColumns = columns.map(\.header)
    return try openReader(source: MemoryByteSource(request.content), options: options)
  }

  private func requireOneObject() throws(RecorderError) {
    var count = 0
    try explaining(file: "the record") {
      var reader = try reader()
      var batch = RecordBatch()
      while try reader.read(into: &batch, maximumRecords: 2) {
        count += batch.records.count
        if let fault = batch.faults.first {
          let words = Localization.english.words(
            ofReader: fault.code.rawValue, fault.messageArguments)
          throw RecorderError(.failed, "the record: line \(fault.line): \(words)")
        }
      }
    }
    guard count == 1 else {
      throw RecorderError(
        .failed, "one JSON object is needed; 'formrec import -' takes several records")
    }
  }

  /// The report of the earlier submission with the same idempotency key, or nil if there is none.
  ///
  /// - Throws: If the earlier submission has other cells.
  private func earlier(
    _ stream: JudgingSession, _ batch: PreparedBatch
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
            == cells(stream.mapping.storedColumns, batch.text)
      else {
        throw RecorderError(
          .failed,
          "the idempotency key came before with other values, as submission \(known.submission); "
            + "nothing was recorded: take a new key for a new submission")
      }
      let words = try PlanWords(plan: verdict.plan, in: request.localization, of: store)
      return SubmitReport(
        submission: known.submission, run: known.run, form: verdict.form,
        formVersion: verdict.formVersion, rules: verdict.rules, rulesVersion: verdict.rulesVersion,
        isRejected: words.reject(verdict.errors), errors: verdict.errors.map { words.reported($0) },
        isAlreadySubmitted: true, unknownFields: unknownFields(stream), head: known.head)
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
