import FormRules
import FormStore

/// A replay in progress.
///
/// It processes submissions in the order of their numbers. If rules compare with the store, it
/// processes them in the order in which they took effect, so that each submission is compared with
/// the earlier ones.
struct Replay {
  let recorder: Recorder
  let scope: ReplayScope
  let setup: JudgingSetup
  let claims: ReplayClaims?
  let maskedColumns: MaskedColumns
  var counter: ReplayCounter
  /// The judge of a completed import, for reuse.
  var reusableJudge: StoredRecordJudge?
  /// Nil in a dry run.
  private let output: ReplayOutput?
  private let batch = PreparedBatch()
  private var streams: [Int64: ImportReplay] = [:]

  var request: ReplayRequest { scope.request }
  var bound: BoundVersions { scope.bound }
  var store: Store { scope.store }

  /// - Parameter output: Nil in a dry run.
  init(
    _ recorder: Recorder, _ scope: ReplayScope, _ setup: JudgingSetup, output: ReplayOutput?
  ) throws {
    self.recorder = recorder
    self.scope = scope
    self.setup = setup
    self.output = output
    claims = try ReplayClaims(scope)
    maskedColumns = try MaskedColumns(ofForm: scope.bound.form.definitionID, in: scope.store)
    counter = ReplayCounter(scope)
  }

  /// Returns nil if the verdicts with which it compared are outdated when it ends.
  mutating func run(
    _ progress: (WorkProgress) -> Void, _ shouldStop: () -> Bool
  ) throws -> ReplayReport? {
    let parts = ImportReplayScope.parts(scope.segments)
    let ranges = scope.ranges
    let lastRange = Dictionary(
      ranges.indices.map { (ranges[$0].importID, $0) }, uniquingKeysWith: max)
    var earlier = EarlierVerdicts(scope.segments, in: store, replayedUnder: scope.bound.plan)
    let stage = PipelineStage<ParsedBatch, RecorderError>(
      store, ranges.map(\.ids),
      onlyRejected: try readsRejectedOnly(parts) ? scope.segments : nil)
    let total = ranges.reduce(0) { $0 + $1.ids.count }
    var read = 0
    var parsed = ParsedBatch()
    while try stage.queue.next(&parsed) {
      guard let first = parsed.rows.ids.first else { continue }
      let range = ranges[parsed.range]
      let replay =
        try streams[range.importID]
        ?? open(range.importID, parts[range.importID] ?? ImportReplayScope(first: first))
      streams[range.importID] = replay
      try self.replay(parsed, range, replay: replay, earlier: &earlier)
      read += parsed.rows.count
      progress(WorkProgress(read, of: total))
      if shouldStop() {
        throw RecorderError(.stopped, "the replay was stopped", stored: 0)
      }
      if lastRange[range.importID] == parsed.range, parsed.endsRange {
        counter.addSkips(replay.judge.skips)
        streams[range.importID] = nil
        reusableJudge = replay.judge
      }
    }
    for replay in streams.values { counter.addSkips(replay.judge.skips) }
    counter.addEarlier(earlier.counts)
    return try finish()
  }

  /// Judges a batch, compares the verdicts with the earlier ones, and writes them.
  private mutating func replay(
    _ parsed: ParsedBatch, _ range: ReplayRange, replay: ImportReplay,
    earlier: inout EarlierVerdicts
  ) throws {
    guard let first = parsed.rows.ids.first, let last = parsed.rows.ids.last else { return }
    if let effective = range.effective {
      replay.judge.add(
        try setup.references(through: effective.known, changed: counter.changed))
    }
    try replay.setConfiguration(range.configuration, request, form: bound.plan.form)
    try earlier.read(first...last, parsed.errors, reuse: replay.reuse)
    claims?.begin(parsed, range.effective, earlier: earlier)
    if let services = setup.services {
      services.recorded = try parsed.recordedAnswers(in: store)
    }
    try replay.judge.judge(parsed)
    batch.removeAll()
    counter.begin(range.importID)
    let ids = counter.add(parsed, replay.judge, earlier: &earlier, into: batch)
    try claims?.add(ids, parsed, batch: batch, judge: replay.judge)
    try output?.write(batch, of: ids, from: parsed)
  }

  private mutating func finish() throws -> ReplayReport? {
    var report = counter.finalReport
    if bound.plan.needsServices { report.serviceRequests = setup.services?.requestCount ?? 0 }
    report.purged = try scope.purgedCount()
    if request.importID == nil { report.externalRunImports = scope.externalRunImports }
    guard let output else { return report }
    // Frees the memory of `unique` rules before the keys are sorted.
    (streams, reusableJudge) = ([:], nil)
    claims?.removeKeys()
    let (state, total) = (scope.state, counter.total)
    let isUnchanged = scope.repeatsClaims && report.newlyAccepted + report.newlyRejected == 0
    let claimsKeys = !isUnchanged && !bound.plan.storeComparingPositions.isEmpty
    var end = RunEnd(
      counts: total.counts, rules: total.ruleCounts(counter.skips),
      finishedAt: try recorder.settings.now().description)
    (end.newlyAccepted, end.newlyRejected) = (report.newlyAccepted, report.newlyRejected)
    let stored = try output.finish(
      end, counter.finishImports(), claims: isUnchanged ? nil : claims?.result ?? []
    ) { now in
      now.releases == state.releases && (!claimsKeys || now.effects == state.effects)
    }
    guard let stored else { return nil }
    (report.runID, report.head) = (stored.run, stored.head)
    return report
  }
}
