/// A live form: a model while somebody fills it in, and what is known of its fields. It is a value,
/// holds no control and calls nobody; each change returns what is to be told, in order.
///
/// ```swift
/// var session = FormSession(SignUp(), validator, policy: .focusLossThenInput)
/// for event in session.edit(\.email, "ana@") { show(event) }
/// for event in session.blur(\.email) { show(event) }
/// if session.validate().state == .valid { send(session.model) }
/// ```
///
/// After a change only what it concerns is judged: the field, and fields and records with rules about
/// it that were judged before. Events come in this order: `edited` or `refused`; then field by field,
/// in the order of the validator, `validated` and, if there is news, `validityChanged`; then
/// `formValidated`; then the call returns.
///
/// Names of fields are those of the properties; those of nested values are `address.zip`. A repeated
/// value is one field, whose errors stand at `items[2].quantity`. A name or key path that the
/// validator does not have is a fault of the program and stops it.
public struct FormSession<Root> {
  /// The model as it is now.
  public internal(set) var model: Root
  /// The language of messages that are made from now on.
  public var language: Localization
  /// Leaves out rules for other scenarios, all of them if none is for this one; nil leaves out none.
  public var scenario: String?
  /// The clock that rules see; nil reads it at each judgement.
  public var now: Instant?

  var engine: SessionEngine<Root>
  var slots: [SlotState]
  var sequence = 0
  /// What services have said. Silence is not kept: it is asked again.
  var answers: [RemoteQuestion: RemoteAnswer] = [:]

  /// In which states the slots are.
  var tally: StateTally

  var layout: SessionLayout<Root> { engine.layout }

  /// A form that begins with a model, of which nothing is judged yet.
  ///
  /// - Parameter policy: when fields are judged of their own accord; `setPolicy` says it of one.
  public init(
    _ model: Root, _ validator: ModelValidator<Root>, policy: FieldPolicy = .focusLoss,
    language: Localization = .english, scenario: String? = nil
  ) {
    self.model = model
    self.language = language
    self.scenario = scenario
    engine = SessionEngine(validator)
    slots = Array(repeating: SlotState(policy: policy), count: engine.layout.slots.count)
    tally = StateTally(slots, engine.layout)
  }
}

extension FormSession: Sendable where Root: Sendable {}

/// How many slots are in which state, so that a key need not ask all of them.
struct StateTally: Equatable, Sendable {
  private var invalid = 0
  private var pending = 0
  /// Fields that were not judged yet; those that are not judged at all do not count.
  private var untouched = 0

  init<Root>(_ slots: [SlotState], _ layout: SessionLayout<Root>) {
    for index in slots.indices { add(slots[index], isRecord: layout.slots[index].isRecord) }
  }

  mutating func add(_ slot: SlotState, isRecord: Bool, _ count: Int = 1) {
    guard slot.isJudged else { return }
    switch slot.state {
    case .invalid: invalid += count
    case .pending: pending += count
    case .untouched: untouched += isRecord ? 0 : count
    case .valid: break
    }
  }

  /// What is known of the whole.
  var state: FormState {
    invalid > 0 ? .invalid : pending > 0 ? .pending : untouched > 0 ? .untouched : .valid
  }
}

/// What a session knows of one slot.
struct SlotState: Sendable {
  var policy: FieldPolicy
  /// What refuses keystrokes.
  var gate: PlanValidation?
  var failures: [ValidationError] = []
  /// What a server has said of the value as it is.
  var served: [ValidationError] = []
  var inquiry: FormInquiry?
  var isChecked = false
  var isStale = false
  var isEdited = false
  var hasFocus = false
  var hasLostFocus = false
  var isEnabled = true
  var isPresent = true

  init(policy: FieldPolicy) { self.policy = policy }

  var isJudged: Bool { isEnabled && isPresent }
  var shown: [ValidationError] {
    isJudged ? served.isEmpty ? failures : failures + served : []
  }

  var state: FormState {
    if !isJudged { return .untouched }
    if !failures.isEmpty, failures.contains(where: { $0.severity.rejects }) { return .invalid }
    if !served.isEmpty, served.contains(where: { $0.severity.rejects }) { return .invalid }
    if inquiry != nil { return .pending }
    return isChecked ? .valid : .untouched
  }

  /// Whether a change is judged at once.
  var judgesInput: Bool { policy == .input || policy == .focusLossThenInput && hasLostFocus }

  var status: FieldStatus {
    FieldStatus(
      state: state, errors: shown.filter(\.severity.rejects),
      warnings: shown.filter { !$0.severity.rejects }, isEdited: isEdited, isStale: isStale,
      hasFocus: hasFocus, isEnabled: isEnabled)
  }
}
