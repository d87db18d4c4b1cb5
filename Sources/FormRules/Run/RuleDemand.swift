/// External data that a rule needs besides the record and the rule set. FormRules does no input or
/// output: the program supplies the data. A run may proceed without files, which counts as skipped;
/// any other missing answer is an error.
package enum RuleDemand: Sendable, Hashable {
  /// The files that fields name by path.
  case files
  /// A predicate that the program registered under this name.
  case predicate(String)
  /// The current accepted values of a field in another form.
  case stored(StoredReference)
  /// The answer of a service.
  case service
  /// Masked storage of values, unless the form specifies `store: clear`.
  case maskedStorage
}

/// The stored values of a form's field.
package struct StoredReference: Sendable, Hashable {
  /// The form's name.
  package let form: String
  /// The field's name.
  package let field: String
  /// Whether ASCII letters are compared without regard to case.
  package let ignoresCase: Bool

  package init(form: String, field: String, ignoresCase: Bool = false) {
    self.form = form
    self.field = field
    self.ignoresCase = ignoresCase
  }
}
