import FormRules

/// The result of validating a field, and the changes since the last time.
public struct FieldValidation: Sendable, Equatable {
  /// The field, or nil for the model as a whole.
  public let field: String?
  /// The earlier state.
  public let before: ValidationState
  /// The current state.
  public let after: ValidationState
  /// All current errors.
  public let errors: [ValidationError]
  /// All current warnings.
  public let warnings: [ValidationError]
  /// New failures, compared by rule and code. A failure that only reports another length is not
  /// new.
  public let appeared: [ValidationError]
  /// Failures that no longer exist, compared by rule and code.
  public let disappeared: [ValidationError]

  /// Whether the state or the failures have changed.
  public var hasChanged: Bool { before != after || !appeared.isEmpty || !disappeared.isEmpty }

  init(
    field: String?, before: ValidationState, after: ValidationState, _ failures: [ValidationError],
    since earlier: [ValidationError]
  ) {
    self.field = field
    self.before = before
    self.after = after
    errors = failures.filter(\.severity.rejects)
    warnings = failures.filter { !$0.severity.rejects }
    appeared = failures.added(since: earlier)
    disappeared = earlier.added(since: failures)
  }
}

/// An event of a live form. Events are delivered in order.
public enum FormEvent: Sendable, Equatable {
  /// The value of a field has changed.
  case edited(field: String)
  /// A change was refused because of these failures.
  case refused(field: String, by: [ValidationError])
  /// A field was validated, with any result.
  case validated(FieldValidation)
  /// The state or the failures of a field have changed.
  case validityChanged(FieldValidation)
  /// Something was validated or the state of the whole form has changed, with its earlier and
  /// current state.
  case formValidated(before: ValidationState, after: ValidationState)
}
