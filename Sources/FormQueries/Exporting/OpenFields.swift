package import FormRules
package import FormStore

/// The fields of submissions that a correction may change: those that their failures and warnings
/// read, and those that depend on them.
package final class OpenFields {
  private let store: Store
  private let plan: Plan
  private var rules: [Int64: [Int: StoredRule]] = [:]
  private var known: [CorrectableSubmission.Verdict: Set<String>?] = [:]

  /// - Parameter plan: The plan that judges the corrections. Rules of earlier plans that it does
  ///   not have open the field at which they are shown.
  package init(_ plan: Plan, _ store: Store) {
    self.plan = plan
    self.store = store
  }

  /// Returns the fields of a submission, or nil if all of its cells are open: it could not be
  /// parsed, or a failure concerns the whole record.
  ///
  /// The fields of earlier verdicts are open, too, because a file may have been exported before a
  /// replay.
  package func fields(of submission: CorrectableSubmission) throws -> Set<String>? {
    var open: Set<String> = []
    for verdict in submission.verdicts {
      guard let fields = try fields(of: verdict) else { return nil }
      open.formUnion(fields)
    }
    return open
  }

  private func fields(of verdict: CorrectableSubmission.Verdict) throws -> Set<String>? {
    if let fields = known[verdict] { return fields }
    let rules = try self.rules[verdict.planID] ?? store.planRules(verdict.planID)
    self.rules[verdict.planID] = rules
    let fields = Self.fields(
      of: verdict.rules.filter { rules[$0]?.severity != .info }
        .map { rule in rules[rule].map { ($0.id, $0.field) } }, under: plan)
    known[verdict] = fields
    return fields
  }

  /// Returns the open fields of a submission with these failures and warnings, named as in the
  /// plan. Nil means that all cells are open. A nil failure is unknown.
  package static func fields(
    of failures: [(rule: String, field: String?)?], under plan: Plan?
  ) -> Set<String>? {
    var fields: Set<String> = []
    for failure in failures {
      let own = failure?.field.map { Set([plan?.form.currentName(ofField: $0) ?? $0]) }
      guard let failure, let read = plan?.fieldNames(ofRule: failure.rule) ?? own else {
        return nil
      }
      fields.formUnion(read.union(own ?? []))
    }
    return fields
  }
}
