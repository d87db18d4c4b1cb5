package import FormRules

/// A form version and a rule-set version, bound to the plan of a run.
package struct BoundVersions: Sendable {
  package var form: StoredVersion
  package var rules: StoredVersion
  package let plan: Plan
  /// The form's latest version, whose fields determine the columns of views.
  package var latestForm: Form
  /// The lines of errors in the texts that are sealed.
  package let errorLines: ErrorLines

  package init(form: StoredVersion, rules: StoredVersion, plan: Plan, latestForm: Form) {
    self.form = form
    self.rules = rules
    self.plan = plan
    self.latestForm = latestForm
    errorLines = ErrorLines(plan)
  }
}
