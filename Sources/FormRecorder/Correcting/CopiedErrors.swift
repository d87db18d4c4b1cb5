import FormRules
import FormStore

/// Copies errors to corrections with masked card numbers, because the rules that read these numbers
/// can no longer be evaluated: from the corrected submission, or from the correction from which a
/// number was carried.
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
  /// - Parameter patch: Returns the patch of a record, or nil if a file has the corrections.
  mutating func add(
    to batch: PreparedBatch, _ judge: RecordJudge, patch: (Int) -> SubmissionPatch?
  ) throws {
    guard !judge.masked.isEmpty else { return }
    for (judged, record) in judge.judgedRecords.enumerated() where judge.masked[judged] {
      let patched = patch(Int(record))
      let carried = patched.map { carriedRules($0, judge) } ?? []
      var sources = [(batch.corrects[Int(record)], judge.cardRules.subtracting(carried))]
      if let source = patched?.source, !carried.isEmpty { sources.append((source, carried)) }
      for (submission, positions) in sources {
        for error in try errors(of: submission, positions) {
          batch.errors.append(
            .init(
              record: record, rule: Int32(error.position), code: error.code,
              arguments: error.arguments))
        }
      }
    }
    batch.errors.sort { ($0.record, $0.rule) < ($1.record, $1.rule) }
  }

  /// The rules whose results belong to the card numbers that a patch carries.
  private func carriedRules(_ patch: SubmissionPatch, _ judge: RecordJudge) -> Set<Int> {
    guard patch.source != nil else { return [] }
    let fields = judge.maskedFields.filter { patch.fields[plan.form.fields[$0].name] != nil }
    return plan.rules.readers(of: fields)
  }

  /// The errors of a submission under those rules of its plan that are some of this plan.
  private mutating func errors(
    of submission: Int64, _ positions: Set<Int>
  ) throws -> [(position: Int, code: String?, arguments: String?)] {
    guard let verdict = try store.verdicts(of: submission).last else { return [] }
    let rules = try ids[verdict.planID] ?? store.planRules(verdict.planID)
    ids[verdict.planID] = rules
    return verdict.errors.compactMap { error in
      guard let id = rules[error.rule]?.id, let position = plan.position(ofRule: id),
        positions.contains(position)
      else { return nil }
      return (position: position, code: error.code, arguments: error.arguments)
    }
  }
}
