import FormRules
import FormStore

extension Recorder {
  /// Judges stored submissions again under a version of a rule set and compares the result with the
  /// current verdicts.
  ///
  /// Unless it is a dry run, the replay is recorded as a run, and its verdicts become current.
  /// Rules that the last run also evaluated are not evaluated again if nothing that they depend on
  /// has changed; their errors are reused (see `VerdictReuse`). If another replay or discard ends
  /// in the meantime, this replay starts again, because the verdicts with which it compared are
  /// outdated.
  ///
  /// - Parameters:
  ///   - progress: Called periodically with the number of submissions read so far.
  ///   - shouldStop: Called between batches. Returning true ends the replay without recording
  ///     anything.
  /// - Throws: `RecorderError` with reason `stopped` if `shouldStop` ended the replay.
  public func replay(
    _ request: ReplayRequest, progress: (WorkProgress) -> Void = { _ in },
    shouldStop: () -> Bool = { false }
  ) throws(RecorderError) -> ReplayReport {
    let store = try request.isDryRun ? storeForReading() : storeForWriting(request.attribution)
    // Answers are kept, so that a failed attempt's requests are not repeated.
    var answers: ServiceAnswers?
    for attempt in 0..<3 {
      let bound = try bind(form: request.form, rules: request.rules, in: store)
      answers = answers ?? replayAnswers(for: bound.plan)
      let sends = answers?.canSend == true && bound.plan.needsServices
      let report = try mappingErrors {
        // The last attempt holds the lock, so that it succeeds, except while services are
        // requested.
        var replay = try Replay(
          self, request, bound, store, answers, isAlone: attempt == 2 && !sends)
        return try replay.run(progress, shouldStop)
      }
      if let report { return report }
      if attempt == 2, sends {
        throw RecorderError(
          .busy(process: nil),
          "another process changed the database during service requests; replay again")
      }
    }
    throw RecorderError.damaged("the database changed while it was locked")
  }

  /// The answers of services for a replay, or nil if no rule needs any. Without services there are
  /// only recorded ones.
  func replayAnswers(for plan: Plan) -> ServiceAnswers? {
    plan.needsServices ? services?.answers(for: plan) ?? ServiceAnswers(send: nil) : nil
  }
}

/// A replay in progress. It processes submissions in the order of their numbers or, if rules
/// compare with the store, in the order in which they became current, so that each is compared with
/// those before it.
struct Replay {
  private let recorder: Recorder
  private let request: ReplayRequest
  private let bound: BoundRules
  private let store: Store
  private let setup: JudgingSetup
  private let writer: ReplayWriter?
  private let state: ClaimState
  private let claims: ReplayClaims?
  private var counter: ReplayCounter
  private var hasher = BlockHasher()
  private var batch = PreparedBatch()
  private var uncommittedCount = 0
  /// The submission that was written last.
  private var last: Int64?
  /// Whether no other process can write during the replay.
  private let isAlone: Bool
  private var streams: [Int64: ImportReplay] = [:]
  private let unchanged: UnchangedRules
  /// For each replayed import, the clock, parameters, source and scenario of its first submission.
  private var conditions: [Int64: IntakeConditions] = [:]
  /// The session of a completed import, for reuse.
  private var reusableSession: StoredJudgingSession?

  init(
    _ recorder: Recorder, _ request: ReplayRequest, _ bound: BoundRules, _ store: Store,
    _ services: ServiceAnswers?, isAlone: Bool
  ) throws(RecorderError) {
    self.recorder = recorder
    self.request = request
    self.bound = bound
    self.store = store
    self.isAlone = isAlone
    writer =
      request.isDryRun
      ? nil : try Self.writer(recorder, request, bound, store, isAlone: isAlone)
    setup = try JudgingSetup(
      bound.plan, in: store, files: request.files, services: services)
    counter = ReplayCounter(bound)
    unchanged = UnchangedRules(bound, store)
    state = try mappingErrors { try store.claimState() }
    claims = ReplayClaims(bound, store)
  }

  private static func writer(
    _ recorder: Recorder, _ request: ReplayRequest, _ bound: BoundRules, _ store: Store,
    isAlone: Bool
  ) throws(RecorderError) -> ReplayWriter {
    try mappingErrors {
      let writer = try ReplayWriter(
        store,
        RunStart(
          kind: .replay, bound: bound, now: request.now?.description,
          parameters: request.parametersJSON,
          scenario: nil, attribution: request.attribution,
          program: recorder.program, startedAt: recorder.clock().description))
      if isAlone { try writer.begin() }
      return writer
    }
  }

  /// Returns nil if the verdicts with which it compared are outdated when it ends.
  mutating func run(
    _ progress: (WorkProgress) -> Void, _ shouldStop: () -> Bool
  ) throws -> ReplayReport? {
    if let id = request.importID, try store.importSummary(id) == nil {
      throw RecorderError(StoreError.unknownImport(id))
    }
    // The other records of these imports are not in the store, so rules that compare records would
    // accept too many.
    let external = try store.externalRuns(SubmissionFilter(form: bound.form.name)).map(\.importID)
    if let id = request.importID, external.contains(id) {
      throw RecorderError(
        .refused,
        "import \(id) contains only the records that an external run rejected; validate its file again instead"
      )
    }
    let segments = try store.verdictSegments(
      SubmissionFilter(form: bound.form.name, importID: request.importID)
    ).filter { !external.contains($0.importID) }
    do {
      try replay(segments, progress, shouldStop)
      var report = try finish()
      if request.importID == nil { report?.externalRunImports = external }
      return report
    } catch {
      writer?.rollback()
      throw error
    }
  }

  private mutating func replay(
    _ segments: [VerdictSegment], _ progress: (WorkProgress) -> Void,
    _ shouldStop: () -> Bool
  ) throws {
    let parts = ReplayedImportPart.parts(segments)
    let order = try effectiveOrder()
    let ranges = try ReplayRange.ranges(segments, bound.form.definition, store)
    conditions = Dictionary(ranges.map { ($0.importID, $0.conditions) }) { first, _ in first }
    let wanted = order.isEmpty ? ranges : ReplayRange.ordered(ranges, by: order)
    claims?.begin(order, covering: request.onlyRejected ? [] : ranges.map(\.ids))
    let lastRange = Dictionary(
      wanted.indices.map { (wanted[$0].importID, $0) }, uniquingKeysWith: max)
    var earlier = EarlierVerdicts(segments, store)
    let ahead = PipelineStage<ParsedBatch, RecorderError>(
      recorder.database, wanted.map(\.ids),
      onlyRejected: try readsRejectedOnly(segments, parts) ? segments : nil)
    let total = wanted.reduce(0) { $0 + $1.ids.count }
    var read = 0
    var parsed = ParsedBatch()
    while try ahead.queue.next(&parsed) {
      guard let first = parsed.rows.ids.first, let last = parsed.rows.ids.last else { continue }
      let range = wanted[parsed.range]
      let replay =
        try streams[range.importID]
        ?? open(range.importID, parts[range.importID] ?? ReplayedImportPart(first: first))
      streams[range.importID] = replay
      if let effective = range.effective {
        try claims?.refresh(before: first, of: effective)
        replay.session.add(try setup.references(through: effective.known))
      }
      try replay.setConditions(range.conditions, request)
      if let services = setup.services {
        services.recorded = try recordedAnswers(parsed, first...last)
      }
      try replay.session.judge(parsed)
      try earlier.read(first...last, parsed.errors, replay.reuse)
      batch.removeAll()
      counter.begin(range.importID)
      let ids = counter.add(
        parsed, replay.session.errors, masked: replay.session.masked, &earlier,
        onlyRejected: request.onlyRejected, into: batch)
      addAnswers(ids, parsed)
      try claims?.add(ids, parsed, batch, bound.plan, replay.session)
      try write(ids, first)
      read += parsed.rows.count
      progress(WorkProgress(read, of: total))
      if shouldStop() {
        throw RecorderError(.stopped, "the replay was stopped; nothing was stored")
      }
      if lastRange[range.importID] == parsed.range, parsed.endsRange {
        counter.addSkips(replay.session.skips)
        streams[range.importID] = nil
        reusableSession = replay.session
      }
    }
    for replay in streams.values { counter.addSkips(replay.session.skips) }
    counter.addEarlier(earlier.counts)
  }

  /// The order in which the form's submissions became current. Empty if no rule depends on it.
  private func effectiveOrder() throws -> [EffectiveRange] {
    let forms = bound.plan.referencedForms
    guard claims != nil || !forms.isEmpty else { return [] }
    // Records in a batch are not compared with each other, and those of an intake may have the
    // same clock. Where they must be compared, each is a separate batch.
    return try store.effectiveOrder(
      form: bound.form.definition, isSplit: claims != nil || forms.contains(bound.form.name))
  }

  /// The recorded answers of services, by the position of the record among the judgeable ones.
  private func recordedAnswers(
    _ parsed: ParsedBatch, _ ids: ClosedRange<Int64>
  ) throws -> [Int: [Hash128: AnswerOutcome]] {
    let answers = try store.lastAnswers(ids)
    if answers.isEmpty { return [:] }
    return Dictionary(
      parsed.judgedIDs.enumerated().compactMap { place, id in answers[id].map { (place, $0) } }
    ) { $1 }
  }

  /// Adds the new answers of services.
  private func addAnswers(_ ids: [Int64], _ parsed: ParsedBatch) {
    guard let services = setup.services, !services.answers.isEmpty,
      let first = parsed.rows.ids.first
    else { return }
    let covered = Set(ids)
    batch.answers = services.answers.compactMap { answer in
      let id = parsed.judgedIDs[Int(answer.record)]
      guard covered.contains(id) else { return nil }
      return PreparedBatch.Answer(
        record: Int32(clamping: id - first), rule: answer.rule, key: answer.key,
        outcome: answer.outcome)
    }.sorted { $0.order < $1.order }
  }

  /// Whether reading the rejected submissions suffices, because no evaluated rule remembers other
  /// records.
  private func readsRejectedOnly(
    _ segments: [VerdictSegment], _ parts: [Int64: ReplayedImportPart]
  ) throws -> Bool {
    // Each segment is a query. Beyond this number, reading everything is faster.
    guard request.onlyRejected, segments.count <= 1_000 else { return false }
    return try parts.allSatisfy { importID, parts in
      let reuse = try reuse(parts, try conditions(of: importID))
      return !bound.plan.hasStatefulRules(without: reuse.positions)
    }
  }

  private func conditions(of importID: Int64) throws(RecorderError) -> IntakeConditions {
    guard let own = conditions[importID] else {
      throw RecorderError.damaged("import \(importID) is damaged")
    }
    return own
  }

  private func reuse(_ parts: ReplayedImportPart, _ own: IntakeConditions) throws -> VerdictReuse {
    try VerdictReuse(parts, own, request, unchanged, program: recorder.program)
  }

  private mutating func open(
    _ importID: Int64, _ parts: ReplayedImportPart
  ) throws -> ImportReplay {
    let own = try conditions(of: importID)
    let reuse = try reuse(parts, own)
    counter.addSkips(reuse.skips)
    let parameters = try request.parameters ?? JSON.strings(own.parameters)
    let corrected = own.kind == "correction" ? try store.correctedImport(importID) : nil
    let kind = try corrected.map { try store.importKind($0) } ?? own.kind
    let isIntake = kind == "intake"
    var conditions = setup.conditions(
      now: request.now ?? Instant(seconds: 0), parameters: parameters, source: own.source,
      scenario: own.scenario)
    if !isIntake {
      // A condition may depend on the clock, which all records of an import share.
      conditions.now = try request.clock(own)
    }
    // An import of kind `judged` lacks the accepted records.
    if !isIntake, kind != ImportStart.Kind.externalRun.rawValue {
      try conditions.countRecords(
        for: bound.plan, without: reuse.positions, mayQuote: bound.plan.mayQuote
      ) {
        let counting = StoredCounting(plan: bound.plan, store: store, conditions: $0)
        if let corrected {
          try counting.count(corrections: importID, of: corrected)
        } else {
          try counting.count(import: importID)
        }
      }
    }
    let session = try session(
      conditions, columns: try store.columns(ofImport: importID), without: reuse.positions)
    if isIntake {
      session.ignoreEarlierRecords()
    } else if let corrected, bound.plan.hasStatefulRules(without: reuse.positions) {
      try ConflictingKeys(plan: bound.plan, store: store, form: bound.form.definition, setup: setup)
        .add(to: session, corrections: importID, of: corrected)
    }
    claims?.addKeys(to: session)
    return ImportReplay(session: session, reuse: reuse)
  }

  /// Reuses the session of a completed import if possible, or creates a new one.
  private mutating func session(
    _ conditions: RunState.Conditions, columns: [PreparedBatch.Column],
    without unevaluated: Set<Int>
  ) throws(RecorderError) -> StoredJudgingSession {
    if let reusableSession,
      try reusableSession.restart(conditions, columns: columns, without: unevaluated)
    {
      self.reusableSession = nil
      return reusableSession
    }
    return try StoredJudgingSession(bound.plan, conditions, columns: columns, without: unevaluated)
  }

  /// Writes the submissions that were judged last.
  private mutating func write(_ ids: [Int64], _ first: Int64) throws {
    guard let writer, !ids.isEmpty else { return }
    // The submissions of a block are in the order of their numbers.
    if let last, first < last, hasher.count > 0 {
      try writer.append(hasher.block)
      hasher = BlockHasher()
    }
    last = ids.last
    batch.lines = ids
    batch.ends = Array(repeating: 0, count: ids.count)
    hasher.update(batch, from: first)
    if hasher.isFull {
      batch.fullBlock = hasher.block
      hasher = BlockHasher()
    }
    try writer.append(batch, first: first, covering: ids)
    uncommittedCount += ids.count
    let requestsServices = setup.services?.canSend == true
    if uncommittedCount >= ImportRequest.defaultChunk || requestsServices, !isAlone {
      try writer.commit(releasing: requestsServices)
      uncommittedCount = 0
    }
  }

  private mutating func finish() throws -> ReplayReport? {
    var report = counter.finalReport
    if bound.plan.needsServices { report.serviceRequests = setup.services?.requestCount ?? 0 }
    report.purged = try store.purgedCount(
      SubmissionFilter(form: bound.form.name, importID: request.importID))
    guard let writer else { return report }
    // Frees the memory of `unique` rules before the keys are sorted.
    (streams, reusableSession) = ([:], nil)
    claims?.removeKeys()
    let (state, store) = (state, store)
    let head = try writer.finish(
      RunEnd(
        counts: counter.counts, rules: counter.ruleCounts, newlyAccepted: report.newlyAccepted,
        newlyRejected: report.newlyRejected, finishedAt: recorder.clock().description),
      counter.finishImports(), lastBlock: hasher.count > 0 ? hasher.block : nil,
      claims: claims?.result ?? [],
      isStill: { db in try store.claimState(db).releases == state.releases })
    guard let head else { return nil }
    report.head = head
    report.run = writer.run
    return report
  }
}

/// The part of a replay that concerns one import.
final class ImportReplay {
  let session: StoredJudgingSession
  let reuse: VerdictReuse

  init(session: StoredJudgingSession, reuse: VerdictReuse) {
    self.session = session
    self.reuse = reuse
  }

  /// Sets the clock and source of the submissions that are judged next.
  func setConditions(_ own: IntakeConditions, _ request: ReplayRequest) throws(RecorderError) {
    session.setClock(now: try request.clock(own), source: own.source ?? "")
  }
}

extension ReplayRequest {
  /// The clock for submissions that were received under these conditions.
  fileprivate func clock(_ own: IntakeConditions) throws(RecorderError) -> Instant {
    guard let now = now ?? Instant(text: own.now) else {
      throw RecorderError.damaged("the clock of a run is damaged")
    }
    return now
  }
}
