import FormRules
import FormStore

/// The fields of submissions that a correction may change: those that their failures and warnings
/// read.
final class OpenFields {
  private let store: Store
  private let plan: Plan
  private var rules: [Int64: [Int: StoredRule]] = [:]

  /// - Parameter plan: The plan that judges the corrections. Rules of earlier plans that it does
  ///   not have open the field at which they are shown.
  init(_ plan: Plan, _ store: Store) {
    self.plan = plan
    self.store = store
  }

  /// Returns the fields of a submission, or nil if all of its cells are open: it could not be
  /// parsed, or a failure concerns the whole record.
  func fields(of submission: Int64) throws -> Set<String>? {
    guard let verdict = try store.verdicts(of: submission).last else { return [] }
    let known = try rules[verdict.plan] ?? store.planRules(verdict.plan)
    rules[verdict.plan] = known
    var fields: Set<String> = []
    for error in verdict.errors {
      guard let rule = known[error.rule] else { return nil }
      guard let read = plan.fieldNames(readByRule: rule.id) ?? rule.field.map({ [$0] }) else {
        return nil
      }
      fields.formUnion(read)
      if let field = rule.field { fields.insert(field) }
    }
    return fields
  }
}
