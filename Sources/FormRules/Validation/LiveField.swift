/// What is known of a field while somebody fills it in: a control tells it what happens, and shows
/// what it answers. It holds no control and calls nobody.
///
/// ```swift
/// var field = LiveField("", policy: .focusLossThenInput, validator)
/// if let change = field.edit(to: text), change.changesValidity { … }
/// ```
public struct LiveField<Value: FormValue>: Sendable {
  /// When the value is judged.
  public enum Policy: Sendable, CaseIterable {
    /// At every change.
    case input
    /// When the control loses the focus.
    case focusLoss
    /// When the control first loses the focus, and from then on at every change too.
    case focusLossThenInput
    /// Only by `check()`.
    case manual
  }

  /// What is known.
  public enum Validity: Sendable {
    /// It was not judged yet.
    case unknown
    /// No rule of severity `error` fails.
    case valid
    /// At least one does.
    case invalid
  }

  /// What a judgement changed.
  public struct Change: Sendable {
    /// What was known before.
    public let before: Validity
    /// What is known now.
    public let after: Validity
    /// Errors that were not there before, by rule and code: one that says another length is no news.
    public let appeared: [ValidationError]
    /// Errors that are there no longer.
    public let disappeared: [ValidationError]
    /// The judgement.
    public let result: ValidationResult<Value>

    /// Whether anybody who shows only valid and invalid has to show something else.
    public var changesValidity: Bool { before != after }
  }

  /// The value as it is now.
  public private(set) var value: Value
  /// What is known of it. After a change that is not judged it is that of an earlier value.
  public private(set) var validity = Validity.unknown

  private let policy: Policy
  private let validator: Validator<Value>
  private let language: Localization
  private var errors: [ValidationError] = []
  private var hasLostFocus = false

  /// A field with the value that it begins with, which is not judged yet.
  public init(
    _ value: Value, policy: Policy = .focusLoss, language: Localization = .english,
    _ validator: Validator<Value>
  ) {
    self.value = value
    self.policy = policy
    self.language = language
    self.validator = validator
  }

  /// The value has changed; nil when the policy does not judge now.
  public mutating func edit(to value: Value) -> Change? {
    self.value = value
    return policy == .input || policy == .focusLossThenInput && hasLostFocus ? check() : nil
  }

  /// The control has lost the focus; nil when the policy does not judge now.
  public mutating func loseFocus() -> Change? {
    hasLostFocus = true
    return policy == .focusLoss || policy == .focusLossThenInput ? check() : nil
  }

  /// Judges the value now, whatever the policy: before a form is sent.
  @discardableResult
  public mutating func check() -> Change {
    let result = validator.validate(value, language: language)
    let (before, old) = (validity, errors)
    validity = result.isValid ? .valid : .invalid
    errors = result.errors
    return Change(
      before: before, after: validity, appeared: errors.news(since: old),
      disappeared: old.news(since: errors), result: result)
  }
}
