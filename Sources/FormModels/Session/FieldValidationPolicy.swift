import FormRules

/// When a field is validated automatically. `FormSession.validate` validates every field.
public enum FieldValidationPolicy: Sendable, CaseIterable {
  /// On every change.
  case input
  /// When it loses focus.
  case focusLoss
  /// On every change, and when it loses focus, so that a required field is validated if the user
  /// leaves it empty.
  case inputAndFocusLoss
  /// When it loses focus or the form is validated, and from then on also on every change.
  case focusLossThenInput
  /// Never.
  case manual

  /// Whether a change is validated immediately.
  func validatesInput(hasLostFocus: Bool) -> Bool {
    switch self {
    case .input, .inputAndFocusLoss: true
    case .focusLossThenInput: hasLostFocus
    case .focusLoss, .manual: false
    }
  }

  /// Whether losing the focus causes validation.
  var validatesFocusLoss: Bool { self != .input && self != .manual }
}
