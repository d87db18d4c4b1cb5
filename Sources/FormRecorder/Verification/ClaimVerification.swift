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
      let formID = form.definitionID
      let segments =
        try store.verdictSegments(SubmissionFilter(form: form.name))
        + store.unfinishedSubmissions(formID: formID)
      var plans: [Int64: Plan] = [:]
      for segment in segments {
        let plan = try plans[segment.planID] ?? ClaimBatch.plan(segment.planID, of: store)
        plans[segment.planID] = plan
        if plan.storeComparingPositions.isEmpty { continue }
        if let problem = try problem(segment, plan, formID: formID, expected: &expected) {
          return problem
        }
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

  private func problem(
    _ segment: VerdictSegment, _ plan: Plan, formID: Int64, expected: inout Int
  ) throws -> StoreProblem? {
    try ClaimBatch.first(of: segment, plan, in: store) { batch in
      for position in plan.storeComparingPositions {
        let rule = plan.rules[position].id
        let claims = try verification.claims(formID: formID, rule: rule, ids: batch.ids)
        var next = 0
        var wrong: Int64?
        batch.judge.forEachKey(ofRule: position, batch.parsed) { record, hash in
          let id = batch.parsed.judgedIDs[record]
          guard wrong == nil, !batch.released.contains(id) else { return }
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
      return nil
    }
  }
}
