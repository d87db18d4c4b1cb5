import FormRules
import FormStore

/// The submissions that a replay judges, in their order, and the earlier runs with which it
/// compares.
struct ReplayScope {
  let request: ReplayRequest
  let bound: BoundVersions
  let store: Store
  /// What must be unchanged when the replay ends.
  let state: ClaimState
  /// The submissions, with the runs whose verdicts are current.
  let segments: [VerdictSegment]
  /// The imports of external runs of the form, which are omitted.
  let externalRunImports: [Int64]
  /// The order in which the form's submissions took effect. Empty if no rule depends on it.
  let order: [EffectiveRange]
  /// The ranges of submissions to read, in the order in which they are replayed.
  let ranges: [ReplayRange]
  /// For each import, the clock, parameters, source and scenario of its first submission.
  let configuration: [Int64: OriginalConfiguration]
  let unchanged: UnchangedRules
  /// The rules that compare records and keep their earlier results, because the replay judges with
  /// the same configuration and rules as the earlier runs. Nil if it does not.
  let repeatedRules: Set<Int>?
  /// Whether the rules `unique: ever` are among them.
  var repeatsClaims: Bool {
    repeatedRules?.isSuperset(of: bound.plan.storeComparingPositions) == true
  }

  /// - Parameters:
  ///   - store: Open for reading in a dry run.
  ///   - program: The version of formrec that judges.
  /// - Throws: `RecorderError` if the import of the request does not exist, or belongs to an
  ///   external run.
  init(
    _ request: ReplayRequest, _ bound: BoundVersions, in store: Store, program: String
  ) throws {
    self.request = request
    self.bound = bound
    self.store = store
    state = try store.claimState()
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
    externalRunImports = external
    segments = try store.verdictSegments(
      SubmissionFilter(form: bound.form.name, importID: request.importID)
    ).filter { !external.contains($0.importID) }
    order = try bound.effectiveOrder(in: store)
    let ranges = try ReplayRange.ranges(segments, bound.form.definitionID, in: store)
    self.ranges = order.isEmpty ? ranges : ReplayRange.ordered(ranges, by: order)
    configuration = Dictionary(ranges.map { ($0.importID, $0.configuration) }) { first, _ in first }
    let judged =
      request.onlyRejected ? try segments.filter { try store.hasRejected($0.ids) } : segments
    unchanged = UnchangedRules(bound, store, program: program)
    guard try unchanged.isRepetition(judged, configuration, request: request) else {
      repeatedRules = nil
      return
    }
    let (plan, form) = (bound.plan, bound.form.name)
    let comparing = Set(plan.statefulRulePositions + plan.countingRulePositions)
    let claiming = Set(plan.storeComparingPositions)
    // Records may have been rejected because of keys that a retraction released.
    let mayBeReleased =
      try !claiming.isEmpty
      && Set(judged.map(\.runID)).contains { try store.hasRetraction(form: form, sinceRun: $0) }
    repeatedRules = mayBeReleased ? comparing.subtracting(plan.dependents(of: claiming)) : comparing
  }

  /// The number of purged submissions that would be replayed if they had cells.
  func purgedCount() throws -> Int {
    let filter = SubmissionFilter(form: bound.form.name, importID: request.importID)
    let verdicts = request.onlyRejected ? VerdictFilter(.rejected) : VerdictFilter()
    return try store.purgedSegments(filter).reduce(0) { count, segment in
      if externalRunImports.contains(segment.importID) { return count }
      return try count + store.countJudged(segment, verdicts, after: 0)
    }
  }
}

extension BoundVersions {
  /// The order in which the form's submissions took effect. Empty if no rule depends on it.
  fileprivate func effectiveOrder(in store: Store) throws -> [EffectiveRange] {
    let forms = plan.referencedForms
    let comparesWithStore = !plan.storeComparingPositions.isEmpty
    guard comparesWithStore || !forms.isEmpty else { return [] }
    // Records in a batch are not compared with each other, and records of an intake may have the
    // same clock. Where they must be compared, each record is a separate batch.
    return try store.effectiveOrder(
      formID: form.definitionID, isSplit: comparesWithStore || forms.contains(form.name))
  }
}
