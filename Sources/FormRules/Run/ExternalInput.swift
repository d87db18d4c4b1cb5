/// External data that a rule needs besides the record and the rule set. FormRules does no input or
/// output: the program supplies the data. A run may proceed without files, which counts as skipped;
/// any other missing answer is an error.
package enum ExternalInput: Sendable, Hashable {
  /// The files that fields name by path.
  case files
  /// A predicate that the program registered under this name.
  case predicate(String)
  /// The current accepted values of fields in another form, and the positions of the fields that
  /// are compared with them.
  case stored(StoredReference, comparing: [Int])
  /// The answer of a service.
  case service
  /// Masked storage of values, unless the form specifies `store: clear`.
  case maskedStorage
}

/// The stored values of a form's field, or the stored combinations of values of several fields.
package struct StoredReference: Sendable, Hashable {
  /// The form's name.
  package let form: String
  /// The names of the fields.
  package let fields: [String]
  /// Whether ASCII letters are compared without regard to case.
  package var ignoresCase = false

  /// The form and the fields, such as `customers.id` or `customers.id,name`.
  package var name: String { "\(form).\(fields.joined(separator: ","))" }
}
