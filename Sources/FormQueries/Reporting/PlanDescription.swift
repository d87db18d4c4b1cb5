package import FormRules
package import FormStore

/// The data for showing submissions that a plan judged: the descriptions of its rules, and the
/// form.
package struct PlanDescription {
  /// The rules as stored, by position.
  package let rules: [Int: StoredRule]
  /// The form of the plan.
  package let form: Form
  /// The plan. Nil if this program cannot read the stored versions; the stored descriptions are
  /// then shown.
  let plan: Plan?
  private let messages: PlanMessages?

  /// - Parameter localization: The language of messages.
  package init(
    plan id: Int64, in localization: Localization = .english, of store: Store
  ) throws {
    let stored = try store.planRules(id)
    let versions = try store.versions(ofPlan: id)
    form = try versions.form.form()
    let form = form
    // The stored descriptions replace those of a plan that this program cannot read.
    let plan = (try? versions.rules.ruleSet()).flatMap { try? Plan(form: form, ruleSet: $0) }
    self.plan = plan
    messages = plan.map { PlanMessages($0, in: localization) }
    var rules = stored
    if let plan, !localization.isPlainEnglish {
      for (position, rule) in stored {
        guard let bound = plan.rule(rule, at: position) else { continue }
        let field = bound.field.map { plan.form.fields[$0] }
        rules[position]?.description = bound.description(field: field, in: localization)
      }
    }
    self.rules = rules
  }

  /// Returns the descriptions of plans.
  ///
  /// - Throws: If the language is neither known nor one of the definitions' languages.
  package static func ofPlans(
    _ plans: some Sequence<Int64>, in localization: Localization, of store: Store
  ) throws -> [Int64: PlanDescription] {
    var descriptions: [Int64: PlanDescription] = [:]
    for plan in Set(plans) {
      descriptions[plan] = try PlanDescription(plan: plan, in: localization, of: store)
    }
    try localization.requireKnown(by: descriptions.values.compactMap(\.plan))
    return descriptions
  }

  /// An error with its message.
  ///
  /// - Parameter value: The text of the field, if requested.
  package func reported(_ error: StoredError, value: String? = nil) -> ReportedError {
    guard let stored = rules[error.rule] else {
      return ReportedError(
        rule: "unknown", field: nil, code: error.code ?? "unknown", severity: .error,
        message: "The rule that failed is not stored.")
    }
    let code = error.code ?? stored.code
    var reported = ReportedError(
      rule: error.rule == Plan.readerPosition ? code : stored.id, field: stored.field, code: code,
      severity: stored.severity, message: message(of: error, stored, code: code, value: value))
    reported.value = value
    if stored.kind == ResemblesRule.name {
      reported.resembled =
        [MessageArgument](json: error.arguments).first { $0.name == "mode" }?.value
    }
    return reported
  }

  private func message(
    of error: StoredError, _ stored: StoredRule, code: String, value: String?
  ) -> String {
    guard let messages, plan?.rule(stored, at: error.rule) != nil else { return stored.description }
    return messages.message(
      ofRule: error.rule, code: code, arguments: [MessageArgument](json: error.arguments),
      value: value)
  }

  /// Whether any of the errors rejects.
  package func reject(_ errors: some Sequence<StoredError>) -> Bool {
    errors.contains { rules[$0.rule]?.severity.rejects == true }
  }
}

extension Plan {
  /// The rule for a stored rule, or nil if this program reads a different rule from the definition.
  fileprivate func rule(_ stored: StoredRule, at position: Int) -> PlanRule? {
    guard rules.indices.contains(position), rules[position].id == stored.id else { return nil }
    return rules[position]
  }
}
