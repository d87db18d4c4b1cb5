// What happens to single fields, by name. The same by key path stands in FormSession+Paths.
extension FormSession {
  /// What is known of a field.
  public func status(of field: String) -> FieldStatus { slots[slot(field)].status }

  /// Says when a field is judged of its own accord.
  public mutating func setPolicy(_ policy: FieldPolicy, for field: String) {
    slots[slot(field)].policy = policy
  }

  /// Says whether changes of a field are refused whose text breaks a rule of the field that the text
  /// before did not break. Taking something out is always allowed, and an empty text breaks what it
  /// breaks: a minimum length hinders nobody. What rules of severity `error` say of the field alone
  /// counts, and what another field must equal; its type, `required`, `unique` and services do not.
  /// A repeated value has no gate.
  public mutating func setRefusal(_ refuses: Bool, for field: String) {
    let slot = slot(field)
    slots[slot].gate = nil
    guard refuses, case .field(let plan, let index) = layout.slots[slot].kind else { return }
    slots[slot].gate = engine.validator.units.plans[plan].validation.gate(ofField: index)
  }

  /// Changes the model in a field. What a server has said of the field, and of the form as a whole, is
  /// forgotten, and an answer that is awaited for it no longer counts.
  @discardableResult
  public mutating func edit(_ field: String, _ change: (inout Root) -> Void) -> [FormEvent] {
    edit(slot(field), change)
  }

  mutating func edit(_ slot: Int, _ apply: (inout Root) -> Void) -> [FormEvent] {
    let name = layout.slots[slot].name ?? ""
    if slots[slot].gate != nil {
      var changed = model
      apply(&changed)
      let refusal = refusal(of: slot, changed)
      if !refusal.isEmpty { return [.refused(field: name, by: refusal)] }
      return edited(slot, name) { $0 = changed }
    }
    // In place: a copy would cost as much as the model is large.
    return edited(slot, name, apply)
  }

  private mutating func edited(
    _ slot: Int, _ name: String, _ apply: (inout Root) -> Void
  ) -> [FormEvent] {
    let isJudged = slots[slot].judgesInput
    let others = layout.slots[slot].dependents.filter { other in
      if layout.slots[other].isRecord { return isJudged }
      return isConcerned(other) && (isJudged || slots[other].judgesInput)
    }
    let whole = layout.slot(at: nil)
    let events = self.change([slot, whole], judging: (isJudged ? [slot] : []) + others) { session in
      apply(&session.model)
      session.slots[slot].isEdited = true
      session.slots[slot].isStale = true
      session.slots[slot].served = []
      session.slots[slot].inquiry = nil
      session.slots[whole].served = []
    }
    return [.edited(field: name)] + events
  }

  /// Whether a field is judged again because of another one.
  private func isConcerned(_ slot: Int) -> Bool {
    slots[slot].isChecked && slots[slot].policy != .manual
  }

  private func refusal(of slot: Int, _ changed: Root) -> [ValidationError] {
    guard let gate = slots[slot].gate, case .field(let plan, let field) = layout.slots[slot].kind
    else { return [] }
    let unit = engine.validator.units.plans[plan]
    let records = [model, changed].map { model in unit.reads.map { $0(model) } }
    let texts = records.map { $0[field]?.formText ?? "" }
    if texts[1].isDeletion(from: texts[0]) { return [] }
    let call = ValidationCall(scenario: scenario, language: language, now: now)
    let gated = gate.plan.form.fields[field].name
    let broken = gate.findings(in: records, call).map { found in
      found.failures.filter { failure in
        failure.field == gated && layout.slots[slot].isRule(failure.rule, of: unit)
      }
    }
    let before = Set(broken[0].map(\.rule))
    return broken[1].filter { !before.contains($0.rule) }
  }

  /// A field gets the focus; any other one has it no longer, without having been left.
  public mutating func focus(_ field: String) {
    let slot = slot(field)
    for index in slots.indices { slots[index].hasFocus = index == slot }
  }

  /// A field loses the focus, and is judged if its policy says so.
  @discardableResult
  public mutating func blur(_ field: String) -> [FormEvent] {
    let slot = slot(field)
    slots[slot].hasFocus = false
    slots[slot].hasLostFocus = true
    guard [.focusLoss, .focusLossThenInput].contains(slots[slot].policy) else { return [] }
    let others = layout.slots[slot].dependents.filter {
      layout.slots[$0].isRecord || isConcerned($0)
    }
    return change([slot], judging: [slot] + others)
  }

  /// Says whether a field is judged at all. Rules about others see its value all the same. One that
  /// was judged before is judged again when it is enabled.
  @discardableResult
  public mutating func setEnabled(_ isEnabled: Bool, _ field: String) -> [FormEvent] {
    let slot = slot(field)
    let isAgain = isEnabled && slots[slot].isChecked
    return change([slot], judging: isAgain ? [slot] : []) { session in
      session.slots[slot].isEnabled = isEnabled
      if !isEnabled { session.slots[slot].inquiry = nil }
    }
  }

  /// Takes a field out of the form: it is not judged, rules about others see nothing in it, and what
  /// was known of it is forgotten. The model keeps its value.
  @discardableResult
  public mutating func remove(_ field: String) -> [FormEvent] { setPresent(false, field) }

  /// Puts a field back that was taken out, as one that was not judged yet.
  @discardableResult
  public mutating func add(_ field: String) -> [FormEvent] { setPresent(true, field) }

  private mutating func setPresent(_ isPresent: Bool, _ field: String) -> [FormEvent] {
    let slot = slot(field)
    let others = layout.slots[slot].dependents.filter { isConcerned($0) }
    return change([slot], judging: others) { session in
      var state = SlotState(policy: session.slots[slot].policy)
      state.gate = session.slots[slot].gate
      state.isPresent = isPresent
      session.slots[slot] = state
    }
  }

  /// Adds a property that the validator does not have, with its rules; what is known of the others
  /// stays. Rules are bound again, which is work for a moment, not for a keystroke.
  ///
  /// - Throws: `DefinitionErrors` with everything that is wrong with the rules; the session is then
  ///   as it was.
  public mutating func add(
    _ property: Property<Root>, policy: FieldPolicy = .focusLoss
  ) throws(DefinitionErrors) {
    let old = layout
    engine = SessionEngine(
      try engine.validator.adding(ModelParts(properties: [property])))
    slots = layout.slots.map { slot in
      let before = old.slots.firstIndex { $0.name == slot.name && $0.isRecord == slot.isRecord }
      return before.map { slots[$0] } ?? SlotState(policy: policy)
    }
    tally = StateTally(slots, layout)
  }

  /// The slot of a field.
  func slot(_ field: String) -> Int {
    guard let slot = layout.names[field] else {
      preconditionFailure("the form has no field '\(field)'")
    }
    return slot
  }
}

extension SessionSlot {
  /// Whether an id is that of a rule of the rule set for this field, and not of its type.
  fileprivate func isRule<Root>(_ id: String, of unit: ModelUnit<Root>) -> Bool {
    rules.contains { position in
      let rule = unit.validation.plan.rules[position]
      return rule.id == id && rule.entry != nil
    }
  }
}
