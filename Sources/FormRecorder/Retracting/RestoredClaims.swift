import FormRules
import FormStore

/// Adds the keys under rules `unique: ever` of accepted submissions that are in effect again.
struct RestoredClaims {
  private let store: WritableStore

  init(_ store: WritableStore) { self.store = store }

  /// - Parameter restored: The submissions, in ascending order.
  func add(_ restored: [ClosedRange<Int64>], in transaction: WriteTransaction) throws {
    if restored.isEmpty { return }
    var plans: [Int64: Plan] = [:]
    var keys: [String: [(submission: Int64, hash: Int64)]] = [:]
    var form: Int64?
    for segment in try store.verdictSegments(SubmissionFilter(ids: restored)) {
      let plan = try plans[segment.plan] ?? ClaimBatch.plan(segment.plan, of: store)
      plans[segment.plan] = plan
      if plan.storeComparingPositions.isEmpty { continue }
      form =
        try form
        ?? store.latestVersions(of: .form).first { $0.name == plan.form.name }?.definition
      try ClaimBatch.first(of: segment, plan, in: store) { batch -> Never? in
        for position in plan.storeComparingPositions {
          batch.session.forEachKey(ofRule: position, batch.parsed) { record, hash in
            let id = batch.parsed.judgedIDs[record]
            guard restored.overlap(id...id), !batch.released.contains(id) else { return }
            keys[plan.rules[position].id, default: []].append((id, hash.storedKey))
          }
        }
        return nil
      }
    }
    guard let form else { return }
    for (rule, keys) in keys.sorted(by: { $0.key < $1.key }) {
      try store.addClaims(form: form, rule: rule, keys, in: transaction)
    }
  }
}
