public import FormRules

// Operations on single fields by name. FormSession+Paths.swift has the same by key path.
extension FormSession {
  /// The status of a field, a nested value (`address`), an item (`items[2]`) or a field of an item
  /// (`items[2].quantity`). The status of an unknown name is untouched and not enabled.
  ///
  /// An item has the errors at it and its fields. Whether it was edited or is stale or pending is
  /// known only for the repeated value as a whole.
  public func status(of field: String) -> FieldStatus {
    if let slot = layout.names[field] { return slots[slot].status() }
    if let slot = slot(ofItem: field) { return slots[slot].status(ofItem: field) }
    let nested = layout.slots.firstIndex { $0.isRecord && $0.name == field }
    return nested.map { slots[$0].status() } ?? .unknown
  }

  /// Sets when a field is validated automatically.
  public mutating func setPolicy(_ policy: FieldValidationPolicy, for field: String) {
    guard let slot = layout.names[field] else { return }
    slots[slot].policy = policy
  }

  /// Sets whether a field refuses changes whose text breaks a rule that the earlier text did not
  /// break.
  ///
  /// Deletions are always allowed, and an empty text may break rules: a minimum length refuses
  /// nothing. Only rules with severity `error` that concern the field alone or compare it with
  /// another field apply; its type, `required`, `unique` and services do not. A repeated value
  /// cannot refuse changes.
  ///
  /// A refused change of an object is undone by the key path of the property. The change stays if a
  /// closure reads the property or an optional value is in between.
  public mutating func setRefusesInvalidInput(_ refuses: Bool, for field: String) {
    guard let slot = layout.names[field] else { return }
    slots[slot].inputValidation = refuses ? inputValidation(at: slot) : nil
  }

  private func inputValidation(at slot: Int) -> PlanValidation? {
    guard case .field(let plan, let index) = layout.slots[slot].kind else { return nil }
    return bound.plans[plan].validation.inputValidation(ofField: index)
  }

  /// Changes the model in a field. Errors that a server reported for the field and for the whole
  /// form are removed, and pending requests for the field become outdated.
  @discardableResult
  public mutating func edit(_ field: String, _ change: (inout Root) -> Void) -> [FormEvent] {
    slot(field).map { edit($0, change) } ?? []
  }

  mutating func edit(_ slot: Int, _ apply: (inout Root) -> Void) -> [FormEvent] {
    guard let filter = slots[slot].inputValidation,
      case .field(let plan, let field) = layout.slots[slot].kind
    else {
      // Edits in place, because the cost of a copy grows with the size of the model.
      return applyEdit(slot, apply)
    }
    let (bound, modelPlan) = (bound, bound.plans[plan])
    func values(of model: Root) -> [(any FormValue)?] {
      let model = bound.prepared(model)
      return modelPlan.reads.map { $0(model) }
    }
    // Read before the change, because objects are shared by copies of a model.
    let before = values(of: model)
    var changed = model
    apply(&changed)
    let call = ValidationCall(scenario: scenario, localization: localization, now: now, zone: zone)
    let refusal = filter.refusals(ofField: field, call, before: before, after: values(of: changed))
      .filter { isFieldRule($0.rule, at: slot) }
    if refusal.isEmpty { return applyEdit(slot) { $0 = changed } }
    if let value = before[field], let path = modelPlan.sources[field].path {
      writeBack(value, at: path)
    }
    let event = FormEvent.refused(field: layout.slots[slot].name ?? "", by: refusal)
    log?.append(event)
    return [event]
  }

  /// Makes a change that is not refused.
  private mutating func applyEdit(_ slot: Int, _ apply: (inout Root) -> Void) -> [FormEvent] {
    isStale = true
    let isValidating = slots[slot].validatesInput
    let others = layout.slots[slot].dependents.filter { other in
      if layout.slots[other].isRecord { return isValidating }
      return isConcerned(other) && (isValidating || slots[other].validatesInput)
    }
    let containers = layout.slots[slot].containers
    let event = FormEvent.edited(field: layout.slots[slot].name ?? "")
    log?.append(event)
    let validated = (isValidating ? [slot] : []) + others
    return [event]
      + change([slot] + containers, validating: validated) { session in
        apply(&session.model)
        session.slots[slot].isEdited = true
        session.slots[slot].isStale = true
        session.slots[slot].serverErrors = []
        session.slots[slot].inquiry = nil
        for container in containers { session.slots[container].serverErrors = [] }
      }
  }

  /// Whether a field is validated again when another one changes.
  func isConcerned(_ slot: Int) -> Bool {
    slots[slot].isValidated && slots[slot].policy != .manual
  }

  /// Whether the identifier is that of a rule of the rule set for the field of a slot, rather than
  /// of its type.
  private func isFieldRule(_ id: String, at slot: Int) -> Bool {
    guard case .field(let plan, _) = layout.slots[slot].kind else { return false }
    let rules = bound.plans[plan].plan.rules
    return layout.slots[slot].rules.contains { rules[$0].id == id && rules[$0].entry != nil }
  }

  /// Writes the value before a refused change back to the object that the change altered. A model
  /// without objects is unchanged.
  private mutating func writeBack<Value: FormValue>(_ value: Value, at path: FieldPath) {
    guard let path = path.path as? ReferenceWritableKeyPath<Root, Value> else { return }
    model[keyPath: path] = value
  }

  /// Sets the focus to a field or an item, and removes it from any other one without the effects of
  /// `blur`.
  public mutating func focus(_ field: String) {
    guard let slot = slot(field) else { return }
    for index in slots.indices { slots[index].focus = index == slot ? field : nil }
  }

  /// Removes the focus from a field or an item and validates the field if its policy requires that.
  @discardableResult
  public mutating func blur(_ field: String) -> [FormEvent] {
    guard let slot = slot(field) else { return [] }
    // Another item may have received the focus before.
    if slots[slot].focus == field || layout.slots[slot].name == field { slots[slot].focus = nil }
    slots[slot].hasLostFocus = true
    guard slots[slot].policy.validatesFocusLoss else { return [] }
    let others = layout.slots[slot].dependents.filter {
      layout.slots[$0].isRecord || isConcerned($0)
    }
    return change([slot], validating: [slot] + others)
  }

  /// Sets whether a field is validated. Rules of other fields still read its value. A field that
  /// was validated before is validated again when it is enabled.
  @discardableResult
  public mutating func setEnabled(_ isEnabled: Bool, for field: String) -> [FormEvent] {
    guard let slot = layout.names[field] else { return [] }
    let validated = isEnabled && slots[slot].isValidated ? [slot] : []
    if slots[slot].isEnabled != isEnabled { isStale = true }
    return change([slot], validating: validated) { session in
      session.slots[slot].isEnabled = isEnabled
      if !isEnabled { session.slots[slot].inquiry = nil }
    }
  }

  /// Removes a field from the form: it is not validated, rules of other fields read it as missing,
  /// and its state is discarded. The model keeps its value.
  @discardableResult
  public mutating func remove(_ field: String) -> [FormEvent] { setPresent(false, for: field) }

  /// Restores a removed field, in the state of a field that has not been validated.
  @discardableResult
  public mutating func restore(_ field: String) -> [FormEvent] { setPresent(true, for: field) }

  private mutating func setPresent(_ isPresent: Bool, for field: String) -> [FormEvent] {
    guard let slot = layout.names[field] else { return [] }
    let others = layout.slots[slot].dependents.filter { isConcerned($0) }
    if isPresent || slots[slot].isPresent { isStale = true }
    return change([slot], validating: others) { session in
      session.slots[slot] = session.slots[slot].initial
      session.slots[slot].isEnabled = true
      session.slots[slot].isPresent = isPresent
    }
  }

  /// Adds a property that the validator lacks, with its rules. The states of other fields are kept.
  /// The rules are bound again, which is too slow to do on every keystroke.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid. The session is then
  ///   unchanged.
  @discardableResult
  public mutating func add(
    _ property: Property<Root>, policy: FieldValidationPolicy = .focusLoss
  ) throws(DefinitionErrors) -> [FormEvent] {
    let before = state
    setValidator(try layout.validator.changing { $0.properties.append(property) }, policy: policy)
    if state == before { return [] }
    let event = FormEvent.formValidated(before: before, after: state)
    log?.append(event)
    return [event]
  }

  /// Replaces the rules of a field. A field that was validated before is validated again; the
  /// states of other fields are kept. All rules are bound again, which is too slow to do on every
  /// keystroke.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid or for an unknown field.
  ///   The session is then unchanged.
  @discardableResult
  public mutating func setRules(
    _ rules: ModelRule<Root>..., for field: String
  ) throws(DefinitionErrors) -> [FormEvent] {
    try setRules(rules, for: field)
  }

  mutating func setRules(
    _ rules: [ModelRule<Root>], for field: String
  ) throws(DefinitionErrors) -> [FormEvent] {
    setValidator(try layout.validator.replacingRules(of: field, with: rules))
    guard let slot = layout.names[field] else { return [] }
    return change([slot], validating: slots[slot].isValidated ? [slot] : []) { session in
      // Its request was for the former rules.
      session.slots[slot].inquiry = nil
    }
  }

  /// Replaces the validator and keeps the states of the fields that both have.
  private mutating func setValidator(
    _ validator: ModelValidator<Root>, policy: FieldValidationPolicy = .focusLoss
  ) {
    let old = layout
    layout = SessionLayout(validator)
    isStale = true
    answers = [:]
    slots = layout.slots.enumerated().map { index, slot in
      let before = old.slots.firstIndex { $0.name == slot.name && $0.isRecord == slot.isRecord }
      var state = before.map { slots[$0] } ?? SlotState(policy: policy)
      // The positions of fields may have changed.
      if state.inputValidation != nil { state.inputValidation = inputValidation(at: index) }
      return state
    }
    counter = StateCounter(slots, layout)
  }

  /// The slot that validates a field or an item, or nil for an unknown name.
  private func slot(_ field: String) -> Int? { layout.names[field] ?? slot(ofItem: field) }

  /// The slot of the repeated value that has an item or a field of an item with this name.
  private func slot(ofItem name: String) -> Int? {
    bound.repeated.first { $0.contains(name, in: model) }.flatMap { layout.names[$0.name] }
  }
}
