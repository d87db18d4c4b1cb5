import FormRules

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
  var state: ValidationState {
    invalid > 0 ? .invalid : pending > 0 ? .pending : untouched > 0 ? .untouched : .valid
  }
}

/// The state of one slot.
struct SlotState: Sendable {
  var policy: FieldValidationPolicy
  /// The input filter that refuses changes.
  var inputValidation: PlanValidation?
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

  var state: ValidationState {
    let isInvalid =
      !failures.isEmpty && failures.contains { $0.severity.rejects }
      || !serverErrors.isEmpty && serverErrors.contains { $0.severity.rejects }
    return state(isInvalid: isInvalid)
  }

  private func state(isInvalid: Bool) -> ValidationState {
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
    state.inputValidation = inputValidation
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
