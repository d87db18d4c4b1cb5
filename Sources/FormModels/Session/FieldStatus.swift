import FormRules

/// The status of a field.
public struct FieldStatus: Sendable {
  /// The validation state. A disabled field is always `untouched`.
  public let state: ValidationState
  /// The failures with severity `error`, in the order of the rules, followed by errors that a
  /// server reported.
  public let errors: [ValidationError]
  /// The failures with severity `warning` or `info`.
  public let warnings: [ValidationError]
  /// Whether the field has been edited.
  public let isEdited: Bool
  /// Whether the field was edited after it was last validated, so that the state is that of an
  /// earlier value.
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
