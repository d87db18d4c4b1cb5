import FormRules
import FormStore

/// Stored submissions whose keys under rules `unique: ever` can be read.
struct ClaimBatch {
  let judge: StoredRecordJudge
  let parsed: ParsedBatch
  let ids: ClosedRange<Int64>
  /// The submissions that claim nothing, because they are rejected or replaced.
  let released: Set<Int64>

  /// Calls a closure with the submissions of a segment, in batches, until it returns a result.
  static func first<Result>(
    of segment: VerdictSegment, _ plan: Plan, in store: Store,
    _ body: (ClaimBatch) throws -> Result?
  ) throws -> Result? {
    let judge = try makeJudge(segment, plan, of: store)
    let verification = StoreVerification(store)
    var parsed = ParsedBatch()
    var rest: ClosedRange? = segment.ids
    while try parsed.read(&rest, from: store), let begin = parsed.rows.ids.first,
      let last = parsed.rows.ids.last
    {
      try judge.judge(parsed)
      let batch = ClaimBatch(
        judge: judge, parsed: parsed, ids: begin...last,
        released: try verification.withoutClaims(begin...last))
      if let result = try body(batch) { return result }
    }
    return nil
  }

  static func plan(_ id: Int64, of store: Store) throws -> Plan {
    let versions = try store.versions(ofPlan: id)
    return try Plan(form: try versions.form.form(), ruleSet: try versions.rules.ruleSet())
  }

  /// A judge that evaluates only what the keys under rules `unique: ever` need.
  private static func makeJudge(
    _ segment: VerdictSegment, _ plan: Plan, of store: Store
  ) throws -> StoredRecordJudge {
    // A rule under `record` may read any field.
    let fields = plan.storeComparingPositions.map { plan.rules[$0].field }
    let types = plan.rules.indices.filter {
      guard case .type = plan.rules[$0].kind else { return false }
      return fields.contains(nil) || fields.contains(plan.rules[$0].field)
    }
    let judge = try StoredRecordJudge(
      plan,
      // Nothing here depends on the clock, and only types are judged.
      RunState.Configuration(
        now: Instant(seconds: 0), parameters: plan.sampleParameters, hashKey: try store.hashKey()),
      columns: try store.columns(ofImport: segment.importID),
      without: Set(plan.rules.indices).subtracting(types))
    judge.ignoreEarlierRecords()
    return judge
  }
}
