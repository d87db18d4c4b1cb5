import FormRules
import FormStore

/// The keys that `unique: ever` rules compare with in a replay.
///
/// These are the keys of all accepted submissions that became current earlier. The verdict of this
/// replay applies if it has judged the submission, otherwise the current verdict.
final class ReplayClaims {
  private let store: Store
  private let form: Int64
  private let rules: [(position: Int, id: String)]
  private var keys: [HashSet128]
  private var order: [EffectiveRange] = []
  /// The submissions whose claims this replay recomputes, sorted.
  private var covered: [ClosedRange<Int64>] = []
  /// The position up to which the store's claims have been read: the index in `order` and the
  /// submission in it.
  private var (next, nextID) = (0, Int64.min)
  /// The keys that the replay claimed, by rule.
  private let taken: [ClaimedKeys]

  /// Returns nil if the plan has no `unique: ever` rule.
  init?(_ bound: BoundRules, _ store: Store) {
    rules = bound.plan.storeComparingPositions.map { ($0, bound.plan.rules[$0].id) }
    if rules.isEmpty { return nil }
    self.store = store
    form = bound.form.definition
    keys = rules.map { _ in HashSet128(spillingTo: SpillFile()) }
    taken = rules.map { _ in ClaimedKeys() }
  }

  /// Makes a session compare with these keys.
  func addKeys(to session: StoredJudgingSession) {
    for (rule, keys) in zip(rules, keys) { session.compare(rule: rule.position, with: keys) }
  }

  /// Begins a replay.
  ///
  /// - Parameters:
  ///   - order: The order in which the form's submissions became current.
  ///   - covered: The submissions whose claims the replay recomputes, sorted.
  func begin(_ order: [EffectiveRange], covering covered: [ClosedRange<Int64>]) {
    self.order = order
    self.covered = covered
  }

  /// Reads the claims of submissions that became current before a submission, except the claims
  /// that the replay recomputes.
  func refresh(before first: Int64, of effective: EffectiveRange) throws {
    while next < order.count {
      let range = order[next]
      guard (range.event, range.ids.lowerBound) <= (effective.event, first) else { return }
      let low = max(range.ids.lowerBound, nextID)
      let high =
        range.event == effective.event ? min(range.ids.upperBound, first - 1) : range.ids.upperBound
      if low <= high {
        for part in [low...high].subtracting(covered) { try read(part) }
        nextID = high + 1
      }
      guard high == range.ids.upperBound else { return }
      next += 1
      nextID = .min
    }
  }

  private func read(_ ids: ClosedRange<Int64>) throws {
    for (rule, keys) in zip(rules, keys) {
      try store.claims(form: form, rule: rule.id, ids: ids) {
        _ = keys.insert(Hash128(storedKey: $0))
      }
    }
  }

  /// Adds the keys of the accepted submissions of a batch.
  func add(
    _ covered: [Int64], _ parsed: ParsedBatch, _ batch: PreparedBatch, _ plan: Plan,
    _ session: StoredJudgingSession
  ) throws {
    guard let first = parsed.rows.ids.first, let end = parsed.rows.ids.last else { return }
    var rejected: Set<Int64> = []
    for error in batch.errors where plan.rules[Int(error.rule)].severity.rejects {
      rejected.insert(first + Int64(error.record))
    }
    // Replaced submissions hold no claims.
    rejected.formUnion(try store.replaced(first...end))
    let isCovered = Set(covered)
    for (index, rule) in rules.enumerated() {
      session.forEachKey(ofRule: rule.position, parsed) { record, hash in
        let id = parsed.judgedIDs[record]
        guard isCovered.contains(id), !rejected.contains(id) else { return }
        _ = keys[index].insert(Hash128(storedKey: hash.storedKey))
        taken[index].append(id, hash.storedKey)
      }
      try taken[index].writeIfLarge()
    }
  }

  /// Frees the keys that records are compared with. No record can be evaluated afterwards.
  func removeKeys() { keys = [] }

  /// The claims of the submissions that the replay covers, by rule, in the order in which the
  /// submissions became current.
  var result: [ReplayedClaims] {
    zip(rules, taken).map { ReplayedClaims(rule: $0.id, forEachBatch: $1.forEachBatch) }
  }
}

/// Submissions and their keys, which are written to a file once there are many.
private final class ClaimedKeys {
  private let file = SpillFile()
  private var written = 0
  /// Submission and key alternately.
  private var pending: [UInt64] = []

  private static let batchSize = 1 << 17

  func append(_ submission: Int64, _ key: Int64) {
    pending.append(UInt64(bitPattern: submission))
    pending.append(UInt64(bitPattern: key))
  }

  func writeIfLarge() throws(SpillError) {
    guard pending.count >= Self.batchSize else { return }
    let words = pending
    _ = try file.append(words.span)
    written += words.count
    pending = []
  }

  func forEachBatch(_ body: ([ReplayedClaims.Key]) throws -> Void) throws {
    var words: [UInt64] = []
    for start in stride(from: 0, to: written, by: Self.batchSize) {
      try file.read(start..<min(start + Self.batchSize, written), into: &words)
      try body(Self.keys(words))
    }
    try body(Self.keys(pending))
  }

  private static func keys(_ words: [UInt64]) -> [ReplayedClaims.Key] {
    stride(from: 0, to: words.count, by: 2).map {
      (Int64(bitPattern: words[$0]), Int64(bitPattern: words[$0 + 1]))
    }
  }
}

extension Plan {
  /// Whether any evaluated rule remembers earlier records, so that all of them must be read.
  func hasStatefulRules(without unevaluated: Set<Int>) -> Bool {
    statefulRulePositions.contains { !unevaluated.contains($0) }
  }
}
