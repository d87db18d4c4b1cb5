import FormRules
import FormStore

/// Recomputes the keys of accepted submissions under `unique: ever` rules and compares them with
/// the claimed ones.
struct ClaimVerification {
  private let verification: StoreVerification
  private let store: Store

  init(_ verification: StoreVerification, _ store: Store) {
    self.verification = verification
    self.store = store
  }

  func problem() throws -> StoreProblem? {
    var expected = 0
    for form in try store.latestVersions(of: .form) {
      let segments = try store.verdictSegments(SubmissionFilter(form: form.name))
      var plans: [Int64: Plan] = [:]
      for segment in segments {
        let plan = try plans[segment.plan] ?? Self.plan(segment.plan, of: store)
        plans[segment.plan] = plan
        if plan.storeComparingPositions.isEmpty { continue }
        if let problem = try problem(segment, plan, form.definition, &expected) { return problem }
      }
      for id in try store.unfinishedSubmissions(form: form.definition) {
        let plan = try plans[id.plan] ?? Self.plan(id.plan, of: store)
        plans[id.plan] = plan
        if plan.storeComparingPositions.isEmpty { continue }
        if let problem = try problem(id, plan, form.definition, &expected) { return problem }
      }
    }
    let found = try verification.claimCount()
    guard found == expected else {
      return StoreProblem(
        .derived, table: "key_page",
        "\(found) keys are claimed under rules 'unique: ever'; the accepted submissions have "
          + "\(expected)")
    }
    return nil
  }

  static func plan(_ id: Int64, of store: Store) throws -> Plan {
    let versions = try store.versions(ofPlan: id)
    return try Plan(form: try versions.form.form(), ruleSet: try versions.rules.ruleSet())
  }

  /// A session that judges only what the keys under rules `unique: ever` need.
  static func session(
    _ segment: VerdictSegment, _ plan: Plan, of store: Store
  ) throws -> StoredJudgingSession {
    // A rule under `record` may read any field.
    let fields = plan.storeComparingPositions.map { plan.rules[$0].field }
    let types = plan.rules.indices.filter {
      guard case .type = plan.rules[$0].kind else { return false }
      return fields.contains(nil) || fields.contains(plan.rules[$0].field)
    }
    let session = try StoredJudgingSession(
      plan,
      // Nothing here depends on the clock, and only types are judged.
      RunState.Conditions(
        now: Instant(seconds: 0), parameters: plan.sampleParameters, hashKey: try store.hashKey()),
      columns: try store.columns(ofImport: segment.importID),
      without: Set(plan.rules.indices).subtracting(types))
    session.ignoreEarlierRecords()
    return session
  }

  private func problem(
    _ segment: VerdictSegment, _ plan: Plan, _ form: Int64, _ expected: inout Int
  ) throws -> StoreProblem? {
    let session = try Self.session(segment, plan, of: store)
    var parsed = ParsedBatch()
    var rest: ClosedRange? = segment.ids
    while try parsed.read(&rest, from: store), let begin = parsed.rows.ids.first,
      let last = parsed.rows.ids.last
    {
      try session.judge(parsed)
      // Replaced submissions hold no claims.
      let released = try verification.withoutClaims(begin...last)
      for position in plan.storeComparingPositions {
        let rule = plan.rules[position].id
        let claims = try verification.claims(form: form, rule: rule, ids: begin...last)
        var next = 0
        var wrong: Int64?
        session.forEachKey(ofRule: position, parsed) { record, hash in
          let id = parsed.judgedIDs[record]
          guard wrong == nil, released.isEmpty || !released.contains(id) else { return }
          expected += 1
          while next < claims.count, claims[next].submission < id { next += 1 }
          if next == claims.count || claims[next] != (id, hash.storedKey) { wrong = id }
        }
        if let wrong {
          return StoreProblem(
            .derived, table: "key_page", row: wrong,
            "the key of submission \(wrong) under \(rule) is not claimed, or was altered")
        }
      }
    }
    return nil
  }
}
