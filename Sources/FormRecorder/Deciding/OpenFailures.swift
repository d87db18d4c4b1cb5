import FormRules
import FormStore

/// The failures by which selected submissions are open: those of current verdicts that reject their
/// submissions and are not waived.
struct OpenFailures {
  let segments: [VerdictSegment]
  /// The rule that the selection names, by plan; nil if it names none.
  private let selectedRule: [Int64: FailedRule]?
  /// The rules of each plan, by position.
  private(set) var rules: [Int64: [Int: StoredRule]] = [:]
  private let store: Store

  init(of selection: SubmissionSelection, in store: Store) throws {
    self.store = store
    segments = try selection.verdictSegments(in: store)
    selectedRule = try selection.failedRules(segments, in: store)
    for plan in Set(segments.map(\.planID)) { rules[plan] = try store.planRules(plan) }
  }

  /// Calls a closure with each failure of the submissions, in their order.
  ///
  /// A selection by rule selects the submissions with an open failure of the rule. Their failures
  /// of other rules are not selected, but passed to the closure, too.
  func forEach(
    _ body: (_ failure: DecidedFailure, _ rule: StoredRule, _ isSelected: Bool) -> Void
  ) throws {
    var reader = SubmissionReader(segments, .open, rules: selectedRule)
    var batch = SubmissionBatch()
    while try reader.read(store, into: &batch) {
      let waived = Set(try store.waivedFailures(batch.ids))
      for row in 0..<batch.rows.count {
        let plan = segments[batch.segmentOfRow[row]].planID
        for error in batch.errors(row) {
          guard let rule = rules[plan]?[error.rule], rule.severity.rejects else { continue }
          let failure = DecidedFailure(
            submission: error.submission,
            rule: error.rule == Plan.readerPosition ? error.code ?? rule.code : rule.id)
          let isSelected = selectedRule?[plan].map {
            $0.position == error.rule && ($0.code == nil || $0.code == error.code)
          }
          if !waived.contains(failure) { body(failure, rule, isSelected ?? true) }
        }
      }
    }
  }
}
