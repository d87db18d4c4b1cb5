public import FormRules

/// A live form: a model while it is edited, and the states of its fields. It is a value type, holds
/// no references to controls and has no callbacks; each change returns its events in order.
///
/// ```swift
/// var session = FormSession(SignUp(), validator, policy: .focusLossThenInput)
/// for event in session.edit(\.email, "ana@") { show(event) }
/// for event in session.blur(\.email) { show(event) }
/// if session.validate().state == .valid { send(session.model) }
/// ```
///
/// A change validates only what it affects: the field itself, and previously validated fields and
/// records whose rules read the field. Events have this order: `edited` or `refused`; then for each
/// field, in the order of the validator, `validated` and, if it has changed, `validityChanged`;
/// finally `formValidated`.
///
/// A field has the name of its property. Fields of nested values have names such as `address.zip`.
/// A repeated value is a single field, whose errors are shown at names such as `items[2].quantity`.
/// Names may come from clients, so unknown names have no effect:
///
/// | operation | name of a field | name of an item or its field | unknown name |
/// |---|---|---|---|
/// | `status` | that of the field | that of the item | `untouched`, not enabled |
/// | `edit`, `focus`, `blur` | concern the field | concern the repeated value | no effect |
/// | all others | concern the field | no effect | no effect |
///
/// A key path of no property is like an unknown name, except that `edit` changes the model.
///
/// Rules written in Swift run while the session changes, and must not read the variable that holds
/// it. The compiler rejects rules that capture it. A model object whose rules read its session
/// through the model must hold a `LiveForm` or an `ObservableForm` instead, because reading a
/// session while it changes stops the program.
public struct FormSession<Root> {
  /// The current model.
  public internal(set) var model: Root
  /// The language of messages that are created from now on.
  public var language: Localization
  /// The scenario, or nil to include all rules. Rules for other scenarios are skipped.
  public var scenario: String?
  /// The clock that rules read, or nil to read the system clock on each validation.
  public var now: Instant?

  var layout: SessionLayout<Root>
  var slots: [SlotState]
  var sequence = 0
  /// Whether services accept values, by request. Missing answers are not kept, so they are
  /// requested again.
  var answers: [Hash128: Bool] = [:]
  /// The key under which requests are hashed.
  let hashKey = HashKey.random

  /// The events since `logging` began, or nil if none is kept.
  var log: [FormEvent]?
  /// The number of slots in each state.
  var counter: StateCounter

  var bound: BoundModel<Root> { layout.validator.bound }
  /// The zone of the form's days.
  var zone: NamedZone? { layout.validator.form.zone }

  /// Creates a form with an initial model, of which nothing has been validated.
  ///
  /// - Parameter policy: When fields are validated automatically. Use `setPolicy` for single
  ///   fields.
  public init(
    _ model: Root, _ validator: ModelValidator<Root>, policy: FieldValidationPolicy = .focusLoss,
    language: Localization = .english, scenario: String? = nil
  ) {
    self.model = model
    self.language = language
    self.scenario = scenario
    layout = SessionLayout(validator)
    slots = Array(repeating: SlotState(policy: policy), count: layout.slots.count)
    counter = StateCounter(slots, layout)
  }

  /// Changes the session. Returns the result of the change, and all events that it caused.
  package mutating func logging<Result>(
    _ change: (inout Self) -> Result
  ) -> (Result, [FormEvent]) {
    log = []
    let result = change(&self)
    let events = log ?? []
    log = nil
    return (result, events)
  }
}

extension FormSession: Sendable where Root: Sendable {}

/// Counts the slots by state, so that a keystroke does not visit all of them.
struct StateCounter: Equatable, Sendable {
  private var invalid = 0
  private var pending = 0
  /// The number of fields that have not been validated, without those that are never validated.
  private var untouched = 0

  init<Root>(_ slots: [SlotState], _ layout: SessionLayout<Root>) {
    for index in slots.indices { add(slots[index], isField: layout.slots[index].isField) }
  }

  mutating func add(_ slot: SlotState, isField: Bool, _ count: Int = 1) {
    guard slot.isActive else { return }
    switch slot.state {
    case .invalid: invalid += count
    case .pending: pending += count
    case .untouched: untouched += isField ? count : 0
    case .valid: break
    }
  }

  /// The state of the whole form.
  var state: FormState {
    invalid > 0 ? .invalid : pending > 0 ? .pending : untouched > 0 ? .untouched : .valid
  }
}

/// The state of one slot.
struct SlotState: Sendable {
  var policy: FieldValidationPolicy
  /// The input filter that refuses changes.
  var inputFilter: PlanValidation?
  var failures: [ValidationError] = []
  /// The errors that a server reported for the current value.
  var serverErrors: [ValidationError] = []
  var inquiry: FormInquiry?
  var isValidated = false
  var isStale = false
  var isEdited = false
  /// The name of the field or item that has the focus.
  var focus: String?
  var hasLostFocus = false
  var isEnabled = true
  var isPresent = true

  init(policy: FieldValidationPolicy) { self.policy = policy }

  var isActive: Bool { isEnabled && isPresent }

  /// The failures and the errors of a server, unless the field is disabled or removed.
  var visibleErrors: [ValidationError] {
    isActive ? serverErrors.isEmpty ? failures : failures + serverErrors : []
  }

  var state: FormState {
    let isInvalid =
      !failures.isEmpty && failures.contains { $0.severity.rejects }
      || !serverErrors.isEmpty && serverErrors.contains { $0.severity.rejects }
    return state(isInvalid: isInvalid)
  }

  private func state(isInvalid: Bool) -> FormState {
    if !isActive { return .untouched }
    if isInvalid { return .invalid }
    if inquiry != nil { return .pending }
    return isValidated ? .valid : .untouched
  }

  /// Whether a change is validated immediately.
  var validatesInput: Bool { policy.validatesInput(hasLostFocus: hasLostFocus) }

  /// The state after `reset` or `restore`: the settings without what the user has done.
  var initial: SlotState {
    var state = SlotState(policy: policy)
    state.inputFilter = inputFilter
    state.isEnabled = isEnabled
    state.isPresent = isPresent
    return state
  }

  /// The status of the field, or of one of its items by name.
  func status(ofItem item: String? = nil) -> FieldStatus {
    let errors = visibleErrors.filter { item.map($0.isInside) ?? true }
    let rejecting = errors.filter(\.severity.rejects)
    return FieldStatus(
      state: state(isInvalid: !rejecting.isEmpty), errors: rejecting,
      warnings: errors.filter { !$0.severity.rejects }, isEdited: isEdited, isStale: isStale,
      hasFocus: focus.map { $0.isInside(item ?? $0) } ?? false, isEnabled: isEnabled)
  }
}

extension ValidationError {
  fileprivate func isInside(_ item: String) -> Bool { field?.isInside(item) == true }
}

extension String {
  /// Whether a name is that of an item or of a field inside it.
  fileprivate func isInside(_ item: String) -> Bool {
    guard utf8.starts(with: item.utf8) else { return false }
    let rest = utf8.dropFirst(item.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: "[")
  }
}
