import FormRules
import FormStore

/// Copies the errors of submissions with masked card numbers to corrections that leave the numbers
/// unchanged, because the rules that read these numbers can no longer be evaluated.
struct CopiedErrors {
  private let store: Store
  private let plan: Plan
  private var ids: [Int64: [Int: StoredRule]] = [:]

  init(_ plan: Plan, _ store: Store) {
    self.plan = plan
    self.store = store
  }

  /// Adds these errors to a batch of corrections, in the order of records and rules.
  ///
  /// - Parameter corrected: The corrected submission of each record in the batch.
  mutating func add(
    to batch: PreparedBatch, _ judge: RecordJudge, corrected: ArraySlice<Int64>
  ) throws {
    guard !judge.masked.isEmpty else { return }
    for (judged, record) in judge.judgedRecords.enumerated() where judge.masked[judged] {
      let submission = corrected[corrected.startIndex + Int(record)]
      guard let verdict = try store.verdicts(of: submission).last else { continue }
      let rules = try ids[verdict.planID] ?? store.planRules(verdict.planID)
      ids[verdict.planID] = rules
      for error in verdict.errors {
        guard let id = rules[error.rule]?.id, let position = plan.position(ofRule: id),
          judge.cardRules.contains(position)
        else { continue }
        batch.errors.append(
          .init(
            record: record, rule: Int32(position), code: error.code, arguments: error.arguments))
      }
    }
    batch.errors.sort { ($0.record, $0.rule) < ($1.record, $1.rule) }
  }
}
