import FormRules
import FormStore

/// Adds the keys under rules `unique: ever` of accepted submissions that are in effect again.
struct RestoredClaims {
  private let store: Store

  init(_ store: Store) { self.store = store }

  /// - Parameter restored: The submissions, in ascending order.
  func add(_ restored: [Int64], in transaction: WriteTransaction) throws {
    if restored.isEmpty { return }
    let wanted = Set(restored)
    let verification = StoreVerification(store)
    var plans: [Int64: Plan] = [:]
    var keys: [String: [(submission: Int64, hash: Int64)]] = [:]
    var form: Int64?
    for segment in try store.verdictSegments(
      SubmissionFilter(ids: restored.map { $0...$0 }.joined()))
    {
      let plan = try plans[segment.plan] ?? ClaimVerification.plan(segment.plan, of: store)
      plans[segment.plan] = plan
      if plan.storeComparingPositions.isEmpty { continue }
      form =
        try form
        ?? store.latestVersions(of: .form).first { $0.name == plan.form.name }?.definition
      let session = try ClaimVerification.session(segment, plan, of: store)
      var parsed = ParsedBatch()
      var rest: ClosedRange? = segment.ids
      while try parsed.read(&rest, from: store), let begin = parsed.rows.ids.first,
        let last = parsed.rows.ids.last
      {
        try session.judge(parsed)
        let released = try verification.withoutClaims(begin...last)
        for position in plan.storeComparingPositions {
          session.forEachKey(ofRule: position, parsed) { record, hash in
            let id = parsed.judgedIDs[record]
            guard wanted.contains(id), !released.contains(id) else { return }
            keys[plan.rules[position].id, default: []].append((id, hash.storedKey))
          }
        }
      }
    }
    guard let form else { return }
    for (rule, keys) in keys.sorted(by: { $0.key < $1.key }) {
      try store.addClaims(form: form, rule: rule, keys, in: transaction)
    }
  }
}
