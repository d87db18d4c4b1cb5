public import FormRules

/// A single value while it is edited, with its state. Like `FormSession`, it holds no reference to
/// a control and has no callbacks.
///
/// ```swift
/// var field = FieldSession("", policy: .focusLossThenInput, validator)
/// if let validation = field.edit(to: text), validation.hasChanged { … }
/// ```
public struct FieldSession<Value: FormValue>: Sendable {
  /// The current value.
  public private(set) var value: Value
  /// The current state, never `pending`. After a change that is not validated, it is the state of
  /// an earlier value.
  public private(set) var state = ValidationState.untouched

  private let policy: FieldValidationPolicy
  private let validator: Validator<Value>
  private let localization: Localization
  private var failures: [ValidationError] = []
  private var hasLostFocus = false

  /// Creates a session with an initial value, which is not validated yet.
  public init(
    _ value: Value, policy: FieldValidationPolicy = .focusLoss,
    localization: Localization = .english, _ validator: Validator<Value>
  ) {
    self.value = value
    self.policy = policy
    self.localization = localization
    self.validator = validator
  }

  /// Sets a new value. Returns nil if the policy does not validate now.
  public mutating func edit(to value: Value) -> FieldValidation? {
    self.value = value
    return policy.validatesInput(hasLostFocus: hasLostFocus) ? validate() : nil
  }

  /// Records that the control has lost focus. Returns nil if the policy does not validate now.
  public mutating func blur() -> FieldValidation? {
    hasLostFocus = true
    return policy.validatesFocusLoss ? validate() : nil
  }

  /// Validates the value regardless of the policy, for example before a form is submitted.
  @discardableResult
  public mutating func validate() -> FieldValidation {
    hasLostFocus = true
    let result = validator.validate(value, in: localization)
    let (before, earlier) = (state, failures)
    state = result.isValid ? .valid : .invalid
    failures = result.errors + result.warnings
    return FieldValidation(
      field: validator.field.name, before: before, after: state, failures, since: earlier)
  }
}
