import FormRules
import FormStore

extension Recorder {
  /// Judges stored submissions again, under a version of a rule set, and compares with the verdicts
  /// that hold. Unless it is a dry run it is recorded as a run, whose verdicts then hold.
  ///
  /// Rules that the last run judged by as well are not asked again, where nothing that they depend on
  /// has changed: their errors are taken over (see `VerdictReuse`).
  ///
  /// - Parameter progress: called now and then with the number of submissions judged so far.
  public func replay(
    _ request: ReplayRequest, progress: (Int) -> Void = { _ in }
  ) throws(RecorderError) -> ReplayReport {
    let store = try request.isDryRun ? storeForReading() : storeForWriting()
    let bound = try bind(form: request.form, rules: request.rules, in: store)
    var replay = try Replay(self, request, bound, store)
    return try explaining { try replay.run(progress) }
  }
}

/// One replay on its way.
struct Replay {
  private let recorder: Recorder
  private let request: ReplayRequest
  private let bound: BoundRules
  private let store: Store
  private let files: (any FileAccess)?
  private let references: [StoredReferenceKeys]
  private let writer: RunWriter?
  private var tally: ReplayTally
  private var hasher = BlockHasher()
  private var batch = PreparedBatch()
  private var ranges: [ReplayedRange] = []
  private var sinceCommit = 0

  init(
    _ recorder: Recorder, _ request: ReplayRequest, _ bound: BoundRules, _ store: Store
  ) throws(RecorderError) {
    self.recorder = recorder
    self.request = request
    self.bound = bound
    self.store = store
    files = try bound.plan.access(to: request.files)
    references = try bound.plan.references(in: store)
    tally = ReplayTally(bound)
    guard !request.isDryRun else {
      writer = nil
      return
    }
    let now = recorder.clock().description
    writer = try explaining {
      try RunWriter(
        store,
        RunStart(
          kind: .replay, form: bound.form, rules: bound.rules, plan: bound.plan, now: now,
          given: "{}", scenario: nil, by: request.by, startedAt: now),
        import: nil)
    }
  }

  mutating func run(_ progress: (Int) -> Void) throws -> ReplayReport {
    if let id = request.importID, try store.importSummary(id) == nil {
      throw RecorderError(.failed, "there is no import \(id); 'formrec list imports' shows them")
    }
    let segments = try store.verdictSegments(
      SubmissionFilter(form: bound.form.name, importID: request.importID))
    do {
      // `unique` holds within an import, so each is judged by itself.
      for (importID, parts) in Dictionary(grouping: segments, by: \.importID).sorted(by: {
        $0.key < $1.key
      }) {
        try replay(importID, parts, progress)
      }
      return try finish()
    } catch {
      writer?.rollback()
      throw error
    }
  }

  private mutating func replay(
    _ importID: Int64, _ segments: [VerdictSegment], _ progress: (Int) -> Void
  ) throws {
    guard let low = segments.first?.ids.lowerBound, let high = segments.last?.ids.upperBound else {
      return
    }
    let columns = try store.columns(ofImport: importID)
    let faults = try store.readerFaults(low...high)
    let reuse = try VerdictReuse(segments, of: importID, request, bound, store)
    tally.addSkips(reuse.skipped)
    let faulty = Set(faults.keys)
    // Where a block ends depends on what is covered: known beforehand only when all of it is.
    let ahead =
      request.onlyRejected
      ? nil
      : StoredPortionsAhead(
        store.path, segments.map(\.ids), room: BlockHasher.size - hasher.count, faults: faulty)
    var portion: StoredPortion?
    var stream: StoredRecordStream?
    var conditions: IntakeConditions?
    for segment in segments {
      let own = try store.intakeConditions(
        ofImport: importID, submission: segment.ids.lowerBound)
      if stream == nil || own != conditions {
        if let stream { tally.addSkips(stream.skipped) }
        stream = try open(own, columns, from: low, without: reuse.positions)
        conditions = own
      }
      guard let stream else { return }
      let now = request.now?.description ?? own.now
      let given = request.givenJSON ?? own.given
      var earlier = EarlierVerdicts(
        try store.planRules(segment.plan), reuse.map(ofPlan: segment.plan))
      var first = segment.ids.lowerBound
      while first <= segment.ids.upperBound {
        if let ahead {
          portion = try ahead.next(returning: portion)
        } else {
          var next = portion ?? StoredPortion()
          let isMore = try next.read(
            first...segment.ids.upperBound, atMost: BlockHasher.size - hasher.count, from: store,
            faults: faulty)
          portion = isMore ? next : nil
        }
        guard let portion, let last = portion.rows.ids.last else { break }
        try stream.judge(portion)
        earlier.take(try store.errors(run: segment.run, first...last))
        batch.removeAll()
        let ids = tally.take(
          portion, stream.errors, &earlier, faults, onlyRejected: request.onlyRejected, into: batch)
        cover(ids, now: now, given: given)
        try write(ids, first)
        first = last + 1
        progress(tally.report.submissions)
      }
      tally.addEarlier(earlier.counts)
    }
    if let stream { tally.addSkips(stream.skipped) }
  }

  private func open(
    _ own: IntakeConditions, _ columns: [PreparedBatch.Column], from first: Int64,
    without unasked: Set<Int>
  ) throws -> StoredRecordStream {
    guard let recorded = Instant(text: own.now) else {
      throw RecorderError(.failed, "the clock of a run is damaged; run 'formrec verify'")
    }
    let given = try request.given ?? JSON.strings(own.given)
    let stream = try StoredRecordStream(
      bound.plan,
      RunState.Conditions(
        now: request.now ?? recorded, given: given, source: own.source ?? "",
        scenario: own.scenario, hashKey: try store.hashKey(), files: files, spill: SpillFile()),
      columns: columns, without: unasked)
    for one in references { try one.read(before: first, hashKey: try store.hashKey()) }
    stream.add(references)
    for position in bound.plan.everUniquePositions {
      try store.uniqueKeys(
        form: bound.form.name, rule: bound.plan.rules[position].id,
        before: first
      ) { stream.addStoredKey($0, rule: position) }
    }
    return stream
  }

  /// Adds submissions to what the run covers.
  private mutating func cover(_ ids: [Int64], now: String, given: String) {
    for id in ids {
      if let last = ranges.last, last.ids.upperBound == id - 1, last.given == given,
        last.now == now
      {
        ranges[ranges.count - 1].ids = last.ids.lowerBound...id
      } else {
        ranges.append(ReplayedRange(ids: id...id, now: now, given: given))
      }
    }
  }

  /// Writes what was judged last.
  private mutating func write(_ ids: [Int64], _ first: Int64) throws {
    guard let writer else { return }
    batch.lines = ids
    batch.ends = Array(repeating: 0, count: ids.count)
    hasher.update(batch, from: first)
    batch.blockDigest = hasher.takeFullBlock()
    try writer.appendErrors(batch, first: first)
    sinceCommit += ids.count
    if sinceCommit >= 50_000 {
      try writer.commit()
      sinceCommit = 0
    }
  }

  private mutating func finish() throws -> ReplayReport {
    var report = tally.finalReport
    guard let writer else { return report }
    report.head = try writer.finish(
      RunEnd(
        counts: tally.counts, rules: tally.ruleCounts, newlyAccepted: report.newlyAccepted,
        newlyRejected: report.newlyRejected, finishedAt: recorder.clock().description),
      import: nil, lastBlock: hasher.count > 0 ? hasher.digest : nil, ranges: ranges)
    report.run = writer.run
    return report
  }
}
