import FormRules
import FormStore

/// Looks up which stored submissions hold keys under the rules `unique: ever` of a plan.
final class StoredClaims {
  private let lookups: [(position: Int, lookup: ClaimLookup)]

  /// Returns nil if the plan has no such rule.
  ///
  /// - Parameters:
  ///   - store: A connection used by the same thread.
  ///   - exemption: The submissions that records are not compared with.
  init?(_ plan: Plan, formID: Int64, in store: Store, except exemption: ClaimLookup.Exemption) {
    let positions = plan.storeComparingPositions
    if positions.isEmpty { return nil }
    lookups = positions.map {
      (
        $0,
        ClaimLookup(store, formID: formID, rule: plan.rules[$0].id, except: exemption)
      )
    }
  }

  /// Makes a judge compare with the claims of all current submissions.
  func refresh(_ judge: RecordJudge) throws(RecorderError) {
    try mappingErrors {
      for (position, lookup) in lookups {
        try lookup.refresh()
        judge.compare(rule: position, with: lookup)
      }
    }
  }
}
