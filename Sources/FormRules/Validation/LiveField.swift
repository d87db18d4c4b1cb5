/// The validation state of a field while it is edited. A control reports its events and displays
/// the returned changes. `LiveField` holds no reference to the control and has no callbacks.
///
/// ```swift
/// var field = LiveField("", policy: .focusLossThenInput, validator)
/// if let change = field.edit(to: text), change.changesValidity { … }
/// ```
public struct LiveField<Value: FormValue>: Sendable {
  /// When the value is validated.
  public enum Policy: Sendable, CaseIterable {
    /// On every change.
    case input
    /// When the control loses focus.
    case focusLoss
    /// On every change, and when the control loses focus.
    case inputAndFocusLoss
    /// When the control first loses focus, and then on every change, too.
    case focusLossThenInput
    /// Only when `check()` is called.
    case manual
  }

  /// The state of the validation.
  public enum Validity: Sendable {
    /// The value has not been validated yet.
    case unknown
    /// No rule with severity `error` fails.
    case valid
    /// At least one rule with severity `error` fails.
    case invalid
  }

  /// The effect of a validation.
  public struct Change: Sendable {
    /// The earlier state.
    public let before: Validity
    /// The current state.
    public let after: Validity
    /// New errors, compared by rule and code. An error that only reports another length is not new.
    public let appeared: [ValidationError]
    /// Errors that no longer exist.
    public let disappeared: [ValidationError]
    /// The result of the validation.
    public let result: ValidationResult<Value>

    /// Whether the state has changed.
    public var changesValidity: Bool { before != after }
  }

  /// The current value.
  public private(set) var value: Value
  /// The current state. After a change that is not validated, it is the state of an earlier value.
  public private(set) var validity = Validity.unknown

  private let policy: Policy
  private let validator: Validator<Value>
  private let language: Localization
  private var errors: [ValidationError] = []
  private var hasLostFocus = false

  /// Creates a field with an initial value, which is not validated yet.
  public init(
    _ value: Value, policy: Policy = .focusLoss, language: Localization = .english,
    _ validator: Validator<Value>
  ) {
    self.value = value
    self.policy = policy
    self.language = language
    self.validator = validator
  }

  /// Sets a new value. Returns nil if the policy does not validate now.
  public mutating func edit(to value: Value) -> Change? {
    self.value = value
    return switch policy {
    case .input, .inputAndFocusLoss: check()
    case .focusLossThenInput: hasLostFocus ? check() : nil
    case .focusLoss, .manual: nil
    }
  }

  /// Records that the control has lost focus. Returns nil if the policy does not validate now.
  public mutating func loseFocus() -> Change? {
    hasLostFocus = true
    return policy == .input || policy == .manual ? nil : check()
  }

  /// Validates the value regardless of the policy, for example before a form is submitted.
  @discardableResult
  public mutating func check() -> Change {
    let result = validator.validate(value, language: language)
    let (before, old) = (validity, errors)
    validity = result.isValid ? .valid : .invalid
    errors = result.errors
    return Change(
      before: before, after: validity, appeared: errors.added(since: old),
      disappeared: old.added(since: errors), result: result)
  }
}
