import FormRules
import FormStore

/// What rules `unique: ever` compare with in a replay: the keys of all submissions that stand
/// accepted with a lower id, by this replay where it has judged them, else by what held before.
final class ReplayClaims {
  private let store: Store
  private let form: Int64
  private let rules: [(position: Int, id: String)]
  private let keys: [HashSet128]
  /// Up to which id the store's claims have been read.
  private var read: Int64 = 0
  /// The last portion that was judged.
  private var last: ClosedRange<Int64>?
  /// By rule, the keys that the replay gave out.
  private var submissions: [[Int64]]
  private var hashes: [[Hash128]]

  /// Nil when the plan has no rule `unique: ever`.
  init?(_ bound: BoundRules, _ store: Store) {
    rules = bound.plan.everUniquePositions.map { ($0, bound.plan.rules[$0].id) }
    if rules.isEmpty { return nil }
    self.store = store
    form = bound.form.definition
    keys = rules.map { _ in HashSet128(spillingTo: SpillFile()) }
    submissions = rules.map { _ in [] }
    hashes = rules.map { _ in [] }
  }

  /// Makes a stream compare with these keys.
  func share(with stream: StoredRecordStream) {
    for (rule, keys) in zip(rules, keys) { stream.compare(rule: rule.position, with: keys) }
  }

  /// Reads the claims of submissions that the replay has passed over.
  ///
  /// - Parameter isPartial: whether some of the submissions that it reads keep their verdicts.
  func refresh(
    before first: Int64, isPartial: Bool, _ stream: StoredRecordStream
  ) throws {
    let low = isPartial ? read + 1 : (last?.upperBound ?? 0) + 1
    read = first - 1
    guard low < first else { return }
    for (rule, keys) in zip(rules, keys) {
      try store.claims(form: form, rule: rule.id, ids: low...(first - 1), except: nil) {
        hash, _ in _ = keys.insert(hash)
      }
    }
  }

  /// Takes the keys of the submissions that were accepted in a portion.
  func add(
    _ covered: [Int64], _ portion: StoredPortion, _ batch: PreparedBatch, _ plan: Plan,
    _ stream: StoredRecordStream
  ) throws {
    guard let first = portion.rows.ids.first, let end = portion.rows.ids.last else { return }
    last = first...end
    var rejected: Set<Int64> = []
    for error in batch.errors where plan.rules[Int(error.rule)].severity.rejects {
      rejected.insert(first + Int64(error.record))
    }
    // What was replaced makes room for what replaced it.
    rejected.formUnion(try store.replaced(first...end))
    let isCovered = Set(covered)
    for (index, rule) in rules.enumerated() {
      stream.forEachKey(ofRule: rule.position, portion) { record, hash in
        let id = portion.judgedIDs[record]
        guard isCovered.contains(id), !rejected.contains(id) else { return }
        _ = keys[index].insert(hash)
        submissions[index].append(id)
        hashes[index].append(hash)
      }
    }
  }

  /// The claims of the submissions that the replay covers, in the order of ids.
  var taken: [ReplayedClaim] {
    var claims: [ReplayedClaim] = []
    for (index, rule) in rules.enumerated() {
      for (submission, hash) in zip(submissions[index], hashes[index]) {
        claims.append(ReplayedClaim(submission: submission, rule: rule.id, hash: hash.bytes))
      }
    }
    return claims
  }
}

extension Plan {
  /// Whether some rule that is asked remembers the records that it saw, so that all of them must be
  /// read.
  func remembers(without unasked: Set<Int>) -> Bool {
    uniquePositions.contains { !unasked.contains($0) }
  }
}
