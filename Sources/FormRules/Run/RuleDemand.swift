/// What a rule needs from outside, beyond the record and the rule set. FormRules does no input or
/// output: the program that judges supplies it. A run may be told to do without files, which counts as
/// skipped; any other answer that does not come is an error.
package enum RuleDemand: Sendable, Hashable {
  /// The files that fields name by path.
  case files
  /// A predicate that the program registered by that name.
  case predicate(String)
  /// The values that stand stored and accepted in a field of another form.
  case stored(StoredReference)
  /// A service that is asked about values.
  case remote
  /// That values are stored masked, unless the form says `store: clear`.
  case maskedStorage
}

/// The values of a form's field, as they stand stored.
package struct StoredReference: Sendable, Hashable {
  /// The form's name.
  package let form: String
  /// The field's name.
  package let field: String
  /// Whether upper and lower case of ASCII letters are the same.
  package let ignoresCase: Bool

  package init(form: String, field: String, ignoresCase: Bool = false) {
    self.form = form
    self.field = field
    self.ignoresCase = ignoresCase
  }
}
