import FormRules
import FormStore

/// The claims of a replay under rules `unique: ever`.
///
/// A submission is compared with the submissions that were accepted and current when it took
/// effect: the verdict of the replay counts for those that it judges. A replay of a part also
/// compares with the current claims of all other submissions, whichever took effect first.
///
/// If a replay repeats the earlier run, with the same configuration and rules, all rules `unique`
/// pass and fail as before, because the other record may have been replaced or purged since. Only a
/// submission that may no longer be rejected for other reasons is compared with the current claims.
/// If a retraction may have released claims, rules `unique: ever` are evaluated nevertheless.
final class ReplayClaims {
  private let store: Store
  private let plan: Plan
  private let request: ReplayRequest
  /// The keys that each rule `unique: ever` compares with.
  private let rules: [ReplayKeyLookup]
  /// The results of the other rules `unique`, if they are repeated.
  private let repeated: [ReplayKeyLookup]
  /// The claims of the submissions that the replay accepts, by rule.
  private let taken: [SpilledClaims]
  /// Whether the rules `unique: ever` keep their results.
  private let repeatsClaims: Bool
  private let events: EffectiveEvents

  /// Returns nil if no rule needs keys.
  init?(_ scope: ReplayScope) throws {
    let (bound, request, store) = (scope.bound, scope.request, scope.store)
    let repeatedRules = scope.repeatedRules
    plan = bound.plan
    // Without purges, all records of an import can be compared again.
    let withinImport =
      try repeatedRules != nil && store.hasPurges()
      ? plan.runComparingPositions.filter { repeatedRules?.contains($0) == true } : []
    if plan.storeComparingPositions.isEmpty, withinImport.isEmpty { return nil }
    repeated = withinImport.map {
      ReplayKeyLookup(position: $0, mayRepeat: false)
    }
    self.store = store
    self.request = request
    let repeatsClaims = scope.repeatsClaims
    self.repeatsClaims = repeatsClaims
    let events = EffectiveEvents(scope.order)
    self.events = events
    let isPart = request.importID != nil || request.onlyRejected
    // Rejected submissions have no claims.
    let judged = (request.onlyRejected ? [] : scope.segments.map(\.ids)).joined()
    rules = try bound.plan.storeComparingPositions.map { position in
      let keys = ReplayKeyLookup(position: position, mayRepeat: bound.plan.mayRepeat(position))
      guard isPart || repeatsClaims else { return keys }
      let others = ClaimLookup(
        store, formID: bound.form.definitionID, rule: bound.plan.rules[position].id,
        except: .submissions { [unowned keys] id in
          repeatsClaims
            ? keys.ignoresSubmissions(at: events.event(of: id)) : judged.overlap(id...id)
        })
      try others.refresh()
      keys.others = others
      return keys
    }
    taken = rules.map { _ in SpilledClaims() }
  }

  /// Makes a judge compare with these keys.
  func addKeys(to judge: StoredRecordJudge) {
    for rule in rules + repeated { judge.compare(rule: rule.position, with: rule) }
  }

  /// Begins a batch.
  ///
  /// - Parameters:
  ///   - effective: The position of the batch in the order of taking effect.
  ///   - earlier: The earlier verdicts of the batch.
  func begin(
    _ parsed: ParsedBatch, _ effective: EffectiveRange?, earlier: EarlierVerdicts
  ) {
    for rule in rules + repeated { rule.begin(at: effective?.event ?? 0) }
    let known = repeatsClaims || request.onlyRejected ? rules : []
    if known.isEmpty, repeated.isEmpty { return }
    earlier.forEachVerdict(of: parsed.judgedIDs) { verdict in
      for rule in known {
        rule.results.append(result(of: rule.position, verdict, isRepeated: repeatsClaims))
      }
      for rule in repeated {
        rule.results.append(result(of: rule.position, verdict, isRepeated: true))
      }
    }
  }

  private func result(
    of rule: Int, _ verdict: EarlierVerdicts.Verdict, isRepeated: Bool
  ) -> ReplayKeyLookup.Outcome {
    if request.onlyRejected, !verdict.isRejected { return .passes }
    guard isRepeated else { return .compared }
    if verdict.rules.contains(rule) { return .fails }
    let isFinal = verdict.rules.contains {
      plan.rules[$0].severity.rejects && plan.rules[$0].isSelfContained
    }
    return isFinal || !verdict.isRejected ? .passes : .compared
  }

  /// Adds the keys of the accepted submissions of a batch.
  func add(
    _ covered: [Int64], _ parsed: ParsedBatch, batch: PreparedBatch,
    judge: StoredRecordJudge
  ) throws {
    guard let first = parsed.rows.ids.first, let last = parsed.rows.ids.last else { return }
    var rejected: Set<Int64> = []
    for error in batch.errors where plan.rules[Int(error.rule)].severity.rejects {
      rejected.insert(first + Int64(error.record))
    }
    let replacements = try store.replacements(first...last)
    let isCovered = Set(covered)
    for (rule, taken) in zip(rules, taken) {
      judge.forEachKey(ofRule: rule.position, parsed) { record, hash in
        let id = parsed.judgedIDs[record]
        guard isCovered.contains(id), !rejected.contains(id) else { return }
        let replacement = replacements[id]
        // Replaced submissions hold no claims.
        if replacement == nil { taken.append(submission: id, key: hash.storedKey) }
        // The store has the claims of submissions whose verdict is repeated.
        if !repeatsClaims || rule.results[record] == .compared {
          rule.hold(hash.storedKey, until: replacement.map { events.event(of: $0) } ?? .max)
        }
      }
      try taken.writeIfLarge()
    }
  }

  /// Frees the keys that records are compared with. No record can be evaluated afterwards.
  func removeKeys() { for rule in rules { rule.removeAll() } }

  /// The claims of the submissions that the replay covers, by rule, in the order in which the
  /// submissions took effect.
  var result: [RuleClaims] {
    zip(rules, taken).map {
      RuleClaims(rule: plan.rules[$0.position].id, forEachBatch: $1.forEachBatch)
    }
  }
}

/// Submissions and their keys, which are written to a file once there are many.
private final class SpilledClaims {
  private let file = SpillFile()
  private var written = 0
  /// Submission and key alternately.
  private var pending: [UInt64] = []

  private static let batchSize = 1 << 17

  func append(submission: Int64, key: Int64) {
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

  func forEachBatch(_ body: ([RuleClaims.Key]) throws -> Void) throws {
    var words: [UInt64] = []
    for start in stride(from: 0, to: written, by: Self.batchSize) {
      try file.read(start..<min(start + Self.batchSize, written), into: &words)
      try body(Self.keys(words))
    }
    try body(Self.keys(pending))
  }

  private static func keys(_ words: [UInt64]) -> [RuleClaims.Key] {
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
