/// The validation state of a field or a form while it is edited. A form is `invalid` before it is
/// `pending`, and `pending` before it is `valid`.
public enum FormState: Sendable, Equatable {
  /// The field has not been validated yet, or some fields of the form have not.
  case untouched
  /// A service has not answered yet, so the value is not valid yet.
  case pending
  /// No rule with severity `error` fails.
  case valid
  /// At least one rule with severity `error` fails, or a server reported an error.
  case invalid
}

/// When a field is validated automatically. `FormSession.validate` validates every field.
public enum FieldValidationPolicy: Sendable, CaseIterable {
  /// On every change.
  case input
  /// When it loses focus.
  case focusLoss
  /// On every change, and when it loses focus, so that a required field is validated if the user leaves
  /// it empty.
  case inputAndFocusLoss
  /// When it first loses focus or the form is validated, and then on every change, too.
  case focusLossThenInput
  /// Never.
  case manual
}

/// The status of a field.
public struct FieldStatus: Sendable {
  /// The validation state. A disabled field is always `untouched`.
  public let state: FormState
  /// The failures with severity `error`, in the order of the rules, followed by errors that a
  /// server reported.
  public let errors: [ValidationError]
  /// The failures with severity `warning` or `info`.
  public let warnings: [ValidationError]
  /// Whether the field has been edited.
  public let isEdited: Bool
  /// Whether the field was edited after it was last validated, so that the state is that of an earlier
  /// value.
  public let isStale: Bool
  /// Whether the field has focus.
  public let hasFocus: Bool
  /// Whether the field is validated.
  public let isEnabled: Bool

  /// The status of a name that the form does not have.
  static let unknown = FieldStatus(
    state: .untouched, errors: [], warnings: [], isEdited: false, isStale: false, hasFocus: false,
    isEnabled: false)
}

/// The result of validating a field, and the changes since the last time.
public struct FieldValidation: Sendable, Equatable {
  /// The field, or nil for the model as a whole.
  public let field: String?
  /// The earlier state.
  public let before: FormState
  /// The current state.
  public let after: FormState
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
  /// Fields were validated, with the earlier and current state of the whole form.
  case formValidated(before: FormState, after: FormState)
}

/// Requests to services about one field. The program sends them and supplies the answers.
public struct FormInquiry: Sendable, Equatable {
  /// The field.
  public let field: String?
  /// The number of the inquiry. Later inquiries have higher numbers; answers to any but the field's
  /// last inquiry are ignored.
  public let sequence: Int
  /// The requests to send.
  public var requests: [ServiceRequest] { open.map(\.request) }
  /// The requests with the keys of their answers.
  let open: [ServiceAnswers.OpenRequest]
}
