import FormRules
import FormStore

/// A replay in progress.
///
/// It processes submissions in the order of their numbers. If rules compare with the store, it
/// processes them in the order in which they took effect, so that each submission is compared with
/// the earlier ones.
struct Replay {
  let recorder: Recorder
  let request: ReplayRequest
  let bound: BoundRules
  let store: Store
  let setup: JudgingSetup
  private let writer: ReplayWriter?
  private let state: ClaimState
  /// The rules that compare records and keep their earlier results, because the replay judges under
  /// equal rules and conditions as the earlier runs. Nil if it does not.
  private(set) var repeatedRules: Set<Int>?
  private(set) var claims: ReplayClaims?
  var counter: ReplayCounter
  private var hasher: BlockHasher
  private var batch = PreparedBatch()
  private var uncommittedCount = 0
  /// The submission that was written last.
  private var last: Int64?
  /// Whether no other process can write during the replay.
  private let isAlone: Bool
  private var streams: [Int64: ImportReplay] = [:]
  let unchanged: UnchangedRules
  /// For each replayed import, the clock, parameters, source and scenario of its first submission.
  private(set) var conditions: [Int64: IntakeConditions] = [:]
  /// The session of a completed import, for reuse.
  var reusableSession: StoredSession?

  /// - Parameters:
  ///   - store: Open for reading in a dry run.
  ///   - services: The answers of services, or nil if no rule needs any.
  ///   - isAlone: Whether no other process can write during the replay.
  init(
    _ recorder: Recorder, _ request: ReplayRequest, bound: BoundRules, in store: Store,
    services: ServiceAnswers?, isAlone: Bool
  ) throws(RecorderError) {
    self.recorder = recorder
    self.request = request
    self.bound = bound
    self.store = store
    self.isAlone = isAlone
    var start = RunStart(
      kind: .replay, bound: bound, attribution: request.attribution,
      program: recorder.settings.program, startedAt: try recorder.settings.now().description)
    start.now = try request.requiredClock(bound.plan.form)?.description
    start.parameters = request.parametersJSON
    writer = try mappingErrors { [start] in
      let writer = (store as? WritableStore).map { ReplayWriter($0, start) }
      if isAlone { try writer?.begin() }
      return writer
    }
    setup = try JudgingSetup(
      bound.plan, in: store, files: request.files.orDefault(of: recorder.settings),
      services: services)
    counter = ReplayCounter(bound)
    hasher = BlockHasher(bound.errorLines)
    unchanged = UnchangedRules(bound, store)
    state = try mappingErrors { try store.claimState() }
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
      try replay(segments, progress, shouldStop: shouldStop)
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
    shouldStop: () -> Bool
  ) throws {
    let parts = ReplayedImportPart.parts(segments)
    let ranges = try ranges(segments)
    let lastRange = Dictionary(
      ranges.indices.map { (ranges[$0].importID, $0) }, uniquingKeysWith: max)
    var earlier = EarlierVerdicts(segments, store)
    let stage = PipelineStage<ParsedBatch, RecorderError>(
      recorder.database, ranges.map(\.ids),
      onlyRejected: try readsRejectedOnly(segments, parts) ? segments : nil)
    let total = ranges.reduce(0) { $0 + $1.ids.count }
    var read = 0
    var parsed = ParsedBatch()
    while try stage.queue.next(&parsed) {
      guard let first = parsed.rows.ids.first else { continue }
      let range = ranges[parsed.range]
      let replay =
        try streams[range.importID]
        ?? open(range.importID, parts[range.importID] ?? ReplayedImportPart(first: first))
      streams[range.importID] = replay
      try self.replay(parsed, range, replay: replay, earlier: &earlier)
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

  /// The ranges of submissions to read, in the order in which they are replayed.
  private mutating func ranges(_ segments: [VerdictSegment]) throws -> [ReplayRange] {
    let order = try effectiveOrder()
    let ranges = try ReplayRange.ranges(segments, bound.form.definition, in: store)
    conditions = Dictionary(ranges.map { ($0.importID, $0.conditions) }) { first, _ in first }
    let judged =
      request.onlyRejected ? try segments.filter { try store.hasRejected($0.ids) } : segments
    repeatedRules = try rulesRepeated(for: judged)
    claims = try ReplayClaims(
      bound, request, of: segments, in: store, order: order, repeated: repeatedRules)
    if let repeatedRules { counter.keepResults(of: repeatedRules) }
    return order.isEmpty ? ranges : ReplayRange.ordered(ranges, by: order)
  }

  private func rulesRepeated(for judged: [VerdictSegment]) throws -> Set<Int>? {
    let (plan, form) = (bound.plan, bound.form.name)
    guard
      try unchanged.isRepetition(
        judged, conditions, request: request, program: recorder.settings.program)
    else { return nil }
    let comparing = Set(plan.statefulRulePositions + plan.countingRulePositions)
    let claiming = Set(plan.storeComparingPositions)
    // Records may have been rejected because of keys that a retraction released.
    let mayBeReleased =
      try !claiming.isEmpty
      && Set(judged.map(\.run)).contains { try store.hasRetraction(form: form, sinceRun: $0) }
    return mayBeReleased ? comparing.subtracting(plan.dependents(of: claiming)) : comparing
  }

  /// Judges a batch, compares the verdicts with the earlier ones, and writes them.
  private mutating func replay(
    _ parsed: ParsedBatch, _ range: ReplayRange, replay: ImportReplay,
    earlier: inout EarlierVerdicts
  ) throws {
    guard let first = parsed.rows.ids.first, let last = parsed.rows.ids.last else { return }
    if let effective = range.effective {
      replay.session.add(try setup.references(through: effective.known))
    }
    try replay.setConditions(range.conditions, request, form: bound.plan.form)
    try earlier.read(first...last, parsed.errors, reuse: replay.reuse)
    claims?.begin(parsed, range.effective, earlier: earlier)
    if let services = setup.services {
      services.recorded = try parsed.recordedAnswers(in: store)
    }
    try replay.session.judge(parsed)
    batch.removeAll()
    counter.begin(range.importID)
    let ids = counter.add(
      parsed, replay.session.errors, masked: replay.session.masked, earlier: &earlier,
      onlyRejected: request.onlyRejected, into: batch)
    addAnswers(ids, parsed)
    try claims?.add(ids, parsed, batch: batch, session: replay.session)
    try write(ids, first)
  }

  /// The order in which the form's submissions took effect. Empty if no rule depends on it.
  private func effectiveOrder() throws -> [EffectiveRange] {
    let forms = bound.plan.referencedForms
    let comparesWithStore = !bound.plan.storeComparingPositions.isEmpty
    guard comparesWithStore || !forms.isEmpty else { return [] }
    // Records in a batch are not compared with each other, and records of an intake may have the
    // same clock. Where they must be compared, each record is a separate batch.
    return try store.effectiveOrder(
      form: bound.form.definition,
      isSplit: comparesWithStore || forms.contains(bound.form.name))
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

  /// Writes the submissions that were judged last.
  private mutating func write(_ ids: [Int64], _ first: Int64) throws {
    guard let writer, !ids.isEmpty else { return }
    // The submissions of a block are in the order of their numbers.
    if let last, first < last, hasher.count > 0 {
      try writer.append(hasher.block)
      hasher.startNext()
    }
    last = ids.last
    batch.lines = ids
    batch.ends = Array(repeating: 0, count: ids.count)
    hasher.add(batch, from: first)
    try writer.append(batch, first: first, covering: ids)
    uncommittedCount += ids.count
    let requestsServices = setup.services?.canSend == true
    if uncommittedCount >= ImportRequest.defaultChunk || requestsServices, !isAlone {
      try writer.commit(releasing: requestsServices)
      uncommittedCount = 0
    }
  }

  /// The number of purged submissions that would be replayed if they had cells.
  private func purgedCount() throws -> Int {
    let filter = SubmissionFilter(form: bound.form.name, importID: request.importID)
    let external = try store.externalRuns(filter).map(\.importID)
    let verdicts = request.onlyRejected ? VerdictFilter(severity: .error) : VerdictFilter()
    return try store.purgedSegments(filter).reduce(0) { count, segment in
      if external.contains(segment.importID) { return count }
      return try count + store.countJudged(segment, verdicts, after: 0)
    }
  }

  private mutating func finish() throws -> ReplayReport? {
    var report = counter.finalReport
    if bound.plan.needsServices { report.serviceRequests = setup.services?.requestCount ?? 0 }
    report.purged = try purgedCount()
    guard let writer else { return report }
    // Frees the memory of `unique` rules before the keys are sorted.
    (streams, reusableSession) = ([:], nil)
    claims?.removeKeys()
    let (state, store, total) = (state, store, counter.total)
    let isUnchanged =
      repeatedRules?.isSuperset(of: bound.plan.storeComparingPositions) == true
      && report.newlyAccepted + report.newlyRejected == 0
    let claimsKeys = !isUnchanged && !bound.plan.storeComparingPositions.isEmpty
    var end = RunEnd(
      counts: total.counts, rules: total.ruleCounts(counter.skips),
      finishedAt: try recorder.settings.now().description)
    (end.newlyAccepted, end.newlyRejected) = (report.newlyAccepted, report.newlyRejected)
    let head = try writer.finish(
      end, counter.finishImports(), lastBlock: hasher.count > 0 ? hasher.block : nil,
      claims: isUnchanged ? nil : claims?.result ?? [],
      isStill: { db in
        let now = try store.claimState(db)
        return now.releases == state.releases && (!claimsKeys || now.effects == state.effects)
      })
    guard let head else { return nil }
    report.head = head
    report.runID = writer.run
    return report
  }
}
