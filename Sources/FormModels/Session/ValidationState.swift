import FormRules

/// The validation state of a field or a form while it is edited. A form is `invalid` before it is
/// `pending`, and `pending` before it is `valid`.
public enum ValidationState: Sendable, Equatable {
  /// The field has not been validated yet, or some fields of the form have not.
  case untouched
  /// A service has not answered yet, so the value is not valid yet.
  case pending
  /// No rule with severity `error` fails.
  case valid
  /// At least one rule with severity `error` fails, or a server reported an error.
  case invalid
}
