import FormBytes
public import FormRules

/// A live form: a model while it is edited, and the states of its fields. It is a value type, holds
/// no references to controls and has no callbacks; each change returns its events in order.
///
/// ```swift
/// var session = FormSession(SignUp(), validator, policy: .focusLossThenInput)
/// for event in session.edit(\.email, to: "ana@") { show(event) }
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
  public var localization: Localization { didSet { isStale = true } }
  /// The scenario, or nil to include all rules. Rules for other scenarios are skipped.
  public var scenario: String? {
    didSet { if scenario?.utf8Bytes != oldValue?.utf8Bytes { isStale = true } }
  }
  /// The clock that rules read, or nil to read the system clock on each validation.
  public var now: Instant? { didSet { if now != oldValue { isStale = true } } }

  /// Whether the model, its rules or the settings have changed since the last `validate`.
  package internal(set) var isStale = true

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
    localization: Localization = .english, scenario: String? = nil
  ) {
    self.model = model
    self.localization = localization
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
