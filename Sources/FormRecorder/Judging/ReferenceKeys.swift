import FormRules
import FormStore

/// Computes the keys by which an `exists` rule looks up the records of a form: those of the values
/// of its fields.
struct ReferenceKeys {
  let reference: StoredReference
  private let plan: Plan
  /// The position of the rule that computes the keys.
  private let position: Int
  /// All rules except the types of the fields. Only their columns are read, and nothing is judged.
  private let unevaluated: Set<Int>

  /// - Throws: `DefinitionErrors` if the form lacks a field.
  init(_ reference: StoredReference, of form: Form) throws(DefinitionErrors) {
    self.reference = reference
    let plan = try reference.keyPlan(of: form, ever: true)
    self.plan = plan
    position = plan.storeComparingPositions.first ?? 0
    let types = reference.fields.compactMap { name in
      form.fieldIndex(name).flatMap { index in
        plan.position(ofRule: "\(name).\(form.fields[index].type.name)")
      }
    }
    unevaluated = Set(plan.rules.indices).subtracting(types)
  }

  /// Creates a judge for the records of an import with these columns.
  func makeJudge(
    _ columns: [ImportColumn], _ hashKey: HashKey
  ) throws(RecorderError) -> StoredRecordJudge {
    try StoredRecordJudge(
      plan,
      // Nothing here depends on the clock.
      RunState.Configuration(now: Instant(seconds: 0), hashKey: hashKey),
      columns: columns, without: unevaluated)
  }

  /// Calls a closure with the position and key of each record that has a key.
  func forEachKey(
    of parsed: ParsedBatch, _ judge: StoredRecordJudge, _ body: (Int, Hash128) -> Void
  ) throws(RecorderError) {
    try judge.judge(parsed)
    judge.forEachKey(ofRule: position, parsed, body)
  }
}
