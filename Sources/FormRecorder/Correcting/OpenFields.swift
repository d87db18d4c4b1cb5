import FormRules
import FormStore

/// The fields of submissions that a correction may change: those that their failures and warnings
/// read, and those that depend on them.
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
  ///
  /// The fields of earlier verdicts are open, too, because a file may have been exported before a
  /// replay.
  func fields(of submission: Int64) throws -> Set<String>? {
    let verdicts = try store.verdicts(of: submission)
    guard let last = verdicts.last else { return [] }
    guard let fields = try fields(of: last) else { return nil }
    return try verdicts.dropLast().reduce(into: fields) {
      $0.formUnion(try self.fields(of: $1) ?? [])
    }
  }

  private func fields(of verdict: StoredVerdict) throws -> Set<String>? {
    let known = try rules[verdict.plan] ?? store.planRules(verdict.plan)
    rules[verdict.plan] = known
    return Self.fields(
      of: verdict.errors.filter { known[$0.rule]?.severity != .info }
        .map { error in known[error.rule].map { ($0.id, $0.field) } }, under: plan)
  }

  /// Returns the fields of a submission with some failures and warnings, or nil if all of its cells
  /// are open. A nil failure is unknown.
  static func fields(
    of failures: [(rule: String, field: String?)?], under plan: Plan?
  ) -> Set<String>? {
    var fields: Set<String> = []
    for failure in failures {
      let own = failure?.field.map { Set([$0]) }
      guard let failure, let read = plan?.fieldNames(ofRule: failure.rule) ?? own else {
        return nil
      }
      fields.formUnion(read.union(own ?? []))
    }
    return fields
  }
}
