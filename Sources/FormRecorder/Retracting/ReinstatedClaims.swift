import FormBytes
import FormRules
import FormStore

/// Adds the keys under rules `unique: ever` of accepted submissions that are in effect again.
struct ReinstatedClaims {
  private let store: WritableStore

  init(_ store: WritableStore) { self.store = store }

  /// - Parameter restored: The submissions, in ascending order.
  func add(_ restored: [ClosedRange<Int64>], in transaction: WriteTransaction) throws {
    if restored.isEmpty { return }
    var plans: [Int64: Plan] = [:]
    var keys: [[UInt8]: [(submission: Int64, hash: Int64)]] = [:]
    var formID: Int64?
    for segment in try store.verdictSegments(SubmissionFilter(ids: restored)) {
      let plan = try plans[segment.planID] ?? ClaimBatch.plan(segment.planID, of: store)
      plans[segment.planID] = plan
      if plan.storeComparingPositions.isEmpty { continue }
      formID =
        try formID
        ?? store.latestVersions(of: .form).first { $0.name == plan.form.name }?.definitionID
      try ClaimBatch.first(of: segment, plan, in: store) { batch -> Never? in
        keys.merge(batch.keys(of: restored, plan), uniquingKeysWith: +)
        return nil
      }
    }
    guard let formID else { return }
    for (bytes, keys) in keys.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let rule = String(decoding: bytes, as: UTF8.self)
      try store.addClaims(formID: formID, rule: rule, keys, in: transaction)
    }
  }
}

extension ClaimBatch {
  /// The keys of some of the submissions that claim them, by the bytes of the rule.
  fileprivate func keys(
    of submissions: [ClosedRange<Int64>], _ plan: Plan
  ) -> [[UInt8]: [(submission: Int64, hash: Int64)]] {
    var keys: [[UInt8]: [(submission: Int64, hash: Int64)]] = [:]
    for position in plan.storeComparingPositions {
      judge.forEachKey(ofRule: position, parsed) { record, hash in
        let id = parsed.judgedIDs[record]
        guard submissions.overlap(id...id), !released.contains(id) else { return }
        keys[plan.rules[position].id.utf8Bytes, default: []].append((id, hash.storedKey))
      }
    }
    return keys
  }
}
