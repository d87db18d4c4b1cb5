import FormRules
import FormStore

extension Recorder {
  /// Judges stored submissions again, under a version of a rule set, and compares with the verdicts
  /// that hold. Unless it is a dry run it is recorded as a run, whose verdicts then hold.
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
  private let writer: RunWriter?
  private var report: ReplayReport
  private var counts = RunCounts()
  private var hasher = BlockHasher()
  private var batch = PreparedBatch()
  private var failures: [Int]
  private var faults: [String: Int] = [:]
  private var skipped: [Int]
  private var before: [String: Int] = [:]
  private var ranges: [ReplayedRange] = []
  private var sinceCommit = 0
  /// What the reader said of the import's malformed records when they came in.
  private var faultsByID: [Int64: (code: String, arguments: String?)] = [:]

  init(
    _ recorder: Recorder, _ request: ReplayRequest, _ bound: BoundRules, _ store: Store
  ) throws(RecorderError) {
    self.recorder = recorder
    self.request = request
    self.bound = bound
    self.store = store
    report = ReplayReport(
      form: bound.form.name, formVersion: bound.form.number, rules: bound.rules.name,
      rulesVersion: bound.rules.number)
    failures = Array(repeating: 0, count: bound.plan.rules.count)
    skipped = failures
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
    faultsByID = try store.readerFaults(low...high)
    let faulty = Set(faultsByID.keys)
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
        if let stream { add(stream.skipped) }
        stream = try open(own, columns, from: low)
        conditions = own
      }
      guard let stream else { return }
      let severities = try store.planRules(segment.plan)
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
        stream.judge(portion)
        let earlier = try store.errors(run: segment.run, first...last)
        try take(portion, stream.errors, earlier, severities, own)
        first = last + 1
        progress(report.submissions)
      }
    }
    if let stream { add(stream.skipped) }
  }

  private func open(
    _ own: IntakeConditions, _ columns: [PreparedBatch.Column], from first: Int64
  ) throws -> StoredRecordStream {
    guard let recorded = Instant(text: own.now) else {
      throw RecorderError(.failed, "the clock of a run is damaged; run 'formrec verify'")
    }
    let given = try request.given ?? JSON.strings(own.given)
    let stream = try StoredRecordStream(
      bound.plan,
      RunState.Conditions(
        now: request.now ?? recorded, given: given, source: own.source ?? "",
        scenario: own.scenario, hashKey: try store.hashKey()),
      columns: columns)
    for position in bound.plan.everUniquePositions {
      try store.uniqueKeys(
        form: bound.form.name, rule: bound.plan.rules[position].id,
        before: first
      ) { stream.addStoredKey($0, rule: position) }
    }
    return stream
  }

  private mutating func add(_ more: [Int]) {
    for index in more.indices { skipped[index] += more[index] }
  }

  /// Takes in what was judged last: compares with the earlier errors, counts, and writes.
  private mutating func take(
    _ portion: StoredPortion, _ judged: [JudgedError], _ earlier: [StoredError],
    _ rules: [Int: StoredRule], _ own: IntakeConditions
  ) throws {
    let rows = portion.rows
    guard let first = rows.ids.first else { return }
    batch.removeAll()
    var nextEarlier = 0
    var nextError = 0
    var nextJudged = 0
    for row in 0..<rows.count {
      let id = rows.ids[row]
      var wasRejected = false
      let firstEarlier = nextEarlier
      while nextEarlier < earlier.count, earlier[nextEarlier].submission == id {
        if rules[earlier[nextEarlier].rule]?.severity == "error" { wasRejected = true }
        nextEarlier += 1
      }
      let mark = errors(of: id, judged, &nextError, &nextJudged, offset: Int32(id - first))
      if request.onlyRejected, !wasRejected {
        batch.errors.removeLast(mark.count)
        continue
      }
      for error in earlier[firstEarlier..<nextEarlier] {
        guard let rule = rules[error.rule] else { continue }
        before[error.rule == 0 ? error.code ?? rule.id : rule.id, default: 0] += 1
      }
      count(id, batch.errors.suffix(mark.count), isRejected: mark.isRejected, wasRejected)
      batch.ends.append(0)
      batch.lines.append(id)
      cover(id, own)
    }
    try write(first)
  }

  /// Appends the errors of a submission to the batch.
  private func errors(
    of id: Int64, _ errors: [JudgedError], _ nextError: inout Int, _ nextJudged: inout Int,
    offset: Int32
  ) -> (count: Int, isRejected: Bool) {
    if !faultsByID.isEmpty, let fault = faultsByID[id] {
      batch.errors.append(
        .init(record: offset, rule: 0, code: fault.code, arguments: fault.arguments))
      return (1, true)
    }
    let judged = Int32(truncatingIfNeeded: nextJudged)
    nextJudged += 1
    var count = 0
    var isRejected = false
    while nextError < errors.count, errors[nextError].record == judged {
      let error = errors[nextError]
      nextError += 1
      count += 1
      if error.severity == .error { isRejected = true }
      let usual = bound.plan.rules[Int(error.rule)].usualCode
      batch.errors.append(
        .init(
          record: offset, rule: error.rule, code: error.code == usual ? nil : error.code,
          arguments: error.arguments.json))
    }
    return (count, isRejected)
  }

  private mutating func count(
    _ id: Int64, _ errors: ArraySlice<PreparedBatch.Error>, isRejected: Bool, _ wasRejected: Bool
  ) {
    report.submissions += 1
    counts.records += 1
    var hasWarning = false
    for error in errors {
      if error.rule == 0 { faults[error.code ?? "", default: 0] += 1 }
      failures[Int(error.rule)] += 1
      switch bound.plan.rules[Int(error.rule)].severity {
      case .error: counts.errors += 1
      case .warning: hasWarning = true
      case .info: break
      }
    }
    if hasWarning { counts.warned += 1 }
    if isRejected { counts.rejected += 1 } else { counts.accepted += 1 }
    if isRejected, !wasRejected {
      report.newlyRejected += 1
      if report.newlyRejectedSample.count < 10 { report.newlyRejectedSample.append(id) }
    }
    if !isRejected, wasRejected {
      report.newlyAccepted += 1
      if report.newlyAcceptedSample.count < 10 { report.newlyAcceptedSample.append(id) }
    }
  }

  /// Adds a submission to what the run covers.
  private mutating func cover(_ id: Int64, _ own: IntakeConditions) {
    if let last = ranges.last, last.ids.upperBound == id - 1, last.given == given(own),
      last.now == now(own)
    {
      ranges[ranges.count - 1].ids = last.ids.lowerBound...id
    } else {
      ranges.append(ReplayedRange(ids: id...id, now: now(own), given: given(own)))
    }
  }

  private func now(_ own: IntakeConditions) -> String { request.now?.description ?? own.now }

  private func given(_ own: IntakeConditions) -> String {
    request.given.map(JSON.object(sorted:))?.text ?? own.given
  }

  private mutating func write(_ first: Int64) throws {
    guard let writer else { return }
    hasher.update(batch, from: first)
    batch.blockDigest = hasher.takeFullBlock()
    try writer.appendErrors(batch, first: first)
    sinceCommit += batch.count
    if sinceCommit >= 50_000 {
      try writer.commit()
      sinceCommit = 0
    }
  }

  private mutating func finish() throws -> ReplayReport {
    report.accepted = counts.accepted
    report.rejected = counts.rejected
    var after: [String: Int] = faults
    for (index, rule) in bound.plan.rules.enumerated() where index > 0 && failures[index] > 0 {
      after[rule.id] = failures[index]
    }
    let order = bound.plan.rules.map(\.id)
    let others = Set(after.keys).union(before.keys).subtracting(order).sorted()
    report.byRule = (order + others).compactMap { rule in
      let change = ReplayReport.RuleChange(
        rule: rule, before: before[rule] ?? 0, after: after[rule] ?? 0)
      return change.before == 0 && change.after == 0 ? nil : change
    }
    guard let writer else { return report }
    failures[0] = 0
    let rules =
      faults.sorted { $0.key < $1.key }.map {
        RunEnd.RuleCount(rule: 0, code: $0.key, failures: $0.value, skipped: 0)
      }
      + failures.indices.filter { failures[$0] > 0 || skipped[$0] > 0 }.map {
        RunEnd.RuleCount(rule: $0, failures: failures[$0], skipped: skipped[$0])
      }
    report.head = try writer.finish(
      RunEnd(
        counts: counts, rules: rules, newlyAccepted: report.newlyAccepted,
        newlyRejected: report.newlyRejected, finishedAt: recorder.clock().description),
      import: nil, lastBlock: hasher.count > 0 ? hasher.digest : nil, ranges: ranges)
    report.run = writer.run
    return report
  }
}
