import FormRules
import FormStore

/// Counts records by verdict, and the failures of each rule of a plan.
struct VerdictTally {
  private(set) var counts = RunCounts()
  /// The number of failures of each rule, by position.
  private var failures: [Int]
  /// The number of malformed records, by fault code.
  private var faults: [String: Int] = [:]
  private let severities: [Severity]

  init(_ plan: Plan) {
    severities = plan.rules.map(\.severity)
    failures = Array(repeating: 0, count: severities.count)
  }

  /// The number of malformed records.
  var malformed: Int { failures[Plan.readerPosition] }

  /// Counts a batch.
  mutating func add(_ batch: PreparedBatch) {
    var rest = batch.errors[...]
    var failed = 0
    while let first = rest.first {
      let end = rest.firstIndex { $0.record != first.record } ?? rest.endIndex
      add(rest[..<end])
      rest = rest[end...]
      failed += 1
    }
    addAccepted(batch.count - failed)
  }

  /// Counts records without errors.
  mutating func addAccepted(_ count: Int) {
    counts.records += count
    counts.accepted += count
  }

  /// Counts a record with its errors.
  ///
  /// - Returns: Whether the record is rejected.
  @discardableResult
  mutating func add(_ errors: ArraySlice<PreparedBatch.ErrorRow>) -> Bool {
    if let fault = errors.first, fault.rule == Plan.readerPosition {
      faults[fault.code ?? "", default: 0] += 1
    }
    return add(errors.lazy.map { Int($0.rule) }, by: 1)
  }

  /// Updates the counts for a record that was judged again.
  mutating func replace(_ record: ReevaluatedRecord) {
    add(record.before.lazy.map(\.rule), by: -1)
    add(record.after.lazy.map(\.rule), by: 1)
  }

  @discardableResult
  private mutating func add(_ rules: some Sequence<Int>, by step: Int) -> Bool {
    for rule in rules { failures[rule] += step }
    return counts.add(rules.lazy.map { [severities] in severities[$0] }, by: step)
  }

  static func += (left: inout VerdictTally, right: VerdictTally) {
    left.counts += right.counts
    for rule in left.failures.indices { left.failures[rule] += right.failures[rule] }
    left.faults.merge(right.faults, uniquingKeysWith: +)
  }

  /// The counts of the rules that failed or were skipped.
  ///
  /// - Parameter skips: The skips of each rule by position, or nil to omit skips.
  func ruleCounts(_ skips: [SkipCounts]? = nil) -> [RunEnd.RuleCount] {
    let skips = skips ?? failures.map { _ in SkipCounts() }
    return faults.sorted { $0.key < $1.key }.map {
      RunEnd.RuleCount(rule: Plan.readerPosition, code: $0.key, failures: $0.value)
    }
      + failures.indices.filter {
        $0 != Plan.readerPosition && (failures[$0] > 0 || skips[$0].total > 0)
      }.map {
        RunEnd.RuleCount(rule: $0, failures: failures[$0], skips: skips[$0])
      }
  }
}

extension RunCounts {
  /// Counts a record by the severities of its errors.
  ///
  /// - Parameter step: 1 to add the record, or -1 to remove it.
  /// - Returns: Whether the record is rejected.
  @discardableResult
  mutating func add(_ severities: some Sequence<Severity>, by step: Int = 1) -> Bool {
    var (isRejected, isWarned) = (false, false)
    for severity in severities {
      if severity.rejects {
        errors += step
        isRejected = true
      }
      if case .warning = severity { isWarned = true }
    }
    records += step
    if isWarned { warned += step }
    if isRejected { rejected += step } else { accepted += step }
    return isRejected
  }
}
