/// A rule of a form.
package struct FormRule: Hashable, Sendable {
  package var form: String
  package var rule: String

  package init(form: String, rule: String) {
    self.form = form
    self.rule = rule
  }
}
