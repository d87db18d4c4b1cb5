package import FormRules

/// A form version and a rule-set version, bound to the plan of a run.
package struct BoundRules: Sendable {
  package var form: StoredVersion
  package var rules: StoredVersion
  package var plan: Plan
  /// The form's latest version, whose fields determine the columns of views.
  package var latestForm: Form

  package init(form: StoredVersion, rules: StoredVersion, plan: Plan, latestForm: Form) {
    self.form = form
    self.rules = rules
    self.plan = plan
    self.latestForm = latestForm
  }
}
