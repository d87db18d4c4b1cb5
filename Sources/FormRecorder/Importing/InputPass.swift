import FormInput
import FormRules
import FormStore

/// Opens an input, and judges, counts and reports its records. Used by imports and dry runs.
struct InputPass {
  let plan: Plan
  /// The run's clock.
  let clock: RunClock
  let setup: JudgingSetup
  let digest = StreamDigest()
  let session: InputSession
  /// The conditions of the run.
  let conditions: RunState.Conditions
  /// The last event when the import began.
  let knownEvent: Int64
  /// The limits of the rule set, the request and the source.
  private let limits: [Limit]
  /// The import that limits compare with, if there is one.
  private let preceding: PrecedingImport?
  /// The fields that had a column in an earlier file of a dry run, if there is one.
  private let plannedColumns: (name: String, fields: Set<String>)?
  /// The stored keys for `unique: ever` rules.
  let claims: StoredClaims?
  /// Whether remote services are requested.
  var requestsServices: Bool { setup.services != nil }
  /// Whether the whole input is committed in one transaction: because the request is atomic, or
  /// because its last record may have a key that the form refuses, or a mask. The latter do not
  /// apply with remote services, because no lock may be held while they are requested.
  var commitsAtEnd: Bool {
    request.isAtomic || !requestsServices && request.storesExports
      || !requestsServices && !session.input.hasColumns
        && (session.input.mapping.unknown == .refuse || plan.refusesMissingColumns)
  }

  private let request: ImportRequest
  private let store: Store?
  private let events: ImportEvents

  /// Opens the input and reports the notes that are known before the first record is read.
  ///
  /// - Parameters:
  ///   - form: The stored form's number, or nil if the form is not stored.
  ///   - store: The store, or nil if it does not exist.
  ///   - clock: The run's clock.
  ///   - planned: What earlier files of a dry run would store, if there are several.
  ///   - boundaries: The positions at which batches end.
  ///   - knownEvent: The last event when a resumed import began.
  init(
    _ recorder: Recorder, _ request: ImportRequest, plan: Plan, form: Int64?, in store: Store?,
    at clock: RunClock, after planned: DryRunContent? = nil, events: ImportEvents,
    boundaries: BatchBoundaries = BatchBoundaries(), knownEvent: Int64? = nil
  ) throws(RecorderError) {
    self.request = request
    self.store = store
    self.plan = plan
    self.clock = clock
    self.events = events
    self.knownEvent = try mappingErrors { try knownEvent ?? store?.lastEvent() ?? 0 }
    limits =
      plan.ruleSet.limits
      + [
        request.maximumRejected.map { Limit(.rejected, max: $0) },
        request.sourceForm(plan.form.name)?.expected?.records,
      ].compactMap(\.self)
    if let planned = planned?.precedingImport(form: plan.form.name, source: request.source) {
      preceding = planned
    } else {
      preceding = try limits.precedingImport(
        in: store, form: plan.form.name, source: request.source, through: self.knownEvent)
    }
    plannedColumns = planned?.precedingColumns(form: plan.form.name, source: request.source)
    setup = try JudgingSetup(
      plan, in: store, files: request.files.orDefault(of: recorder.settings),
      services: recorder.settings.services?.answers(for: plan))
    var conditions = setup.conditions(
      at: clock, parameters: request.parameters, source: request.source,
      scenario: request.scenario)
    if store == nil, let planned { conditions.hashKey = planned.hashKey }
    let mayReread = !plan.countingRulePositions.isEmpty || !plan.storeComparingPositions.isEmpty
    var reading = try InputReading(request, under: plan)
    if mayReread || request.copy != nil {
      reading.rereadable = try RereadableInput(request.readPath)
    }
    try Self.count(&conditions, reading, events)
    self.conditions = conditions
    var keyConditions = RunState.Conditions(
      now: clock.instant, parameters: request.parameters, hashKey: conditions.hashKey)
    keyConditions.clock = clock
    let keys = DeliveredKeys { [reading, keyConditions] () throws(RecorderError) in
      try reading.session(keyConditions, for: .readingKeys)
    }
    if let form, !plan.storeComparingPositions.isEmpty {
      claims = StoredClaims(
        plan, form: form, in: try mappingErrors { try Store(readingAt: recorder.database) },
        except: .deliveries { try planned?.delivered.contains($0) == true || keys.contains($0) })
    } else {
      claims = nil
    }
    session = try reading.session(conditions, digest, boundaries: boundaries)
    try planned?.add(to: session, of: plan) { claim throws(RecorderError) in
      try claim.recordKey.map(keys.contains) ?? false
    }
    session.add(try setup.references(through: self.knownEvent))
    let leftOut = plan.exclusionNotes(
      files: request.files, hasStore: store != nil, services: recorder.settings.services)
    for line in leftOut { events.note(line) }
    for note in session.input.openingNotes { events.note(note.inFile(request.path)) }
  }

  /// Counts the records, if rules compare them with counts over all records. Nothing has been
  /// stored yet.
  private static func count(
    _ conditions: inout RunState.Conditions, _ reading: InputReading, _ events: ImportEvents
  ) throws(RecorderError) {
    try mappingErrors {
      try conditions.countRecords(for: reading.plan, mayQuote: reading.plan.mayQuote) {
        try reading.count($0) { session in
          events.progress(
            WorkProgress(
              session.input.recordsBefore + session.input.records.records.count, fraction: nil))
          if events.shouldStop() {
            throw RecorderError(.stopped, "stopped while it was read the first time")
              .inFile(reading.path)
          }
        }
      }
    }
  }

  /// The result at the end of the pipeline. None of it is stored yet.
  func report(_ state: ImportPipeline.State) -> ImportReport {
    let counts = state.preparer.tally.counts
    let rules = state.preparer.tally.ruleCounts(state.session.skips)
    let mapping = state.session.input.mapping
    var report = ImportReport(
      file: request.path, form: plan.form.name, rules: plan.ruleSet.name, source: request.source,
      by: request.by, reason: request.reason, sha256: digest.hexadecimal, counts: counts,
      byRule: plan.failures(rules), skipped: plan.skips(rules),
      exceededLimits: limits.compactMap { $0.violation(counts, after: preceding) },
      unknownColumns: mapping.unknownColumns, missingFields: mapping.missingFields.map(\.name))
    report.isRefused = request.isAtomic && !report.exceededLimits.isEmpty
    return report
  }

  /// Describes the fields without a column, if that exceeds a limit; otherwise returns nil.
  func missingColumns(_ state: ImportPipeline.State) throws(RecorderError) -> String? {
    try plan.missingColumnsViolation(state.session.input) {
      () throws(RecorderError) -> (name: String, fields: Set<String>)? in
      if let plannedColumns { return plannedColumns }
      return try mappingErrors {
        try store?.precedingColumns(
          form: plan.form.name, source: request.source, through: knownEvent)
      }
    }
  }

  /// Reports the notes about the input, in addition to the counts.
  func noteResult(_ state: ImportPipeline.State, _ report: ImportReport) {
    for note in state.session.input.closingNotes { events.note(note.inFile(request.path)) }
    for line in state.preparer.faultNotes(file: request.path, in: request.localization) {
      events.note(RecorderNote(line))
    }
    if report.records == 0 {
      events.note(
        "\(request.path): has \(state.session.input.hasColumns ? "a header and " : "")no records")
    }
    if preceding == nil {
      for note in limits.changeNotes(hasStore: true) { events.note(note.inFile(request.path)) }
    }
    for limit in report.exceededLimits { events.note("\(request.path): limit exceeded: \(limit)") }
  }
}

extension InputReading {
  /// The input of a request. An export is refused unless its records are stored as new ones.
  init(_ request: ImportRequest, under plan: Plan) throws(RecorderError) {
    try self.init(
      request.path, request.input, under: plan, exports: request.storesExports ? .store : .refuse)
  }
}
