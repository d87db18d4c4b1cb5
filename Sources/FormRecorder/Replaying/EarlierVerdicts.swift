import FormBytes
import FormRules
import FormStore

/// The verdicts of earlier runs, batch by batch, in the order of submission numbers.
struct EarlierVerdicts {
  /// The number of failures of each rule in the submissions counted so far, by rule identifier.
  private(set) var counts: [String: Int] = [:]

  private let segments: [VerdictSegment]
  private let currentPlan: Plan
  private let store: Store
  private var plans: [Int64: EarlierPlan] = [:]
  private var errors: [(error: StoredError, plan: Int64)] = []
  private var next = 0
  private var reuse: [Int64: [Int?]] = [:]

  /// The rules of an earlier plan.
  private struct EarlierPlan {
    var ids: [String]
    var rejects: [Bool]
    /// The positions of the rules with the same identifiers in the plan of the replay.
    var current: [Int?]
  }

  /// - Parameter plan: The plan of the replay.
  init(_ segments: [VerdictSegment], in store: Store, replayedUnder plan: Plan) {
    self.segments = segments
    self.store = store
    currentPlan = plan
  }

  /// Reads the verdicts of the next submissions.
  ///
  /// - Parameter read: The errors of the only run whose verdicts are current for them, if they
  ///   were already read.
  mutating func read(
    _ ids: ClosedRange<Int64>, _ read: [StoredError]?, reuse: VerdictReuse
  ) throws {
    errors.removeAll(keepingCapacity: true)
    next = 0
    var index = segments.firstIndex(endingNotBefore: ids.lowerBound)
    var byRun: [Int64: [StoredError]] = [:]
    while index < segments.count, segments[index].ids.lowerBound <= ids.upperBound {
      let (run, plan) = (segments[index].runID, segments[index].planID)
      let known = try read ?? byRun[run] ?? store.errors(runID: run, ids)
      byRun[run] = known
      let covered = segments[index].ids
      // The errors are ordered by submission, so a binary search finds the segment's first one.
      var position = known.partitioningIndex { $0.submission >= covered.lowerBound }
      if plans[plan] == nil { plans[plan] = try readPlan(plan) }
      let rules = plans[plan]?.ids.indices ?? 0..<0
      while position < known.count, known[position].submission <= covered.upperBound {
        guard rules.contains(known[position].rule) else {
          throw StoreError.altered("an error refers to a rule that is not in its plan")
        }
        errors.append((known[position], plan))
        position += 1
      }
      self.reuse[plan] = positions(plan, reuse)
      index += 1
    }
  }

  private func readPlan(_ planID: Int64) throws -> EarlierPlan {
    let rules = try store.planRules(planID)
    let count = (rules.keys.max() ?? 0) + 1
    return EarlierPlan(
      ids: (0..<count).map { rules[$0]?.id ?? "" },
      rejects: (0..<count).map { rules[$0]?.severity.rejects == true },
      current: (0..<count).map { rules[$0].flatMap { currentPlan.position(ofRule: $0.id) } })
  }

  private func positions(_ planID: Int64, _ reuse: VerdictReuse) -> [Int?] {
    let map = reuse.map(ofPlan: planID)
    return (plans[planID]?.ids.indices ?? 0..<0).map { map[$0] }
  }

  /// The errors of a submission. Submissions must be requested in ascending order.
  mutating func errors(of id: Int64) -> Range<Int> {
    while next < errors.count, errors[next].error.submission < id { next += 1 }
    let first = next
    while next < errors.count, errors[next].error.submission == id { next += 1 }
    return first..<next
  }

  /// The earlier verdict of a submission.
  struct Verdict {
    /// The rules that it failed, by their positions in the plan of the earlier run.
    var rules: [Int]
    var isRejected: Bool
  }

  /// Calls a closure with the verdict of each of some submissions, in ascending order.
  func forEachVerdict(of ids: [Int64], _ body: (Verdict) -> Void) {
    var index = 0
    for id in ids {
      while index < errors.count, errors[index].error.submission < id { index += 1 }
      let first = index
      while index < errors.count, errors[index].error.submission == id { index += 1 }
      let range = first..<index
      body(Verdict(rules: errors[range].map(\.error.rule), isRejected: isRejected(range)))
    }
  }

  func isRejected(_ range: Range<Int>) -> Bool {
    range.contains { plans[errors[$0].plan]?.rejects[errors[$0].error.rule] ?? false }
  }

  /// Counts errors by rule.
  mutating func count(_ range: Range<Int>) {
    for index in range {
      let (error, plan) = errors[index]
      let id = error.rule == Plan.readerPosition ? error.code : plans[plan]?.ids[error.rule]
      counts[id ?? "", default: 0] += 1
    }
  }

  /// Appends the errors of rules that can no longer be evaluated, because a card number is masked.
  /// Rules are matched only by identifier, regardless of other changes.
  ///
  /// - Parameter rules: The positions of these rules in the plan of the replay.
  func carried(
    _ range: Range<Int>, _ rules: Set<Int>, offset: Int32,
    into batch: inout [PreparedBatch.ErrorRow]
  ) {
    for index in range {
      let (error, plan) = errors[index]
      guard reuse[plan]?[error.rule] == nil, let position = plans[plan]?.current[error.rule],
        rules.contains(position)
      else { continue }
      batch.append(
        .init(record: offset, rule: Int32(position), code: error.code, arguments: error.arguments))
    }
  }

  /// Appends the errors of rules that were evaluated but keep their earlier result. The earlier
  /// plan had them at the same positions.
  func kept(
    _ range: Range<Int>, _ rules: Set<Int>, offset: Int32,
    into batch: inout [PreparedBatch.ErrorRow]
  ) {
    for index in range {
      let (error, plan) = errors[index]
      guard rules.contains(error.rule), reuse[plan]?[error.rule] == nil else { continue }
      batch.append(
        .init(
          record: offset, rule: Int32(error.rule), code: error.code, arguments: error.arguments))
    }
  }

  /// The error of a rule, if the earlier plan had the rule at the same position.
  func error(_ range: Range<Int>, ofRule position: Int) -> StoredError? {
    errors[range].first { $0.error.rule == position }?.error
  }

  /// Appends the errors that stay unchanged, with the current position of their rule.
  func reused(_ range: Range<Int>, offset: Int32, into batch: inout [PreparedBatch.ErrorRow]) {
    for index in range {
      let (error, plan) = errors[index]
      guard let position = reuse[plan]?[error.rule] else { continue }
      batch.append(
        .init(record: offset, rule: Int32(position), code: error.code, arguments: error.arguments))
    }
  }
}
