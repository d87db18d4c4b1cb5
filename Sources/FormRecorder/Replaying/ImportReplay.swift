import FormRules
import FormStore

/// The part of a replay that concerns one import.
final class ImportReplay {
  let judge: StoredRecordJudge
  let reuse: VerdictReuse

  init(judge: StoredRecordJudge, reuse: VerdictReuse) {
    self.judge = judge
    self.reuse = reuse
  }

  /// Sets the clock and source of the submissions that are judged next.
  func setConfiguration(
    _ received: OriginalConfiguration, _ request: ReplayRequest, form: Form
  ) throws(RecorderError) {
    judge.set(try request.clock(received, form), source: received.source ?? "")
  }
}

extension ReplayRequest {
  /// The clock for submissions that were received under this configuration.
  fileprivate func clock(
    _ received: OriginalConfiguration, _ form: Form
  ) throws(RecorderError) -> RunClock {
    guard let clock = clock(form) ?? RunClock(text: received.now) else {
      throw RecorderError.damaged("the clock of a run is damaged")
    }
    return clock
  }
}

extension Replay {
  /// Opens the replay of an import's submissions.
  mutating func open(
    _ importID: Int64, _ parts: ImportReplayScope
  ) throws -> ImportReplay {
    let received = try configuration(of: importID)
    let reuse = try reuse(parts, received)
    counter.addSkips(reuse.skips)
    let parameters = try request.parameters ?? JSON.strings(received.parameters)
    let corrected = received.kind == .correction ? try store.correctedImport(importID) : nil
    let kind = try corrected.map { try store.importKind($0) } ?? received.kind
    let isIntake = kind == .intake
    // A condition may depend on the clock, which all records of an import share.
    var configuration = setup.configuration(
      at: try request.clock(received, bound.plan.form), parameters: parameters,
      source: received.source, scenario: received.scenario)
    let columns = try store.columns(ofImport: importID)
    configuration.maskedFields = maskedColumns.fields(of: bound.plan.form, filledBy: columns)
    // An import of an external run lacks the accepted records.
    if !isIntake, kind != .externalRun {
      try configuration.countRecords(
        for: bound.plan, without: reuse.positions, mayQuote: bound.plan.mayQuote
      ) {
        let counting = StoredCounting(plan: bound.plan, store: store, configuration: $0)
        if let corrected {
          try counting.count(corrections: importID, of: corrected)
        } else {
          try counting.count(import: importID)
        }
      }
    }
    let judge = try makeJudge(configuration, columns: columns, without: reuse.positions)
    if isIntake {
      judge.ignoreEarlierRecords()
    } else if let corrected, bound.plan.hasStatefulRules(without: reuse.positions) {
      try ConflictingKeys(plan: bound.plan, store: store, setup: setup)
        .add(to: judge, corrections: importID, of: corrected)
    }
    claims?.addKeys(to: judge)
    return ImportReplay(judge: judge, reuse: reuse)
  }

  /// Reuses the judge of a completed import if possible, or creates a new one.
  private mutating func makeJudge(
    _ configuration: RunState.Configuration, columns: [ImportColumn],
    without unevaluated: Set<Int>
  ) throws(RecorderError) -> StoredRecordJudge {
    if let reusableJudge,
      try reusableJudge.restart(configuration, columns: columns, without: unevaluated)
    {
      self.reusableJudge = nil
      return reusableJudge
    }
    return try StoredRecordJudge(bound.plan, configuration, columns: columns, without: unevaluated)
  }

  /// Whether reading the rejected submissions suffices, because no evaluated rule remembers other
  /// records.
  func readsRejectedOnly(_ parts: [Int64: ImportReplayScope]) throws -> Bool {
    // Each segment is a statement. Beyond this number, reading everything is faster.
    guard request.onlyRejected, scope.segments.count <= 1_000 else { return false }
    return try parts.allSatisfy { importID, parts in
      let reuse = try reuse(parts, try configuration(of: importID))
      return !bound.plan.hasStatefulRules(without: reuse.positions)
    }
  }

  private func configuration(of importID: Int64) throws(RecorderError) -> OriginalConfiguration {
    guard let received = scope.configuration[importID] else {
      throw RecorderError.damaged("import \(importID) is damaged")
    }
    return received
  }

  private func reuse(_ parts: ImportReplayScope, _ received: OriginalConfiguration) throws
    -> VerdictReuse
  {
    // The records that were counted may have been purged.
    let always = Set(bound.plan.countingRulePositions).intersection(scope.repeatedRules ?? [])
    return try VerdictReuse(
      parts, received, request: request, unchanged: scope.unchanged, always: always)
  }
}
